import { type BulkRun, bulkActionApi } from '@inkwell/shared/bulk-actions';
import { categoryApi } from '@inkwell/shared/categories';
import { postApi } from '@inkwell/shared/posts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { moderator, sampleBulkRun, sampleCategory, samplePostCard } from '../../../test/samples.ts';
import './admin-page.tsx';
import { RUN_POLL } from '../api/bulk-runs.ts';

const posts = ['Harbour', 'Lights'].map((title, n) => samplePostCard({ id: `post-${n}`, title }));

beforeAll(() => {
  RUN_POLL.ms = 0;
});

const run = (fields: Partial<BulkRun> = {}) =>
  sampleBulkRun({ action: 'publish', total: 206, changed: 200, ...fields });

/** An API that lists two of the matching posts. */
const api = (total: number | null = 206) =>
  createFakeApi(moderator)
    .on(categoryApi.list, () => [sampleCategory({ id: 3, name: 'Travel' })])
    .on(postApi.authors, () => [])
    .on(postApi.adminList, () => ({ items: posts, total, nextCursor: 'further' }));

const button = (name: string) => screen.getByRole('button', { name });
const boxes = () => screen.getAllByRole('checkbox', { name: /^Choose / });

async function open(server: ReturnType<typeof api>, search = '&status=draft&category=3&sort=views') {
  const app = renderPage(`/admin?tab=posts${search}`, { viewer: moderator, api: server });
  await screen.findByRole('heading', { name: 'Lights' });
  const chooseAll = async () => {
    await app.user.click(button('Select All'));
    await app.user.click(button('Select All 206 Matching'));
  };
  /** Confirms an action on the selected posts. */
  async function act(action: string, confirm = action) {
    const bar = within(screen.getByRole('region', { name: 'Selected posts' }));
    await app.user.click(bar.getByRole('button', { name: action }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/all 206 matching posts/)).toBeVisible();
    await app.user.click(dialog.getByRole('button', { name: confirm }));
  }
  return { ...app, chooseAll, act };
}

