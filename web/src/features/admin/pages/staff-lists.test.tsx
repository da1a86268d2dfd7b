import { type Activity, activityApi } from '@inkwell/shared/activity';
import { analyticsApi } from '@inkwell/shared/analytics';
import { bulkActionApi } from '@inkwell/shared/bulk-actions';
import { categoryApi } from '@inkwell/shared/categories';
import { jobApi } from '@inkwell/shared/jobs';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeApi, renderApp } from '../../../test/render-app.tsx';
import { sampleAnalytics } from '../../../test/sample-analytics.ts';
import { sampleCategory, samplePostCard, sampleUser } from '../../../test/samples.ts';

const admin = sampleUser({ id: 'admin-1', role: 'admin', displayName: 'Alma Admin', email: 'alma@inkwell.test' });
const moderator = sampleUser({ id: 'mod-1', role: 'moderator' });

// Loading the pages' code is not what these wait for.
beforeAll(async () => {
  await Promise.all([import('./admin-page.tsx'), import('./activity-page.tsx')]);
});

describe('finding posts', () => {
  const posts = [samplePostCard({ id: 'post-1', title: 'Harbour' }), samplePostCard({ id: 'post-2', title: 'Lights' })];
  const api = () =>
    createFakeApi(moderator)
      .on(categoryApi.list, () => [sampleCategory({ id: 3, name: 'Travel' })])
      .on(postApi.adminList, ({ query }) =>
        posts.filter(({ title }) => !query.q || title.toLowerCase().includes(query.q)),
      );
  const asked = (server: ReturnType<typeof api>) => server.calls(postApi.adminList).at(-1)?.query;

  it('asks for words and filters, says how many there are, and keeps both in the address', async () => {
    const server = api();
    const { user, router } = renderApp('/admin?tab=posts', { viewer: moderator, api: server });
    await screen.findByText('2 posts in total');

    await user.keyboard('/');
    const box = screen.getByRole('searchbox', { name: 'Title' });
    expect(box).toHaveFocus();
    await user.type(box, 'harb');
    expect(await screen.findByText('1 post found')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=posts&q=harb');
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toBeDisabled();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'draft');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Travel');
    await waitFor(() => expect(asked(server)).toMatchObject({ q: 'harb', status: 'draft', categoryId: 3 }));
    expect(screen.getByRole('combobox', { name: 'Author' })).toBeDisabled();
    expect(screen.getByText('At most 2 filters beside words.')).toBeVisible();

    await act(() => router.navigate(-3));
    await waitFor(() => expect(asked(server)).not.toHaveProperty('q'));
    expect(box).toHaveValue('');
    expect(await screen.findByRole('heading', { name: 'Lights' })).toBeVisible();
  });

  it('begins with what the address asks for, and clears it', async () => {
    const server = api();
    const address = '/admin?tab=posts&status=scheduled&category=3&author=ada&sort=views';
    const { user, router } = renderApp(address, { viewer: moderator, api: server });
    await screen.findByText('2 posts found');
    expect(asked(server)).toMatchObject({ status: 'scheduled', categoryId: 3, authorId: 'ada', sort: 'views' });

    await user.click(screen.getByRole('button', { name: 'Clear filters' }));

    expect(await screen.findByText('2 posts in total')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=posts');
  });

  it('says that nothing was found, or that nothing was found yet', async () => {
    const server = api();
    const { user } = renderApp('/admin?tab=posts&q=nowhere', { viewer: moderator, api: server });
    expect(await screen.findByText('No posts found')).toBeVisible();
    expect(screen.queryByText('No Posts Yet')).not.toBeInTheDocument();

    server.on(postApi.adminList, ({ query }) =>
      query.cursor
        ? { items: posts.slice(0, 1), total: null, nextCursor: null }
        : { items: [], total: null, nextCursor: 'further' },
    );
    await user.type(screen.getByRole('searchbox', { name: 'Title' }), ' else');
    expect(await screen.findByText('None of those looked at so far. Load More looks further.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load More' }));

    expect(await screen.findByRole('heading', { name: 'Harbour' })).toBeVisible();
  });

  it('acts on all that are chosen after a question, and leaves chosen what failed, with the reason', async () => {
    const server = api().on(bulkActionApi.posts, ({ body }) => ({
      results: body.ids.map((id) =>
        id === 'post-1'
          ? { id, ok: true, status: 200, message: null }
          : { id, ok: false, status: 409, message: 'Somebody was faster' },
      ),
    }));
    const { user } = renderApp('/admin?tab=posts', { viewer: moderator, api: server });
    await screen.findByRole('heading', { name: 'Harbour' });

    await user.type(screen.getByRole('searchbox', { name: 'Title' }), '{ArrowDown}');
    expect(screen.getByRole('checkbox', { name: 'Choose Harbour' })).toHaveFocus();
    await user.keyboard(' {ArrowDown} ');
    const bar = within(screen.getByRole('region', { name: 'Chosen posts' }));
    expect(bar.getByText('2 posts chosen')).toBeVisible();
    await user.click(bar.getByRole('button', { name: 'Change category' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Category' }));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), 'Travel');
    expect(server.calls(bulkActionApi.posts)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Move' }));

    expect(await screen.findByText('1 post moved, 1 post failed.')).toBeVisible();
    expect(server.calls(bulkActionApi.posts)[0]?.body).toEqual({
      action: 'category',
      ids: ['post-1', 'post-2'],
      categoryId: 3,
    });
    expect(screen.getByText('Failed: Somebody was faster')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Choose Harbour' })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Choose Lights' })).toBeChecked();
  });
});

describe('finding users', () => {
  it('asks for words, filters and order', async () => {
    const server = createFakeApi(admin).on(userApi.list, () => [admin]);
    const { user, router } = renderApp('/admin?tab=users', { viewer: admin, api: server });
    await screen.findByText('1 user in total');

    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Moderator');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Presence' }), 'Offline');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name');

    await waitFor(() =>
      expect(server.calls(userApi.list).at(-1)?.query).toMatchObject({
        role: 'moderator',
        online: false,
        sort: 'name',
      }),
    );
    await user.type(screen.getByRole('searchbox', { name: 'Name or address' }), 'alma{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?tab=users&role=moderator&online=false&q=alma'));
    expect(screen.getByRole('combobox', { name: 'Blocked' })).toBeDisabled();
  });
});

