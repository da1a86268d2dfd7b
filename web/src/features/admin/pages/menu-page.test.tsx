import { categoryApi } from '@inkwell/shared/categories';
import { MENU_LIMITS, MENU_TEXTS, type Menu, menuApi } from '@inkwell/shared/menu';
import { seriesApi } from '@inkwell/shared/series';
import { DEFAULT_SETTINGS, settingsApi } from '@inkwell/shared/settings';
import { sitePageApi } from '@inkwell/shared/site-pages';
import { tagApi } from '@inkwell/shared/tags';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeApi, renderApp } from '../../../test/render-app.tsx';
import { sampleCategory, sampleUser } from '../../../test/samples.ts';

const admin = sampleUser({ id: 'admin-1', role: 'admin' });
const ABOUT = { label: 'About', address: '/about' };
const SHOP = { label: 'Shop', address: 'https://shop.example.org/' };

beforeAll(async () => {
  await import('./menu-page.tsx');
});

function open(menu: Partial<Menu> = {}) {
  let stored = { ...DEFAULT_SETTINGS.menu, ...menu };
  const settings = () => ({ ...DEFAULT_SETTINGS, menu: stored });
  const api = createFakeApi(admin)
    .on(menuApi.read, () => stored)
    .on(settingsApi.read, settings)
    .on(settingsApi.change, ({ body }) => {
      stored = { ...stored, ...(body.menu as Partial<Menu>) };
      return settings();
    })
    .on(categoryApi.adminList, () => [sampleCategory({ id: 7, name: 'Bread' })])
    .on(tagApi.adminList, () => [])
    .on(seriesApi.adminList, () => [])
    .on(sitePageApi.list, () => []);
  return { ...renderApp('/admin/menu', { viewer: admin, api }), stored: () => stored, api };
}

const part = async (name: 'Header' | 'Footer') => within(await screen.findByRole('region', { name }));
const inNav = (name: 'Main' | 'Footer') =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the menu', () => {
  it('gets a link, which stands in the footer at once', async () => {
    const { user, stored } = open();
    const footer = await part('Footer');

    await user.click(footer.getByRole('button', { name: 'New link in the footer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New Link' }));
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));
    expect(dialog.getByText(MENU_TEXTS.label)).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: /^Text/ }), 'Imprint');
    await user.type(dialog.getByRole('textbox', { name: /^Address/ }), 'javascript:alert(1)');
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));
    expect(dialog.getByText(MENU_TEXTS.address)).toBeVisible();
    await user.clear(dialog.getByRole('textbox', { name: /^Address/ }));
    await user.type(dialog.getByRole('textbox', { name: /^Address/ }), '/imprint');
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(stored().footer).toEqual([{ label: 'Imprint', address: '/imprint' }]);
    expect(footer.getByRole('listitem', { name: 'Imprint' })).toBeVisible();
  });

  it('takes name and address of a category', async () => {
    const { user, stored } = open();
    await user.click((await part('Header')).getByRole('button', { name: 'New link in the header' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New Link' }));

    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Fill in' }), 'Bread');
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));

    await waitFor(() => expect(stored().header).toEqual([{ label: 'Bread', address: '/categories/7/bread' }]));
    await waitFor(() => expect(inNav('Main')).toContain('Bread'));
  });

  it('is put in order by keyboard, with the focus on what moves', async () => {
    const { user, stored } = open({ header: [ABOUT, SHOP] });
    const down = (await part('Header')).getByRole('button', { name: 'Move About down' });

    down.focus();
    await user.keyboard('{Enter}');

    await waitFor(() => expect(stored().header).toEqual([SHOP, ABOUT]));
    expect(screen.getByRole('button', { name: 'Move About down' })).toHaveFocus();
    expect(await screen.findByText('About is now number 2 of 2')).toBeInTheDocument();
  });

  it('loses a link, which Undo brings back', async () => {
    const { user, stored } = open({ footer: [ABOUT, SHOP, ABOUT] });
    const footer = await part('Footer');

    await user.click(within(footer.getByRole('listitem', { name: 'Shop' })).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(stored().footer).toEqual([ABOUT, ABOUT]));
    expect(footer.getByRole('button', { name: 'New link in the footer' })).toHaveFocus();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    await waitFor(() => expect(stored().footer).toEqual([ABOUT, SHOP, ABOUT]));
  });

  it('keeps what was typed if it cannot be saved', async () => {
    const { api, user } = open({ header: [ABOUT] });
    api.refuse(settingsApi.change, 500, 'no');
    await user.click(
      within((await part('Header')).getByRole('listitem', { name: 'About' })).getByRole('button', { name: 'Edit' }),
    );
    const text = await screen.findByRole('textbox', { name: /^Text/ });

    await user.type(text, ' us');
    await user.click(screen.getByRole('button', { name: 'Save Link' }));

    expect(await screen.findByText(/^Failed to save the menu/)).toBeVisible();
    expect(text).toHaveValue('About us');
  });

  it('has room for a few links in the header', async () => {
    const { user } = open({ header: Array.from({ length: MENU_LIMITS.header }, () => ABOUT) });

    await user.click((await part('Header')).getByRole('button', { name: 'New link in the header' }));

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText(/^These are all 6 that there is room for/)).toBeVisible();
  });
});
