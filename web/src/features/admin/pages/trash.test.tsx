import { bulkActionApi } from '@inkwell/shared/bulk-actions';
import { categoryApi } from '@inkwell/shared/categories';
import { postApi, type StaffPostCard } from '@inkwell/shared/posts';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { moderator, sampleBulkRun, samplePost, samplePostCard } from '../../../test/samples.ts';
// So that no test waits for the page's code.
import './admin-page.tsx';

/** An API with these posts, which can be deleted and restored. */
function apiOf(posts: StaffPostCard[]) {
  const stored = new Map(posts.map((post) => [post.id, post]));
  const put = (id: string, trashedAt: string | null) => {
    const post = samplePostCard({ ...stored.get(id), isPublished: false, trashedAt });
    stored.set(id, post);
    return post;
  };
  return createFakeApi(moderator)
    .on(categoryApi.list, () => [])
    .on(postApi.adminList, ({ query }) =>
      [...stored.values()].filter(({ trashedAt }) => (trashedAt === null) === (query.status !== 'trash')),
    )
    .on(postApi.remove, ({ params }) => void put(params.id, '2026-11-20T10:00:00.000Z'))
    .on(postApi.undelete, ({ params }) => samplePost(put(params.id, null)))
    .on(bulkActionApi.begin, ({ body: { action, ids = [] } }) => {
      for (const id of ids) put(id, action === 'delete' ? '2026-11-20T10:00:00.000Z' : null);
      return sampleBulkRun({ action, total: ids.length });
    })
    .on(bulkActionApi.changeRun, () => {
      for (const id of stored.keys()) put(id, null);
      return sampleBulkRun({ action: 'delete', isUndo: true, total: stored.size });
    });
}

describe('the trash', () => {
  const trashed = samplePostCard({
    id: 'post-1',
    title: 'Harbour',
    isPublished: false,
    trashedAt: '2026-11-20T10:00:00.000Z',
  });

  it('is a status to filter by, and shows when each post is removed permanently', async () => {
    const server = apiOf([trashed, samplePostCard({ id: 'post-2', title: 'Lights' })]);
    const { user, router } = renderPage('/admin?tab=posts', { viewer: moderator, api: server });
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
    const server = apiOf([trashed]);
    const { user } = renderPage('/admin?tab=posts&status=trash', { viewer: moderator, api: server });

    await user.click(await screen.findByRole('button', { name: 'Restore' }));

    expect(await screen.findByText('Post restored as a draft!')).toBeVisible();
    expect(await screen.findByText('The Trash Is Empty')).toBeVisible();
    expect(server.calls(postApi.undelete)[0]?.params).toEqual({ id: 'post-1' });
  });

  it('restores many posts after a question, and offers no other action for them', { tags: 'thorough' }, async () => {
    const server = apiOf([trashed, { ...trashed, id: 'post-2', title: 'Lights' }]);
    const { user } = renderPage('/admin?tab=posts&status=trash', { viewer: moderator, api: server });
    await user.click(await screen.findByRole('button', { name: 'Select All' }));
    const bar = within(screen.getByRole('region', { name: 'Selected posts' }));
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Restore', 'Clear Selection']);

    await user.click(bar.getByRole('button', { name: 'Restore' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore Posts' }));
    await user.click(dialog.getByRole('button', { name: 'Restore' }));

    expect(await screen.findByText('2 posts restored as drafts successfully!')).toBeVisible();
    expect(server.calls(bulkActionApi.begin)[0]?.body).toEqual({ action: 'undelete', ids: ['post-1', 'post-2'] });
  });

  it('says why a post was not restored', { tags: 'thorough' }, async () => {
    const server = apiOf([trashed]).refuse(postApi.undelete, 'not-found');
    const { user } = renderPage('/admin?tab=posts&status=trash', { viewer: moderator, api: server });

    await user.click(await screen.findByRole('button', { name: 'Restore' }));

    expect(await screen.findByText('Failed to restore post: 404: Not found')).toBeVisible();
  });
});

describe('the question before a deletion', () => {
  const NOTE = 'You will find it in the trash for 30 days, where staff can restore it as a draft.';

  it('has the specified text, and says below how long the post can be restored', async () => {
    const server = apiOf([samplePostCard({ id: 'post-1', title: 'Harbour' })]);
    const { user } = renderPage('/admin?tab=posts', { viewer: moderator, api: server });

    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Harbour”?' }));

    const question = 'Are you sure you want to delete this post? This action cannot be undone.';
    expect(dialog.getByText(question)).toBeVisible();
    expect(dialog.getByText(NOTE)).toBeVisible();
  });

  it('also says so for many posts', { tags: 'thorough' }, async () => {
    const server = apiOf([samplePostCard({ id: 'post-1', title: 'Harbour' })]);
    const { user } = renderPage('/admin?tab=posts', { viewer: moderator, api: server });
    await user.click(await screen.findByRole('checkbox', { name: 'Choose Harbour' }));

    await user.click(
      within(screen.getByRole('region', { name: 'Selected posts' })).getByRole('button', { name: 'Delete' }),
    );

    expect(within(await screen.findByRole('dialog', { name: 'Delete Posts' })).getByText(NOTE)).toBeVisible();
  });
});

describe('Undo in the toast of a deletion', () => {
  it('restores the post', { tags: 'thorough' }, async () => {
    const server = apiOf([samplePostCard({ id: 'post-1', title: 'Harbour' })]);
    const { user } = renderPage('/admin?tab=posts', { viewer: moderator, api: server });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Harbour”?' }));
    await user.click(dialog.getByRole('button', { name: /^Delete Posts?$/ }));
    await screen.findByText('Post deleted successfully!');

    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('The post is restored as a draft.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Harbour' })).toBeVisible();
  });

  it('restores the deleted posts of a bulk deletion', { tags: 'thorough' }, async () => {
    const server = apiOf([
      samplePostCard({ id: 'post-1', title: 'Harbour' }),
      samplePostCard({ id: 'post-2', title: 'Lights' }),
    ]);
    const { user } = renderPage('/admin?tab=posts', { viewer: moderator, api: server });
    await user.click(await screen.findByRole('button', { name: 'Select All' }));
    const bar = within(screen.getByRole('region', { name: 'Selected posts' }));
    await user.click(bar.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Posts' }));
    await user.click(dialog.getByRole('button', { name: /^Delete Posts?$/ }));
    await screen.findByText('2 posts deleted successfully!');

    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('2 posts are restored as drafts.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Lights' })).toBeVisible();
  });
});
