import { categoryApi } from '@inkwell/shared/categories';
import { draftApi } from '@inkwell/shared/drafts';
import { type StaffSitePage, sitePageApi } from '@inkwell/shared/site-pages';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentField, hidePage, keptRecords, titleField, type, writeMarkdown } from '../../../test/editor-page.ts';
import { Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderApp } from '../../../test/render-app.tsx';
import { samplePage, sampleUser } from '../../../test/samples.ts';

const moderator = sampleUser({ id: 'mod-1', role: 'moderator' });

beforeAll(async () => void (await import('./edit-site-page.tsx')));
beforeEach(writeMarkdown);

const server = () =>
  createFakeApi(moderator)
    .on(categoryApi.list, () => [])
    .on(sitePageApi.list, () => [])
    .on(sitePageApi.byId, () => samplePage())
    .on(sitePageApi.slugState, () => ({ is: 'free' as const, leadsTo: null }))
    .on(sitePageApi.create, ({ body }) => samplePage({ id: 'new-id', ...(body as Partial<StaffSitePage>) }))
    .on(sitePageApi.update, ({ body }) => samplePage(body as Partial<StaffSitePage>));

const openNew = async (api = server()) => {
  const app = renderApp('/admin/pages/edit', { viewer: moderator, api });
  await screen.findByRole('heading', { name: 'New Page' });
  return app;
};
const openAbout = async (api = server()) => {
  const app = renderApp('/admin/pages/edit?page=about-id', { viewer: moderator, api });
  await screen.findByRole('heading', { name: 'Edit Page' });
  return app;
};
const address = () => screen.getByRole('textbox', { name: 'Address' });

describe('the editor of a page', () => {
  it('saves a new page with an address from its title, and leads to the list', async () => {
    const api = server();
    const { user, router } = await openNew(api);

    type(titleField(), 'Über uns');
    type(contentField(), 'We write.');
    await user.click(screen.getByRole('button', { name: 'Save Page' }));

    expect(await screen.findByText('Page created successfully!')).toBeVisible();
    expect(api.calls(sitePageApi.create)[0]?.body).toMatchObject({
      ...{ title: 'Über uns', slug: 'uber-uns', content: 'We write.', isPublished: false },
      draft: { version: expect.any(Number) },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/pages'));
  });

  it('refuses an address that no page can have, and says so at the field', async () => {
    const api = server();
    const { user } = await openNew(api);
    type(titleField(), 'New');
    type(contentField(), 'We write.');

    await user.click(screen.getByRole('button', { name: 'Save Page' }));
    expect(await screen.findByText('This address belongs to the site itself')).toBeVisible();
    type(address(), 'a b');
    await user.click(screen.getByRole('button', { name: 'Save Page' }));

    expect(await screen.findByText('The address may contain small letters, digits and single hyphens')).toBeVisible();
    expect(api.calls(sitePageApi.create)).toEqual([]);
  });

  it('says before the save what the address leads to', async () => {
    const api = server().on(sitePageApi.slugState, () => ({ is: 'redirect' as const, leadsTo: '/posts' }));
    await openAbout(api);

    type(address(), 'old');

    expect(await screen.findByText('A redirect leads from here to /posts. It ends when you save.')).toBeVisible();
    expect(api.calls(sitePageApi.slugState).at(-1)).toMatchObject({
      params: { slug: 'old' },
      query: { id: 'about-id' },
    });
  });

  it('says that another page has the address, and keeps what was written', async () => {
    const api = server().on(sitePageApi.update, () => {
      throw new Refusal('conflict', 'Another page has this address');
    });
    const { user } = await openAbout(api);
    type(address(), 'privacy');

    await user.click(screen.getByRole('button', { name: 'Update Page' }));

    expect(await screen.findByText(/Another page has this address/)).toBeVisible();
    expect(address()).toHaveValue('privacy');
  });

  it('keeps what is typed in this browser and on the server, apart from drafts of posts', async () => {
    const api = server().on(draftApi.put, ({ params, body }) => ({
      ...{ key: params.key, version: 1, sitting: body.sitting ?? '', preview: '', baseUpdatedAt: null, device: null },
      ...{ createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' },
    }));
    await openAbout(api);

    type(contentField(), 'We write a lot.');
    await waitFor(() => expect(keptRecords()).toHaveLength(1));
    hidePage();

    await waitFor(() => expect(api.calls(draftApi.put)).toHaveLength(1));
    expect(api.calls(draftApi.put)[0]?.params).toEqual({ key: 'page-about-id' });
    expect(keptRecords()[0]).toMatchObject({ place: 'page-about-id', fields: { key: 'page-about-id' } });
  });

  it('asks which version to keep when somebody saved another one', async () => {
    const theirs = samplePage({ content: 'We read.', updatedAt: '2026-11-20T10:00:00.000Z' });
    const api = server().on(sitePageApi.update, () => {
      throw new Refusal('conflict', JSON.stringify({ ...theirs, lastEditedBy: null }));
    });
    const { user } = await openAbout(api);
    type(contentField(), 'We nap.');

    await user.click(screen.getByRole('button', { name: 'Update Page' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'This page was changed meanwhile' }));
    api.on(sitePageApi.update, ({ body }) => samplePage(body as Partial<StaffSitePage>));
    await user.click(dialog.getByRole('button', { name: 'Keep My Version' }));

    expect(await screen.findByText('Page updated successfully!')).toBeVisible();
    expect(api.calls(sitePageApi.update).at(-1)?.body).toMatchObject({
      content: 'We nap.',
      baseUpdatedAt: theirs.updatedAt,
    });
  });
});
