import { categoryApi } from '@inkwell/shared/categories';
import { MENU_LIMITS, MENU_TEXTS, type Menu, menuApi } from '@inkwell/shared/menu';
import { seriesApi } from '@inkwell/shared/series';
import { DEFAULT_SETTINGS, settingsApi } from '@inkwell/shared/settings';
import { type SitePageCard, sitePageApi } from '@inkwell/shared/site-pages';
import { tagApi } from '@inkwell/shared/tags';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeSettings } from '../../../test/fake-settings.ts';
import { dialogNamed, textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderApp } from '../../../test/render-app.tsx';
import { admin, sampleCategory, samplePage } from '../../../test/samples.ts';
import './menu-page.tsx';

const ABOUT = { label: 'About', address: '/about' };
const SHOP = { label: 'Shop', address: 'https://shop.example.org/' };

function open(menu: Partial<Menu> = {}, pages: SitePageCard[] = []) {
  const api = createFakeApi(admin);
  const settings = fakeSettings(api, { menu: { ...DEFAULT_SETTINGS.menu, ...menu } });
  const stored = () => settings.stored().menu;
  api
    .on(menuApi.read, stored)
    .on(categoryApi.adminList, () => [sampleCategory({ id: 7, name: 'Bread' })])
    .on(tagApi.adminList, () => [])
    .on(seriesApi.adminList, () => [])
    .on(sitePageApi.list, () => pages);
  onTestFinished(() => {
    for (const { body } of api.calls(settingsApi.change))
      expect(Object.keys(body.base?.menu ?? {})).toEqual(Object.keys(body.menu ?? {}));
  });
  /** A change by another admin in the meantime. */
  const change = (theirs: Partial<Menu>) => settings.change({ menu: { ...stored(), ...theirs } });
  return { ...renderApp('/admin/menu', { viewer: admin, api }), stored, change };
}

const part = async (name: 'Header' | 'Footer') => within(await screen.findByRole('region', { name }));
const inNav = (name: 'Main' | 'Footer') =>
  textsOf(within(screen.getByRole('navigation', { name })).getAllByRole('link'));

/** Opens the dialog for a new link in one of the lists. */
async function newLink({ user }: ReturnType<typeof open>, place: 'header' | 'footer') {
  await user.click(await screen.findByRole('button', { name: `New link in the ${place}` }));
  return dialogNamed('New Link');
}

