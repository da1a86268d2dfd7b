import { bulkActionApi } from '@inkwell/shared/bulk-actions';
import { postApi, type StaffPostCard } from '@inkwell/shared/posts';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dialogNamed, textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { moderator, sampleBulkRun, samplePost, samplePostCard } from '../../../test/samples.ts';
// So that no test waits for the page's code.
import './admin-page.tsx';

const harbour = samplePostCard({ id: 'post-1', title: 'Harbour' });
const lights = samplePostCard({ id: 'post-2', title: 'Lights' });
const TRASHED = { isPublished: false, trashedAt: '2026-11-20T10:00:00.000Z' };
const trashed = samplePostCard({ ...harbour, ...TRASHED });

/** Opens the list of these posts, which can be deleted and restored. */
function open(posts: StaffPostCard[], search = '') {
  const stored = new Map(posts.map((post) => [post.id, post]));
  const put = (id: string, trashedAt: string | null) => {
    const post = samplePostCard({ ...stored.get(id), isPublished: false, trashedAt });
    stored.set(id, post);
    return post;
  };
  const api = createFakeApi(moderator)
    .on(postApi.adminList, ({ query }) =>
      [...stored.values()].filter(({ trashedAt }) => (trashedAt === null) === (query.status !== 'trash')),
    )
    .on(postApi.remove, ({ params }) => void put(params.id, TRASHED.trashedAt))
    .on(postApi.undelete, ({ params }) => samplePost(put(params.id, null)))
    .on(bulkActionApi.begin, ({ body: { action, ids = [] } }) => {
      for (const id of ids) put(id, action === 'delete' ? TRASHED.trashedAt : null);
      return sampleBulkRun({ action, total: ids.length });
    })
    .on(bulkActionApi.changeRun, () => {
      for (const id of stored.keys()) put(id, null);
      return sampleBulkRun({ action: 'delete', isUndo: true, total: stored.size });
    });
  return renderPage(`/admin?tab=posts${search}`, { viewer: moderator, api });
}
const bar = () => within(screen.getByRole('region', { name: 'Selected posts' }));

describe('the trash', () => {
  it('is a status to filter by, and shows when each post is removed permanently', async () => {
    const { user, router } = open([trashed, lights]);
    await screen.findByRole('heading', { name: 'Lights' });

    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Trash');

    const row = (await screen.findByRole('heading', { name: 'Harbour' })).closest('li') as HTMLElement;
    expect(router.state.location.search).toBe('?tab=posts&status=trash');
    expect(row).toHaveTextContent('Trash');
    expect(row).toHaveTextContent('Deleted Nov 20, 2026');
    expect(row).toHaveTextContent('Permanently deleted after Dec 20, 2026');
    expect(within(row).getAllByRole('button')).toHaveLength(1);
    expect(within(row).queryByRole('link')).not.toBeInTheDocument();
  });

  it('restores a post as a draft', async () => {
    const { user, api } = open([trashed], '&status=trash');

    await user.click(await screen.findByRole('button', { name: 'Restore' }));

    expect(await screen.findByText('Post restored as a draft!')).toBeVisible();
    expect(await screen.findByText('The Trash Is Empty')).toBeVisible();
    expect(api.calls(postApi.undelete)[0]?.params).toEqual({ id: 'post-1' });
  });

  it('restores many posts after a question, and offers no other action for them', { tags: 'thorough' }, async () => {
    const { user, api, answer } = open([trashed, { ...lights, ...TRASHED }], '&status=trash');

    await user.click(await screen.findByRole('button', { name: 'Select All' }));
    expect(textsOf(bar().getAllByRole('button'))).toEqual(['Restore', 'Clear Selection']);
    await user.click(bar().getByRole('button', { name: 'Restore' }));
    await answer('Restore Posts', 'Restore');

    expect(await screen.findByText('2 posts restored as drafts successfully!')).toBeVisible();
    expect(api.calls(bulkActionApi.begin)[0]?.body).toEqual({ action: 'undelete', ids: ['post-1', 'post-2'] });
  });

  it('says why a post was not restored', { tags: 'thorough' }, async () => {
    const { user, api } = open([trashed], '&status=trash');
    api.refuse(postApi.undelete, 'not-found');

    await user.click(await screen.findByRole('button', { name: 'Restore' }));

    expect(await screen.findByText('Failed to restore post: 404: Not found')).toBeVisible();
  });
});

describe('a deletion', () => {
  it('of several posts says first how long they can be restored', { tags: 'thorough' }, async () => {
    const { user } = open([harbour]);

    await user.click(await screen.findByRole('checkbox', { name: 'Choose Harbour' }));
    await user.click(bar().getByRole('button', { name: 'Delete' }));

    const note = 'You will find it in the trash for 30 days, where staff can restore it as a draft.';
    expect((await dialogNamed('Delete Posts')).getByText(note)).toBeVisible();
  });

  it('is undone from its toast', { tags: 'thorough' }, async () => {
    const { user, answer } = open([harbour]);

    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await answer('Delete “Harbour”?', 'Delete Post');
    await screen.findByText('Post deleted successfully!');

    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('The post is restored as a draft.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Harbour' })).toBeVisible();
  });

  it('of several posts is undone from its toast', { tags: 'thorough' }, async () => {
    const { user, answer } = open([harbour, lights]);
    await user.click(await screen.findByRole('button', { name: 'Select All' }));
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    await answer('Delete Posts', 'Delete Posts');
    await screen.findByText('2 posts deleted successfully!');

    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('2 posts are restored as drafts.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Lights' })).toBeVisible();
  });
});