describe('selecting all matching posts', () => {
  it('follows selecting all loaded posts, in the same place, and goes back', { tags: 'thorough' }, async () => {
    const { user, chooseAll } = await open(api());

    await user.click(button('Select All'));
    expect(screen.getByText('2 posts selected')).toBeVisible();
    await user.keyboard('{Enter}');
    expect(screen.getByText('All 206 matching posts are selected')).toBeVisible();
    expect(button('Select Only These 2')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByText('2 posts selected')).toBeVisible();

    await user.click(button('Select All 206 Matching'));
    await user.click(screen.getByRole('checkbox', { name: 'Choose Harbour' }));
    expect(screen.getByText('1 post selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Choose Lights' })).toBeChecked();
    await chooseAll();
    await user.click(button('Clear Selection'));
    for (const box of boxes()) expect(box).not.toBeChecked();
    expect(button('Select All')).toHaveFocus();
  });

  it('applies to the posts found by the corrected query', { tags: 'thorough' }, async () => {
    const server = api()
      .on(postApi.adminList, () => ({ items: posts, total: 206, nextCursor: 'further', searchedFor: 'harbour' }))
      .on(bulkActionApi.begin, () => run());
    const { chooseAll, act } = await open(server, '&q=hrabour');

    await chooseAll();
    await act('Publish');

    await waitFor(() =>
      expect(server.calls(bulkActionApi.begin)[0]?.body).toMatchObject({ filter: { q: 'harbour' }, count: 206 }),
    );
  });

  it('ends when filters change', { tags: 'thorough' }, async () => {
    const { user, chooseAll } = await open(api());
    await chooseAll();

    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Any');

    await waitFor(() => expect(screen.queryByText('All 206 matching posts are selected')).not.toBeInTheDocument());
  });

  it('is not offered if all are loaded or their number is unknown or too high, and says why', {
    tags: 'thorough',
  }, async () => {
    const server = api(2);
    const { user } = await open(server);
    await user.click(button('Select All'));
    expect(screen.queryByRole('button', { name: /that match/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('note')).not.toBeInTheDocument();

    server.on(postApi.adminList, () => ({ items: posts, total: null, nextCursor: 'further' }));
    await user.click(button('Refresh'));
    expect(await screen.findByText(/^The number of matching posts is unknown/)).toBeVisible();

    server.on(postApi.adminList, () => ({ items: posts, total: 5_001, nextCursor: 'further' }));
    await user.click(button('Refresh'));
    expect(await screen.findByText('You can select at most 5,000 posts. Use filters.')).toBeVisible();
    expect(button('Select All')).toBeVisible();
  });

  it('sends filters and number, says how many were changed, and undoes the change', async () => {
    const server = api()
      .on(bulkActionApi.begin, () => run({ action: 'category' }))
      .on(bulkActionApi.changeRun, () => run({ action: 'category', isUndo: true, changed: 199, failed: 1 }));
    const { user, chooseAll, act } = await open(server);

    await chooseAll();
    await act('Category', 'Move');

    expect(await screen.findByText('206 posts moved successfully!')).toBeVisible();
    const [begun] = server.calls(bulkActionApi.begin);
    const filter = { status: 'draft', categoryId: 3 };
    expect(begun?.body).toEqual({ action: 'category', categoryId: null, filter, count: 206 });
    expect(begun?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.queryByRole('region', { name: 'Selected posts' })).not.toBeInTheDocument();

    expect(button('Select All')).toHaveFocus();

    await user.click(button('Undo'));
    expect(await screen.findByText('199 posts are as before. 1 post was changed since and left alone.')).toBeVisible();
    expect(server.calls(bulkActionApi.changeRun)).toMatchObject([
      { params: { id: 'run-1' }, body: { wanted: 'undone' } },
    ]);
  });

  it('repeats a lost request with the same key, and sends another one with a new key', {
    tags: 'thorough',
  }, async () => {
    const server = api().refuse(bulkActionApi.begin, 'unavailable');
    const { chooseAll, act } = await open(server);

    await chooseAll();
    await act('Publish');
    await screen.findByText(/^Failed to change the posts that match/);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    server.on(bulkActionApi.begin, () => run());
    await act('Publish');
    await screen.findByText('206 posts published successfully!');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await chooseAll();
    await act('Publish');

    await waitFor(() => expect(server.calls(bulkActionApi.begin)).toHaveLength(3));

    const [lost, repeated, other] = server.calls(bulkActionApi.begin).map(({ idempotencyKey }) => idempotencyKey);
    expect(repeated).toBe(lost);
    expect(other).not.toBe(lost);
  });

  it('asks again if the number of matches has changed', { tags: 'thorough' }, async () => {
    const server = api().on(bulkActionApi.begin, () => {
      server.on(postApi.adminList, () => ({ items: posts, total: 207, nextCursor: 'further' }));
      throw new Refusal('conflict', 'Not 206 but 207 posts match now');
    });
    const { chooseAll, act } = await open(server);

    await chooseAll();
    await act('Delete', 'Delete Posts');

    expect(await screen.findByText(/Not 206 but 207 posts match now/)).toBeVisible();
    expect(await screen.findByText('All 207 matching posts are selected')).toBeVisible();
  });

  it('shows the progress of a job, stops it, and undoes its changes', { tags: 'thorough' }, async () => {
    let answer = (_run: BulkRun) => {};
    const asked = () => new Promise<BulkRun>((resolve) => (answer = resolve));
    const server = api()
      .on(bulkActionApi.begin, () => run({ status: 'running', done: 25, changed: 25 }))
      .on(bulkActionApi.run, asked)
      .on(bulkActionApi.changeRun, () => run({ status: 'running', done: 50, changed: 50 }));
    const { user, router, chooseAll, act: begin } = await open(server);

    await chooseAll();
    await begin('Publish');

    const bar = await screen.findByRole('progressbar', { name: 'Publishing 206 posts' });
    expect(bar).toHaveAttribute('aria-valuetext', '25 of 206');
    await waitFor(() => expect(server.calls(bulkActionApi.run)).toHaveLength(1));
    answer(run({ status: 'running', done: 50, changed: 50 }));
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '50 of 206'));
    await act(() => router.navigate('/drafts'));

    await user.click(button('Stop'));

    expect(screen.getByRole('progressbar', { name: 'Stopping' })).toBeVisible();
    expect(server.calls(bulkActionApi.changeRun)).toMatchObject([{ body: { wanted: 'stopped' } }]);
    await waitFor(() => expect(server.calls(bulkActionApi.run)).toHaveLength(2));
    answer(run({ status: 'stopped', done: 50, changed: 50 }));
    expect(await screen.findByText('50 posts published of 206.')).toBeVisible();
    server.on(bulkActionApi.changeRun, () => run({ isUndo: true, changed: 50 }));
    await user.click(button('Undo'));
    expect(await screen.findByText('50 posts are as before.')).toBeVisible();
  });
});