describe('the menu', () => {
  it('gets a link, which is in the footer at once', async () => {
    const app = open();
    const { user, refill, stored } = app;
    const dialog = await newLink(app, 'footer');
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));
    expect(dialog.getByText(MENU_TEXTS.label)).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: /^Text/ }), 'Imprint');
    await user.type(dialog.getByRole('textbox', { name: /^Address/ }), 'javascript:alert(1)');
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));
    expect(dialog.getByText(MENU_TEXTS.address)).toBeVisible();
    await refill(dialog.getByRole('textbox', { name: /^Address/ }), '/imprint');
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(stored().footer).toEqual([{ label: 'Imprint', address: '/imprint' }]);
    const footer = await part('Footer');
    expect(footer.getByRole('listitem', { name: 'Imprint' })).toBeVisible();
    expect(footer.queryByRole('button', { name: /^Move/ }), 'a single link has no order').toBeNull();
  });

  it('takes name and address from a category', async () => {
    const app = open();
    const { user, stored } = app;
    const dialog = await newLink(app, 'header');

    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Fill in' }), 'Bread');
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));

    await waitFor(() => expect(stored().header).toEqual([{ label: 'Bread', address: '/categories/7/bread' }]));
    await waitFor(() => expect(inNav('Main')).toContain('Bread'));
  });

  it('says which pages are not published, in the selection and on their rows', async () => {
    const plans = samplePage({ id: 'plans', title: 'Größe', slug: 'größe', isPublished: false, status: 'draft' });
    const app = open({ footer: [ABOUT] }, [samplePage(), plans]);
    const { user, stored } = app;
    const dialog = await newLink(app, 'footer');
    const note = 'This page is not published.';

    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Fill in' }), 'Größe (not published)');
    expect(dialog.getByRole('textbox', { name: /^Address/ })).toHaveAccessibleDescription(note);
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));

    await waitFor(() => expect(stored().footer[1]).toEqual({ label: 'Größe', address: '/gr%C3%B6%C3%9Fe' }));
    const footer = await part('Footer');
    const row = (name: string) => within(footer.getByRole('listitem', { name }));
    expect(row('Größe').getByText(note)).toBeVisible();
    expect(row('About').queryByText(note)).not.toBeInTheDocument();
  });

  it('lets people shorten a title that is too long', { tags: 'thorough' }, async () => {
    const title = 'What we believe in, and what we will never do';
    const app = open({}, [samplePage({ title, slug: 'believe' })]);
    const { user, refill, stored } = app;
    const dialog = await newLink(app, 'header');
    const text = dialog.getByRole('textbox', { name: /^Text/ });

    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Fill in' }), title);
    expect(text).toHaveValue(title);
    expect(text).toHaveAccessibleDescription(MENU_TEXTS.longLabel);
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));
    expect(stored().header).toEqual([]);
    await refill(text, 'What we believe in');
    await user.click(dialog.getByRole('button', { name: 'Save Link' }));

    await waitFor(() => expect(stored().header).toEqual([{ label: 'What we believe in', address: '/believe' }]));
  });

  it('is ordered by keyboard, with the focus on the moved link', async () => {
    const { user, stored } = open({ header: [ABOUT, SHOP] });
    const down = (await part('Header')).getByRole('button', { name: 'Move About down' });

    down.focus();
    await user.keyboard('{Enter}');

    await waitFor(() => expect(stored().header).toEqual([SHOP, ABOUT]));
    expect(screen.getByRole('button', { name: 'Move About down' })).toHaveFocus();
    expect(await screen.findByText('About is now number 2 of 2')).toBeInTheDocument();
  });

  it('loses a link, which Undo restores', async () => {
    const { user, stored } = open({ footer: [ABOUT, SHOP, ABOUT] });
    const footer = await part('Footer');

    await user.click(within(footer.getByRole('listitem', { name: 'Shop' })).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(stored().footer).toEqual([ABOUT, ABOUT]));
    expect(footer.getByRole('button', { name: 'New link in the footer' })).toHaveFocus();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    await waitFor(() => expect(stored().footer).toEqual([ABOUT, SHOP, ABOUT]));
  });

  it('keeps the input if it cannot be saved', { tags: 'thorough' }, async () => {
    const { api, user } = open({ header: [ABOUT] });
    api.refuse(settingsApi.change, 500, 'no');
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const text = await screen.findByRole('textbox', { name: /^Text/ });

    await user.type(text, ' us');
    await user.click(screen.getByRole('button', { name: 'Save Link' }));

    expect(await screen.findByText(/^Failed to save the menu/)).toBeVisible();
    expect(text).toHaveValue('About us');
  });

  describe('that somebody else changed meanwhile', () => {
    const IMPRINT = { label: 'Imprint', address: '/imprint' };

    const CONFLICT = 'Conflicting Changes to the Footer';

    /** A link is typed and sent after another admin changed the list. */
    async function typeALink(app: ReturnType<typeof open>, theirs: Partial<Menu> = { footer: [ABOUT, SHOP] }) {
      const dialog = await newLink(app, 'header' in theirs ? 'header' : 'footer');
      app.change(theirs);
      await app.user.type(dialog.getByRole('textbox', { name: /^Text/ }), 'Imprint');
      await app.user.type(dialog.getByRole('textbox', { name: /^Address/ }), '/imprint');
      await app.user.click(dialog.getByRole('button', { name: 'Save Link' }));
      return dialogNamed(/^Conflicting Changes/);
    }

    it('shows both lists, and merges them', async () => {
      const opened = open({ footer: [ABOUT] });
      const dialog = await typeALink(opened);
      const entries = (name: string) => textsOf(within(dialog.getByRole('region', { name })).getAllByRole('listitem'));
      expect(entries('Your list')).toEqual(['About (/about)', 'Imprint (/imprint) only here']);
      expect(entries('Their list (saved)')).toEqual(['About (/about)', 'Shop (https://shop.example.org/) only here']);
      expect(opened.stored().footer).toEqual([ABOUT, SHOP]);

      await opened.answer(CONFLICT, 'Merge Both');

      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(opened.stored().footer).toEqual([ABOUT, IMPRINT, SHOP]);
      expect(inNav('Footer')).toEqual(expect.arrayContaining(['About', 'Imprint', 'Shop']));
      await waitFor(() => expect(screen.getByRole('button', { name: 'New link in the footer' })).toHaveFocus());
    });

    it.each([
      ['Use Their List', [ABOUT, SHOP]],
      ['Keep My List', [ABOUT, IMPRINT]],
    ])('is saved as selected: %s', { tags: 'thorough' }, async (name, footer) => {
      const opened = open({ footer: [ABOUT] });

      await typeALink(opened);
      await opened.answer(CONFLICT, name);

      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(opened.stored().footer).toEqual(footer);
    });

    it('keeps the input while nothing is selected, and asks again', { tags: 'thorough' }, async () => {
      const opened = open({ footer: [ABOUT] });
      await typeALink(opened);

      await opened.user.keyboard('{Escape}');

      await waitFor(() => expect(screen.queryByRole('dialog', { name: CONFLICT })).not.toBeInTheDocument());
      expect(screen.getByRole('textbox', { name: /^Text/ })).toHaveValue('Imprint');
      await opened.user.click(screen.getByRole('button', { name: 'Save Link' }));
      expect(await screen.findByRole('dialog', { name: CONFLICT })).toBeVisible();
      expect(opened.stored().footer).toEqual([ABOUT, SHOP]);
    });

    it('asks before it is reordered, and shows the stored links', { tags: 'thorough' }, async () => {
      const { user, stored, change } = open({ header: [ABOUT, SHOP] });
      const header = await part('Header');
      change({ header: [SHOP] });

      await user.click(header.getByRole('button', { name: 'Move About down' }));
      await screen.findByRole('dialog', { name: 'Conflicting Changes to the Header' });
      await user.keyboard('{Escape}');

      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(header.getAllByRole('listitem')).toHaveLength(1);
      expect(document.body).not.toHaveFocus();
      expect(stored().header).toEqual([SHOP]);
    });

    it('does not merge more links than there is room for', { tags: 'thorough' }, async () => {
      const others = Array.from({ length: MENU_LIMITS.header - 1 }, () => ABOUT);
      const dialog = await typeALink(open({ header: others }), { header: [...others, SHOP] });

      expect(dialog.getByText('The merged list would have 7 entries; at most 6 are allowed.')).toBeVisible();
      expect(dialog.getByRole('button', { name: 'Merge Both' })).toHaveAttribute('aria-disabled', 'true');
    });

    it('has no conflict if the other list was changed', async () => {
      const { user, stored, change } = open({ header: [ABOUT, SHOP] });
      const header = await part('Header');
      change({ footer: [IMPRINT] });

      await user.click(header.getByRole('button', { name: 'Move About down' }));

      await waitFor(() => expect(stored()).toEqual({ header: [SHOP, ABOUT], footer: [IMPRINT] }));
    });
  });

  it('has room for a few links in the header', async () => {
    const { user } = open({ header: Array.from({ length: MENU_LIMITS.header }, () => ABOUT) });

    await user.click((await part('Header')).getByRole('button', { name: 'New link in the header' }));

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText(/^There is no room for more than 6 links/)).toBeVisible();
  });
});
