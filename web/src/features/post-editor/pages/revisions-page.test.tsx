import { categoryApi } from '@inkwell/shared/categories';
import { postApi } from '@inkwell/shared/posts';
import { type Revision, revisionApi } from '@inkwell/shared/revisions';
import { sitePageRevisionApi } from '@inkwell/shared/site-page-revisions';
import { sitePageApi } from '@inkwell/shared/site-pages';
import { tagApi } from '@inkwell/shared/tags';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { staffApi } from '../../../test/editor-page.ts';
import { Refusal } from '../../../test/fake-api.ts';
import { renderPage } from '../../../test/render-app.tsx';
import { moderator, sampleCategory, samplePage, samplePost, sampleTag } from '../../../test/samples.ts';

const post = samplePost({ id: 'post-1', title: 'The tide', content: 'It writes once a day.', isPublished: true });

/** The answer also has fields of posts that revisions do not have. */
const revision = (id: string, changes: Partial<Revision> = {}) => ({
  ...samplePost(),
  postId: 'post-1',
  title: 'The tide',
  content: 'It writes once a day.',
  excerpt: null,
  featuredImage: null,
  categoryId: null,
  seriesId: null,
  seriesPlace: null,
  reason: 'save' as const,
  editor: post.author,
  restoredId: null,
  wordsAdded: 1,
  wordsRemoved: 2,
  createdAt: '2026-02-01T00:00:00.000Z',
  ...changes,
  id,
});

const STORED = [
  revision('3'),
  revision('2', { content: 'It writes twice a day.', title: 'Tides' }),
  revision('1', { content: 'It writes.', reason: 'create' }),
];

const revisionsApi = (stored = STORED) =>
  staffApi()
    .on(postApi.byId, () => post)
    .on(revisionApi.list, () => stored)
    .on(revisionApi.byId, ({ params }) => {
      const found = stored.find(({ id }) => id === params.revisionId);
      if (!found) throw new Refusal('not-found');
      return found;
    });