describe('the page of what was done', () => {
  const actor = { id: 'mod-1', displayName: 'Max', firstName: 'Max', email: null, profileImageUrl: null };
  const entry = (fields: Partial<Activity>): Activity => ({
    id: 'a1',
    at: '2026-11-21T10:00:00.000Z',
    actor,
    actorId: 'mod-1',
    onBehalfOf: null,
    action: 'post.edit',
    target: { kind: 'posts', id: 'post-1', name: 'Harbour' },
    before: { title: 'Port', isPublished: true },
    after: { title: 'Harbour', isPublished: true },
    ...fields,
  });
  const api = () =>
    createFakeApi(admin).on(activityApi.list, () => [
      entry({}),
      entry({
        id: 'a2',
        actor: null,
        actorId: 'scheduler',
        onBehalfOf: actor,
        action: 'post.publish',
        before: null,
        after: null,
      }),
      entry({
        id: 'a3',
        action: 'user.praise',
        target: { kind: 'users', id: 'ada', name: 'Ada' },
        before: null,
        after: { role: 'moderator' },
      }),
    ]);

  it('is reached from the overview and says who did what, before and after', async () => {
    const server = api()
      .on(analyticsApi.analytics, () => sampleAnalytics())
      .on(jobApi.list, () => []);
    const { user } = renderApp('/admin', { viewer: admin, api: server });

    await user.click(await screen.findByRole('link', { name: 'Activity' }));

    expect(await screen.findByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
    expect(await screen.findByText('3 acts in total')).toBeVisible();
    const [edited, published, praised] = screen.getAllByRole('listitem').filter((item) => item.closest('ol'));
    expect(edited).toHaveTextContent('Max edited the post Harbour');
    expect(edited).toHaveTextContent('TitlePort →is now Harbour');
    expect(edited).not.toHaveTextContent('Is published');
    expect(published).toHaveTextContent('The schedule published the post Harbour');
    expect(published).toHaveTextContent('On behalf of Max');
    expect(praised).toHaveTextContent('Max user.praise Ada');
  });

  it('lists what one person did, to one thing, by one act, and on some days', async () => {
    const server = api();
    const { user, router } = renderApp('/admin/activity?since=2026-11-20&until=2026-11-21', {
      viewer: admin,
      api: server,
    });
    await user.click((await screen.findAllByRole('button', { name: 'Only on Harbour' }))[0] as HTMLElement);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'Max');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Act' }), 'Post edited');

    await waitFor(() =>
      expect(server.calls(activityApi.list).at(-1)?.query).toMatchObject({
        actorId: 'mod-1',
        targetId: 'post-1',
        action: 'post.edit',
        since: new Date('2026-11-20T00:00:00').toISOString(),
        until: new Date('2026-11-22T00:00:00').toISOString(),
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(router.state.location.search).toBe('');
  });

  it('is for admins: moderators see the panel', async () => {
    const server = createFakeApi(moderator).on(analyticsApi.analytics, () => sampleAnalytics());
    const { router } = renderApp('/admin/activity', { viewer: moderator, api: server });

    expect(await screen.findByRole('heading', { name: 'Moderator Panel' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin');
    expect(screen.queryByRole('link', { name: 'Activity' })).not.toBeInTheDocument();
  });
});
