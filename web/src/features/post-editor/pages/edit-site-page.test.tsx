import { categoryApi } from '@inkwell/shared/categories';
import { draftApi } from '@inkwell/shared/drafts';
import { sitePageEditingApi } from '@inkwell/shared/site-page-editing';
import { sitePagePreviewApi } from '@inkwell/shared/site-page-previews';
import { type StaffSitePage, sitePageApi } from '@inkwell/shared/site-pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentField, hidePage, keptRecords, type, write, writeMarkdown } from '../../../test/editor-page.ts';
import { FakeDrafts } from '../../../test/fake-drafts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { moderator, samplePage } from '../../../test/samples.ts';
import './edit-site-page.tsx';

beforeEach(writeMarkdown);

const server = () =>
  createFakeApi(moderator)
    .on(categoryApi.list, () => [])
    .on(sitePageApi.list, () => [])
    .on(sitePageApi.byId, () => samplePage())
    .on(sitePageApi.slugState, () => ({ is: 'free' as const, leadsTo: null }))
    .on(sitePageApi.create, ({ body }) => samplePage({ id: 'new-id', ...(body as Partial<StaffSitePage>) }))
    .on(sitePageApi.update, ({ body }) => samplePage(body as Partial<StaffSitePage>));

const LOCAL = '2099-11-24T09:00';
const INSTANT = new Date(LOCAL).toISOString();

const openNew = async (api = server()) => {
  const app = renderPage('/admin/pages/edit', { viewer: moderator, api });
  await screen.findByRole('heading', { name: 'New Page' });
  return app;
};
const openAbout = async (api = server()) => {
  const app = renderPage('/admin/pages/edit?page=about-id', { viewer: moderator, api });
  await screen.findByRole('heading', { name: 'Edit Page' });
  return app;
};
const address = () => screen.getByRole('textbox', { name: 'Address' });

