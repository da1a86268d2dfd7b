import { personalDataApi } from '@inkwell/shared/personal-data';
import { type SitePageCard, type StaffSitePage, sitePageApi } from '@inkwell/shared/site-pages';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dialogNamed, hrefOf, rowNamed } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin, moderator, samplePage } from '../../../test/samples.ts';
import './site-pages-page.tsx';

const about = samplePage();
const privacy = samplePage({
  id: 'privacy-id',
  title: 'Privacy',
  slug: 'privacy',
  isPublished: false,
  status: 'draft',
});

const server = (pages: readonly SitePageCard[] = [about, privacy], viewer = moderator) =>
  createFakeApi(viewer)
    .on(sitePageApi.list, ({ query }) =>
      query.status === 'trash' ? [] : pages.filter(({ title }) => title.toLowerCase().startsWith(query.q ?? '')),
    )
    .on(sitePageApi.update, ({ body }) => samplePage(body as Partial<SitePageCard>))
    .on(sitePageApi.remove, () => undefined)
    .on(sitePageApi.undelete, () => about);
const open = (api = server(), viewer = moderator) => renderPage('/admin/pages', { viewer, api });

describe('the list of pages', () => {
  it('shows each with its state and address, and finds them by title', async () => {
    const { user } = open();

    expect(await screen.findByText('2 pages in total')).toBeVisible();
    expect(hrefOf('About us', await rowNamed('About us'))).toBe('/about');
    const draft = await rowNamed('Privacy');
    expect(draft.getByText('Draft')).toBeVisible();
    expect(draft.getByText('/privacy')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Title or text' }), 'pri');
    expect(await screen.findByText('1 page found')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Trash');
    expect(await screen.findByText('No pages found')).toBeVisible();
  });

  it.each(['taken', 'moved'] as const)('offers no privacy page if its address is %s', async (is) => {
    const api = server([about, privacy], admin).on(sitePageApi.slugState, () => ({ is, leadsTo: 'Privacy' }));
    open(api, admin);

    await waitFor(() => expect(api.calls(sitePageApi.slugState)).toMatchObject([{ params: { slug: 'privacy' } }]));
    await screen.findByText('2 pages in total');
    expect(screen.queryByRole('button', { name: 'Create Privacy Page' })).not.toBeInTheDocument();
  });

  it('creates a privacy page for admins, and links to an existing one', { tags: 'thorough' }, async () => {
    const api = server([], admin)
      .on(sitePageApi.slugState, () => ({ is: 'free' as const, leadsTo: null }))
      .refuse(personalDataApi.privacyPage, 'conflict', 'This address is taken.')
      // The editor, which opens then, is not part of this test.
      .hang(sitePageApi.byId);
    const { user, router } = open(api, admin);
    await user.click(await screen.findByRole('button', { name: 'Create Privacy Page' }));
    expect(await screen.findByText(/This address is taken/)).toBeVisible();

    api.on(personalDataApi.privacyPage, () => ({ ...samplePage(), id: 'privacy-id', content: '' }) as StaffSitePage);
    await user.click(screen.getByRole('button', { name: 'Create Privacy Page' }));

    await waitFor(() => expect(router.state.location.search).toBe('?page=privacy-id'));
  });

  it('says when a page will be published', async () => {
    const publishAt = '2099-11-24T09:00:00.000Z';
    open(server([{ ...privacy, status: 'scheduled', publishAt }]));

    const row = await rowNamed('Privacy');
    expect(row.getByText('Scheduled')).toBeVisible();
    expect(row.getByText(/Nov 24, 2099/)).toHaveAttribute('datetime', publishAt);
  });

  it('publishes and unpublishes the displayed version', async () => {
    const { api, user } = open();

    await user.click((await rowNamed('Privacy')).getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Page published successfully!')).toBeVisible();
    await user.click((await rowNamed('About us')).getByRole('button', { name: 'Unpublish' }));

    await waitFor(() => expect(api.calls(sitePageApi.update)).toHaveLength(2));
    expect(api.calls(sitePageApi.update).map(({ body }) => body)).toEqual([
      { isPublished: true, baseUpdatedAt: privacy.updatedAt },
      { isPublished: false, baseUpdatedAt: about.updatedAt },
    ]);
  });

  it('undoes a publication, and restores the scheduled time', { tags: 'thorough' }, async () => {
    const publishAt = '2099-11-24T09:00:00.000Z';
    const after = '2026-11-24T10:00:00.000Z';
    const api = server([{ ...privacy, status: 'scheduled', publishAt }]).on(sitePageApi.update, ({ body }) =>
      body?.undo ? samplePage({ status: 'scheduled' }) : samplePage({ updatedAt: after }),
    );
    const { user } = open(api);

    await user.click((await rowNamed('Privacy')).getByRole('button', { name: 'Publish' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('The page is scheduled again.')).toBeVisible();
    expect(api.calls(sitePageApi.update).map(({ body }) => body)).toEqual([
      { isPublished: true, baseUpdatedAt: privacy.updatedAt },
      { isPublished: false, baseUpdatedAt: after, undo: true, publishAt },
    ]);
  });

  it('deletes after a question, and undoes it', async () => {
    const { api, user } = open();

    await user.click((await rowNamed('About us')).getByRole('button', { name: 'Delete' }));
    const dialog = await dialogNamed('Delete “About us”?');
    expect(dialog.getByText(/Readers of \/about will find nothing there/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete Page' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('The page is restored as a draft.')).toBeVisible();
    expect(api.calls(sitePageApi.undelete)[0]?.params).toEqual({ id: 'about-id' });
  });
});