const open = (api = revisionsApi()) => renderPage('/revisions?post=post-1', { viewer: moderator, api });
/** Opens the dialog that restores the second newest revision, once that is shown. */
async function openRestore(user: ReturnType<typeof open>['user']) {
  await user.click((await screen.findAllByRole('button', { name: /^Restore the version of/ }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: /^Restore the version of/ });
  expect(await within(dialog).findByText('It writes twice a day.')).toBeVisible();
  return { dialog, restore: () => user.click(within(dialog).getByRole('button', { name: 'Restore This Version' })) };
}
const changed = (selector: string) =>
  [...screen.getByRole('region', { name: 'What changed' }).querySelectorAll(selector)].map((part) => part.textContent);

describe('the revisions of a post', () => {
  it('are listed with author, reason and size, and the newest two are compared by word', async () => {
    open();

    expect(await screen.findByRole('heading', { name: 'Revisions of The tide' })).toBeVisible();
    await screen.findAllByRole('radio', { name: /^Older/ });
    const rows = screen.getAllByRole('listitem').filter((row) => !row.closest('nav'));
    expect(rows.map((row) => /Saved|Created/.exec(row.textContent ?? '')?.[0])).toEqual(['Saved', 'Saved', 'Created']);
    expect(within(rows[0] as HTMLElement).getByText('1 word added, 2 words removed')).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Text with its changes' })).toBeVisible();
    expect(changed('del')).toEqual(['Tides', 'twice']);
    expect(changed('ins')).toEqual(['The tide', 'once']);
  });

  it('name the added and removed authors and tags', { tags: 'thorough' }, async () => {
    const api = revisionsApi([
      revision('2', { authorIds: ['guest-1', 'author-1'], tagIds: ['tag-1'] }),
      revision('1', { authorIds: ['author-1', 'gone'] }),
    ]).on(tagApi.byIds, () => [{ ...sampleTag(), askedId: 'tag-1' }]);
    open(api);

    const region = await screen.findByRole('region', { name: 'What changed' });

    await waitFor(() => expect(region).toHaveTextContent('Harbours'));
    await waitFor(() => expect(region).toHaveTextContent(/Grace.*Hopper/));
    expect(region).toHaveTextContent('deleted author');
    expect(region.textContent).not.toMatch(/guest-1|author-1|tag-1/);
  });

  it('name the categories before and after, also merged and deleted ones', { tags: 'thorough' }, async () => {
    const api = revisionsApi([
      revision('3', { categoryId: 3 }),
      revision('2', { categoryId: 2 }),
      revision('1', { categoryId: 1, title: 'Tides' }),
    ]).on(categoryApi.byId, ({ params }) => {
      if (params.id === 3) throw new Refusal('not-found');
      return { ...sampleCategory(), id: 1, name: 'Sea Birds' };
    });
    const { user } = open(api);

    const region = await screen.findByRole('region', { name: 'What changed' });
    await waitFor(() => expect(changed('del').join(' ')).toMatch(/Sea.*Birds/));
    await waitFor(() => expect(changed('ins').join(' ')).toMatch(/deleted.*category/));
    expect(region.textContent).not.toMatch(/Number \d/);

    // The second was merged into the first.
    await user.click((await screen.findAllByRole('radio', { name: /^Older/ }))[2] as HTMLElement);
    await user.click(screen.getAllByRole('radio', { name: /^Newer/ })[1] as HTMLElement);
    await waitFor(() => expect(changed('ins')).toEqual(['The tide']));
    expect(screen.getByRole('region', { name: 'What changed' })).not.toHaveTextContent('Category');
  });

  it('are compared by clicks on rows: with the previous one, and with the Shift key with any other', async () => {
    const { user, router } = open();
    const times = await screen.findAllByText('Feb 1, 2026, 12:00:00 AM', { selector: 'strong' });

    await user.click(times[1] as HTMLElement);
    await waitFor(() => expect(changed('ins')).toContain(' twice a day'));
    expect(router.state.location.search).toBe('?post=post-1&to=2');

    await user.keyboard('{Shift>}');
    await user.click(times[0] as HTMLElement);
    await user.keyboard('{/Shift}');
    expect(router.state.location.search).toBe('?post=post-1&to=3&from=2');
    await waitFor(() => expect(changed('ins')).toEqual(['The tide', 'once']));
  });

  it('can be selected for comparison, as text or rendered', { tags: 'thorough' }, async () => {
    const { user, router } = open();
    await user.click((await screen.findAllByRole('radio', { name: /^Older/ }))[2] as HTMLElement);
    await user.click(screen.getAllByRole('radio', { name: /^Newer/ })[1] as HTMLElement);

    await waitFor(() => expect(changed('ins')).toContain(' twice a day'));
    expect(router.state.location.search).toBe('?post=post-1&from=1&to=2');
    await user.click(screen.getByRole('button', { name: 'As Readers See It' }));

    expect(await screen.findByRole('region', { name: 'Older version' })).toHaveTextContent('It writes.');
    expect(screen.getByRole('region', { name: 'Newer version' })).toHaveTextContent('It writes twice a day.');
  });

  it('are rendered as articles, with headings and pictures', async () => {
    const content = '## Low tide\n\n![Harbour](/images/harbour.webp)';
    const { user } = open(revisionsApi([revision('2', { content }), revision('1', { content })]));
    await user.click(await screen.findByRole('button', { name: 'As Readers See It' }));
    const hasArticle = async (place: HTMLElement) => {
      expect(await within(place).findByRole('heading', { name: 'Low tide' })).toBeVisible();
      expect(within(place).getByRole('img', { name: 'Harbour' })).toBeVisible();
    };

    await hasArticle(await screen.findByRole('region', { name: 'Newer version' }));
    await user.click(screen.getByRole('button', { name: /^Restore the version of/ }));
    await hasArticle(await screen.findByRole('dialog', { name: /^Restore the version of/ }));
  });

  it('are restored after a question, if the post is unchanged', async () => {
    const api = revisionsApi().on(revisionApi.restore, () => post);
    const { dialog, restore } = await openRestore(open(api).user);
    expect(dialog).toHaveTextContent('Readers see them at once.');

    await restore();

    expect(await screen.findByText(/^The post was restored/)).toBeVisible();
    expect(api.calls(revisionApi.restore)).toMatchObject([
      { params: { id: 'post-1', revisionId: '2' }, body: { baseUpdatedAt: post.updatedAt } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('can be restored and undone from the toast, unless something newer was saved', async () => {
    const updatedAt = '2026-03-01T00:00:00.000Z';
    const api = revisionsApi().on(revisionApi.restore, () => ({ ...post, updatedAt }));
    const { user } = open(api);
    await (await openRestore(user)).restore();

    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('The post is as it was before.')).toBeVisible();
    expect(api.calls(revisionApi.restore)[1]).toMatchObject({
      params: { id: 'post-1', revisionId: '3' },
      body: { baseUpdatedAt: updatedAt },
    });
  });

  it('do not overwrite what somebody else saved in the meantime', async () => {
    const { user } = open(revisionsApi().refuse(revisionApi.restore, 'conflict'));

    await (await openRestore(user)).restore();

    expect(await screen.findByText(/^The post has changed in the meantime/)).toBeVisible();
  });

  it('show a message if there are none or they cannot be loaded', async () => {
    const api = revisionsApi().refuse(revisionApi.list, 500);
    const { user } = open(api);

    expect(await screen.findByText('The revisions could not be loaded')).toBeVisible();
    api.on(revisionApi.list, () => []);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: 'No Revisions Yet' })).toBeVisible();
  });

  it('are not found without their post', async () => {
    open(staffApi().refuse(postApi.byId, 'not-found').refuse(postApi.trash, 'not-found'));

    expect(await screen.findByRole('heading', { name: 'Post Not Found' })).toBeVisible();
  });
});

describe('the revisions of a page of the site', () => {
  it('belong to the page, and restoring one says which fields it restores', async () => {
    const page = samplePage({ updatedAt: '2026-02-01T00:00:00.000Z' });
    const api = staffApi()
      .on(sitePageApi.byId, () => page)
      .on(sitePageRevisionApi.list, () => STORED)
      .on(sitePageRevisionApi.byId, ({ params }) => STORED.find(({ id }) => id === params.revisionId) ?? revision('3'))
      .on(sitePageRevisionApi.restore, () => ({ ...page, updatedAt: '2026-02-02T00:00:00.000Z' }));
    const { user } = renderPage('/revisions?page=about-id', { viewer: moderator, api });

    expect(await screen.findByRole('heading', { name: 'Revisions of About us' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the Editor' })).toHaveAttribute(
      'href',
      '/admin/pages/edit?page=about-id',
    );
    const [restore] = await screen.findAllByRole('button', { name: /^Restore/ });
    await user.click(restore as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/The page gets back its title, content, language,/)).toBeVisible();
    await user.click(await dialog.findByRole('button', { name: 'Restore This Version' }));

    expect(await screen.findByText(/^The page was restored/)).toBeVisible();
    expect(api.calls(sitePageRevisionApi.restore)).toMatchObject([
      { params: { id: 'about-id', revisionId: '2' }, body: { baseUpdatedAt: page.updatedAt } },
    ]);
  });
});