describe('the editor of a page', () => {
  it('saves a new page with an address from its title, and returns to the list', async () => {
    const { user, router, api } = await openNew();

    write('Über uns', 'We write.');
    await user.click(screen.getByRole('button', { name: 'Save Page' }));

    expect(await screen.findByText('Page created successfully!')).toBeVisible();
    expect(api.calls(sitePageApi.create)[0]?.body).toMatchObject({
      title: 'Über uns',
      slug: 'uber-uns',
      content: 'We write.',
      isPublished: false,
      draft: { version: expect.any(Number) },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/pages'));
  });

  it('shows at the field that no page can have an address', async () => {
    const { user, api } = await openNew();
    write('New', 'We write.');

    await user.click(screen.getByRole('button', { name: 'Save Page' }));
    expect(await screen.findByText('This address belongs to the site itself')).toBeVisible();
    type(address(), 'a b');
    await user.click(screen.getByRole('button', { name: 'Save Page' }));

    expect(await screen.findByText('The address may contain small letters, digits and single hyphens')).toBeVisible();
    expect(api.calls(sitePageApi.create)).toEqual([]);
  });

  it('says before the save where the address currently leads', async () => {
    const api = server().on(sitePageApi.slugState, () => ({ is: 'redirect' as const, leadsTo: '/posts' }));
    await openAbout(api);

    type(address(), 'old');

    expect(await screen.findByText('A redirect leads from here to /posts. It ends when you save.')).toBeVisible();
    expect(api.calls(sitePageApi.slugState).at(-1)).toMatchObject({
      params: { slug: 'old' },
      query: { id: 'about-id' },
    });
  });

  it('says that another page has the address, and keeps the text', { tags: 'thorough' }, async () => {
    const api = server().refuse(sitePageApi.update, 'conflict', 'Another page has this address');
    const { user } = await openAbout(api);
    type(address(), 'privacy');

    await user.click(screen.getByRole('button', { name: 'Update Page' }));

    expect(await screen.findByText(/Another page has this address/)).toBeVisible();
    expect(address()).toHaveValue('privacy');
  });

  it('autosaves in this browser and on the server, separately from drafts of posts', async () => {
    const api = server();
    new FakeDrafts().answer(api);
    await openAbout(api);

    type(contentField(), 'We write a lot.');
    await waitFor(() => expect(keptRecords()).toHaveLength(1));
    hidePage();

    await waitFor(() => expect(api.calls(draftApi.put)).toHaveLength(1));
    expect(api.calls(draftApi.put)[0]?.params).toEqual({ key: 'page-about-id' });
    expect(keptRecords()[0]).toMatchObject({ place: 'page-about-id', fields: { key: 'page-about-id' } });
  });

  it('opens the draft in this browser when the page cannot be loaded', { tags: 'thorough' }, async () => {
    const first = await openAbout();
    type(contentField(), 'We write a lot.');
    await waitFor(() => expect(keptRecords()).toHaveLength(1));
    first.unmount();

    const api = server().refuse(sitePageApi.byId, 500);
    const { user } = await openAbout(api);
    await waitFor(() => expect(contentField()).toHaveValue('We write a lot.'));
    expect(screen.getByText(/^The page could not be loaded: this is your draft of it/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Update Page' }));

    await waitFor(() => expect(api.calls(sitePageApi.update)).toHaveLength(1));
    expect(api.calls(sitePageApi.update)[0]).toMatchObject({
      params: { id: 'about-id' },
      body: { content: 'We write a lot.', slug: 'about', baseUpdatedAt: samplePage().updatedAt },
    });
  });

  it('schedules a new page with its first save', { tags: 'thorough' }, async () => {
    const { user, api } = await openNew();
    write('Imprint', 'We write.');

    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    fireEvent.change(screen.getByLabelText('Publish on'), { target: { value: LOCAL } });
    await user.click(screen.getByRole('button', { name: 'Schedule Page' }));

    await waitFor(() => expect(api.calls(sitePageApi.create)).toHaveLength(1));
    expect(api.calls(sitePageApi.create)[0]?.body).toMatchObject({ isPublished: false, publishAt: INSTANT });
  });

  it('says that a change of the time came too late', { tags: 'thorough' }, async () => {
    const scheduled = samplePage({ isPublished: false, status: 'scheduled', publishAt: INSTANT });
    const api = server()
      .on(sitePageApi.byId, () => scheduled)
      .refuse(sitePageApi.update, 'conflict', JSON.stringify({ ...samplePage(), lastEditedBy: null }));
    const { user } = await openAbout(api);
    expect(screen.getByText(/^Will be published on/)).toBeVisible();
    api.on(sitePageApi.byId, () => samplePage());

    await user.click(screen.getByRole('button', { name: 'Change Schedule' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel Schedule' }));

    expect(await screen.findByText('Already Published')).toBeVisible();
    expect(api.calls(sitePageApi.update)[0]?.body).toEqual({ publishAt: null });
    expect(screen.getByText(/The page was published before your change arrived/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Change Schedule' })).toBeNull());
  });

  it('creates and ends a preview link', { tags: 'thorough' }, async () => {
    const url = 'http://inkwell.test/preview/secret';
    const api = server()
      .on(sitePagePreviewApi.state, () => ({ expiresAt: null }))
      .on(sitePagePreviewApi.create, () => ({ url, expiresAt: INSTANT }))
      .on(sitePagePreviewApi.remove, () => undefined);
    const { user } = await openAbout(api);

    await user.click(screen.getByRole('button', { name: 'Preview Link' }));
    await user.click(await screen.findByRole('button', { name: 'Create Link' }));
    expect(await screen.findByText(url)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'End Link' }));

    expect(await screen.findByText('There is no link.')).toBeVisible();
    expect(api.calls(sitePagePreviewApi.create)[0]?.params).toEqual({ id: 'about-id' });
    expect(api.calls(sitePagePreviewApi.remove)[0]?.params).toEqual({ id: 'about-id' });
  });

  it('shows who else is editing the page', async () => {
    const ada = { id: 'ada', displayName: 'Ada', firstName: null, email: null, profileImageUrl: null };
    const api = server().on(sitePageEditingApi.begin, () => ({
      others: [{ editor: ada, since: '2026-11-20T10:00:00.000Z' }],
      until: '2026-11-20T10:01:00.000Z',
    }));
    await openAbout(api);

    expect(await screen.findByText(/^Ada is editing this page too\./)).toBeVisible();
    expect(api.calls(sitePageEditingApi.begin)[0]?.params).toEqual({ id: 'about-id' });
  });

  it('asks which version to keep when somebody saved another one', { tags: 'thorough' }, async () => {
    const theirs = samplePage({ content: 'We read.', updatedAt: '2026-11-20T10:00:00.000Z' });
    const api = server().refuse(sitePageApi.update, 'conflict', JSON.stringify({ ...theirs, lastEditedBy: null }));
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
