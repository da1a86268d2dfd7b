import { analyticsApi } from '@inkwell/shared/analytics';
import { categoryApi } from '@inkwell/shared/categories';
import { CONFLICT_MARKERS_LEFT } from '@inkwell/shared/conflict-markers';
import { type Job, jobApi } from '@inkwell/shared/jobs';
import { moderationApi } from '@inkwell/shared/moderation';
import { newsletterApi } from '@inkwell/shared/newsletter';
import { notificationApi } from '@inkwell/shared/notifications';
import { personalDataApi } from '@inkwell/shared/personal-data';
import { postApi } from '@inkwell/shared/posts';
import { storageApi } from '@inkwell/shared/storage';
import { userApi } from '@inkwell/shared/users';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { browserLocation } from '../../../lib/browser-location.ts';
import { toastStore } from '../../../lib/toast.ts';
import { Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderApp, renderPage } from '../../../test/render-app.tsx';
import { sampleAnalytics } from '../../../test/sample-analytics.ts';
import { moderator, samplePost, samplePostCard, sampleUser } from '../../../test/samples.ts';

const admin = sampleUser({ id: 'admin-1', role: 'admin', displayName: 'Alma Admin', email: 'alma@inkwell.test' });

/** Opens the panel at a tab; there are no categories by default. */
const openAs = (viewer: typeof admin, tab: string, api = createFakeApi(viewer)) =>
  renderPage(`/admin?tab=${tab}`, {
    viewer,
    api: api.hasHandler(categoryApi.list) ? api : api.on(categoryApi.list, () => []),
  });

/** Presses a button of the open question. */
const answer = async (user: ReturnType<typeof openAs>['user'], title: string, label: string) => {
  const dialog = await screen.findByRole('dialog', { name: title });
  await user.click(within(dialog).getByRole('button', { name: label }));
};

const rowOf = (name: string) => {
  const row = screen.getByRole('heading', { name }).closest('li');
  if (!row) throw new Error(`${name} stands in no row`);
  return within(row);
};

beforeEach(() => {
  vi.spyOn(browserLocation, 'leaveFor').mockImplementation(() => {});
});

describe('the admin panel', () => {
  it.each([
    [admin, ['Overview', 'Posts', 'Users', 'Notifications', 'Newsletter', 'Analytics']],
    [moderator, ['Overview', 'Posts', 'Analytics']],
  ])("has the tabs of the viewer's role, each in its own column", async (viewer, labels) => {
    openAs(viewer, '');

    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(labels);
    expect(screen.getByRole('tablist').style.getPropertyValue('--tab-columns')).toBe(String(labels.length));
  });

  it('keeps the open tab in the address', { tags: 'thorough' }, async () => {
    const api = createFakeApi(admin).on(userApi.list, () => [admin]);
    const { user, router } = openAs(admin, 'overview', api);

    await user.click(await screen.findByRole('tab', { name: 'Users' }));

    expect(await screen.findByRole('heading', { name: 'Alma Admin' })).toBeVisible();
    expect(router.state.location.search).toBe('?tab=users');
  });

  it('shows moderators the overview instead of the tabs of admins', async () => {
    const api = createFakeApi(moderator);
    const { router } = openAs(moderator, 'users', api);

    for (const tab of ['users', 'notifications', 'newsletter', 'storage', 'nonsense']) {
      await act(() => router.navigate(`/admin?tab=${tab}`));

      expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
      expect(screen.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
    }
  });

  it('shows the figures of the site', async () => {
    openAs(moderator, 'overview');

    expect(await screen.findByText('41')).toBeVisible();
    expect(screen.getByText('Online Now')).toBeVisible();
    for (const value of ['8', '230', '7']) expect(screen.getByText(value)).toBeVisible();
  });

  it('shows visitors the landing page', { tags: 'thorough' }, async () => {
    const { router } = renderApp('/admin');

    expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin');
  });

  it('opens the sign-in endpoint half a second after a call without a session', async () => {
    // Measured between toast and call, because rendering may be late on a busy machine.
    let toldMs = 0;
    let leftMs = 0;
    onTestFinished(toastStore.subscribe(() => (toldMs ||= performance.now())));
    vi.mocked(browserLocation.leaveFor).mockImplementation(() => {
      leftMs = performance.now();
    });
    openAs(admin, 'users', createFakeApi(admin).refuse(userApi.list, 401));

    expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible();
    expect(screen.getByText('Unauthorized')).toBeVisible();
    await waitFor(() => expect(browserLocation.leaveFor).toHaveBeenCalledExactlyOnceWith('/api/login'), {
      timeout: 2_000,
    });
    expect(leftMs - toldMs).toBeGreaterThan(490);
  });
});

describe('jobs in the overview', () => {
  const job = (changes: Partial<Job>): Job => ({
    id: 'schema-2',
    kind: 'schema.migrate',
    about: 'older pictures',
    status: 'running',
    done: 1_200,
    total: 4_800,
    attempts: 1,
    reason: null,
    createdAt: '2026-01-15T10:00:00.000Z',
    updatedAt: '2026-01-15T10:00:00.000Z',
    finishedAt: null,
    ...changes,
  });
  const overview = () => createFakeApi(admin);
  const TITLE = 'Bringing stored data up to date: older pictures';

  it('show their progress, and disappear when they are done', { tags: 'thorough' }, async () => {
    let jobs = [job({})];
    const { client } = openAs(
      admin,
      'overview',
      overview().on(jobApi.list, ({ query }) => {
        expect(query.only).toBe('unfinished');
        return jobs;
      }),
    );

    expect(await screen.findByRole('progressbar', { name: `Progress of ${TITLE}` })).toHaveAttribute(
      'aria-valuenow',
      '25',
    );
    expect(rowOf(TITLE).getByText('1,200 of 4,800 done')).toBeVisible();
    expect(screen.getByText('1 job is running')).toHaveAttribute('role', 'status');
    jobs = [];
    await act(() => client.invalidateQueries({ queryKey: ['admin', 'jobs'] }));

    await waitFor(() => expect(screen.queryByText('Jobs')).not.toBeInTheDocument());
  });

  it('show why they failed, and can be restarted', { tags: 'thorough' }, async () => {
    let jobs = [
      job({ attempts: 3, reason: 'The bucket is away' }),
      job({ id: 'other', kind: 'tags.merge', about: null, status: 'failed', total: null, reason: 'Too many tags' }),
    ];
    const retried: string[] = [];
    const api = overview()
      .on(jobApi.list, () => jobs)
      .on(jobApi.retry, ({ params }) => {
        retried.push(params.id);
        jobs = jobs.filter(({ id }) => id !== params.id);
        return job({ id: params.id, status: 'done' });
      });
    const { user } = openAs(admin, 'overview', api);

    expect(
      await screen.findByText('Attempt 3 of 8 failed and will be repeated automatically: The bucket is away'),
    ).toBeVisible();
    expect(rowOf('tags.merge').getByText('It failed: Too many tags')).toBeVisible();
    expect(rowOf(TITLE).queryByRole('button')).not.toBeInTheDocument();
    await user.click(rowOf('tags.merge').getByRole('button', { name: 'Try again' }));

    await waitFor(() => expect(screen.queryByRole('heading', { name: 'tags.merge' })).not.toBeInTheDocument());
    expect(retried).toEqual(['other']);
  });

  it('show that they could not be loaded or restarted', { tags: 'thorough' }, async () => {
    const failed = job({ status: 'failed', reason: 'Too many tags' });
    let isAway = true;
    const api = overview()
      .on(jobApi.list, () => {
        if (isAway) throw new Refusal('forbidden');
        return [failed];
      })
      .refuse(jobApi.retry, 'too-many');
    const { user } = openAs(admin, 'overview', api);

    expect(await screen.findByText('Failed to load jobs')).toBeVisible();
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));

    expect(await screen.findByText(/^Failed to retry the job: Too many requests/)).toBeVisible();
  });
});

describe('the posts tab', () => {
  const posts = () => [
    samplePostCard({ id: 'post-1', title: 'Live one', isPublished: true }),
    samplePostCard({ id: 'post-2', title: 'Hidden one', isPublished: false, category: null, categoryId: null }),
  ];
  const api = () => createFakeApi(moderator).on(postApi.adminList, posts);

  it('lists posts with all their data', async () => {
    openAs(moderator, 'posts', api());
    await screen.findByRole('heading', { name: 'Live one' });

    const row = rowOf('Live one');
    for (const text of ['Published', 'On mornings without wind.', 'Ada Lovelace', 'Technology', '120']) {
      expect(row.getByText(text)).toBeVisible();
    }
    expect(row.getByRole('link', { name: 'Live one' })).toHaveAttribute('href', '/create-post?edit=post-1');
    expect(row.getByText('Jan 15, 2026')).toBeVisible();
    expect(row.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/posts/post-1/live-one');
    expect(rowOf('Hidden one').getByText('Draft')).toBeVisible();
    expect(screen.getByText('2 posts in total')).toBeVisible();
  });

  it('formats thousands with separators', async () => {
    const many = createFakeApi(moderator).on(postApi.adminList, () => ({
      items: [samplePostCard({ title: 'Live one', views: 12_345 })],
      total: 4_321,
      nextCursor: 'next',
    }));
    openAs(moderator, 'posts', many);

    for (const text of ['12,345', '4,321 posts in total', '1 of 4,321 posts']) {
      expect(await screen.findByText(text)).toBeVisible();
    }
  });

  it('loads more pages and refreshes', { tags: 'thorough' }, async () => {
    const paged = createFakeApi(moderator).on(postApi.adminList, ({ query }) =>
      query.cursor
        ? { items: posts().slice(1), total: 2, nextCursor: null }
        : { items: posts().slice(0, 1), total: 2, nextCursor: 'next' },
    );
    const { user } = openAs(moderator, 'posts', paged);

    await user.click(await screen.findByRole('button', { name: 'Load More' }));
    expect(await screen.findByRole('heading', { name: 'Hidden one' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load More' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));

    await waitFor(() => expect(paged.calls(postApi.adminList)).toHaveLength(4));
  });

  it('keeps the first page when the next one fails, says why, and offers a retry', { tags: 'thorough' }, async () => {
    let isDown = true;
    const paged = createFakeApi(moderator).on(postApi.adminList, ({ query }) => {
      if (query.cursor && isDown) throw new Refusal('internal');
      return query.cursor
        ? { items: posts().slice(1), total: 2, nextCursor: null }
        : { items: posts().slice(0, 1), total: 2, nextCursor: 'next' };
    });
    const { user } = openAs(moderator, 'posts', paged);

    await user.click(await screen.findByRole('button', { name: 'Load More' }));
    expect(await screen.findByText(/^More posts could not be loaded\. Something went wrong on our side/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Live one' })).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Load More' }));

    expect(await screen.findByRole('heading', { name: 'Hidden one' })).toBeVisible();
    expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
  });

  it('publishes and unpublishes, and reloads the lists', async () => {
    const staff = api().on(postApi.update, ({ params, body }) =>
      samplePost({ id: params.id, isPublished: body.isPublished ?? false }),
    );
    const { user } = openAs(moderator, 'posts', staff);
    await screen.findByRole('heading', { name: 'Live one' });

    await user.click(rowOf('Hidden one').getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Post published successfully!')).toBeVisible();
    await user.click(rowOf('Live one').getByRole('button', { name: 'Unpublish' }));
    expect(staff.calls(postApi.update)).toHaveLength(1);
    await answer(user, 'Unpublish “Live one”?', 'Unpublish');
    expect(await screen.findByText('Post unpublished successfully!')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();

    expect(staff.calls(postApi.update).map(({ body }) => body)).toEqual([
      { isPublished: true },
      { isPublished: false },
    ]);
    expect(staff.calls(postApi.adminList).length).toBeGreaterThan(1);
  });

  it('deletes after a question, and confirms the deletion', async () => {
    const staff = api().hang(postApi.remove);
    const { user } = openAs(moderator, 'posts', staff);
    await screen.findByRole('heading', { name: 'Live one' });

    await user.click(rowOf('Live one').getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Live one”?' });
    expect(
      within(dialog).getByText('Are you sure you want to delete this post? This action cannot be undone.'),
    ).toBeVisible();
    expect(staff.calls(postApi.remove)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete Post' }));

    expect(await within(dialog).findByRole('button', { name: 'Deleting...' })).toBeVisible();
    expect(staff.calls(postApi.remove)).toHaveLength(1);
  });

  it.each([
    ['Unpublish', 'Failed to unpublish post: 500: no'],
    ['Delete', 'Failed to delete post: 500: no'],
  ])('says why %s failed', { tags: 'thorough' }, async (action, message) => {
    const staff = api().refuse(postApi.update, 500, 'no').refuse(postApi.remove, 500, 'no');
    const { user } = openAs(moderator, 'posts', staff);
    await screen.findByRole('heading', { name: 'Live one' });

    await user.click(rowOf('Live one').getByRole('button', { name: action }));
    await answer(user, `${action} “Live one”?`, action === 'Delete' ? 'Delete Post' : action);

    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Live one' })).toBeInTheDocument();
  });

  it('says why a post with conflict markers was not published, and leaves it unpublished', {
    tags: 'thorough',
  }, async () => {
    const staff = api().refuse(postApi.update, 400, CONFLICT_MARKERS_LEFT);
    const { user } = openAs(moderator, 'posts', staff);
    await screen.findByRole('heading', { name: 'Hidden one' });

    await user.click(rowOf('Hidden one').getByRole('button', { name: 'Publish' }));

    expect(await screen.findByText(`Failed to publish post: 400: ${CONFLICT_MARKERS_LEFT}`)).toBeVisible();
    expect(rowOf('Hidden one').getByRole('button', { name: 'Publish' })).toBeEnabled();
  });

  it('edits in a dialog that discards its form when it is closed', async () => {
    const stored = samplePost({ id: 'post-1', title: 'Live one' });
    const staff = api()
      .on(postApi.byId, () => stored)
      .on(categoryApi.list, () => [])
      .on(postApi.update, ({ body }) => ({ ...stored, ...body }) as typeof stored);
    const { user } = openAs(moderator, 'posts', staff);
    await screen.findByRole('heading', { name: 'Live one' });
    const open = async () => {
      await user.click(rowOf('Live one').getByRole('button', { name: 'Edit' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit Post' }));
      await dialog.findByRole('textbox', { name: /^Title/ });
      return dialog;
    };

    let dialog = await open();
    expect(dialog.getByText("Make changes to your post. Click save when you're done.")).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Excerpt (optional)' })).toHaveValue('On mornings without wind.');
    expect(dialog.getByRole('button', { name: 'Choose Image' })).toBeVisible();
    fireEvent.change(dialog.getByRole('textbox', { name: /^Title/ }), { target: { value: 'Other' } });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    dialog = await open();
    expect(dialog.getByRole('textbox', { name: /^Title/ })).toHaveValue('Live one');
    fireEvent.change(dialog.getByRole('textbox', { name: /^Title/ }), { target: { value: 'Saved' } });
    await user.click(dialog.getByRole('button', { name: 'Update Post' }));

    expect(await screen.findByText('Post updated successfully!')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(staff.calls(postApi.update)[0]?.body).toMatchObject({ title: 'Saved' });
    expect(rowOf('Live one').getByRole('button', { name: 'Edit' })).toHaveFocus();
  });

  it('offers to create the first post', { tags: 'thorough' }, async () => {
    openAs(
      moderator,
      'posts',
      createFakeApi(moderator).on(postApi.adminList, () => []),
    );

    expect(await screen.findByRole('link', { name: 'Create First Post' })).toHaveAttribute('href', '/create-post');
  });

  it('says that the list could not be loaded, and offers a retry', { tags: 'thorough' }, async () => {
    const staff = createFakeApi(moderator).refuse(postApi.adminList, 500);
    const { user } = openAs(moderator, 'posts', staff);
    expect(await screen.findByText('Failed to load posts')).toBeVisible();
    expect(screen.getByText(/^Something went wrong on our side \(error 500\)/)).toBeVisible();

    staff.on(postApi.adminList, posts);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('heading', { name: 'Live one' })).toBeVisible();
  });
});

describe('the users tab', () => {
  const bob = sampleUser({ id: 'bob', displayName: 'Bob', email: 'bob@inkwell.test', isOnline: false });
  const other = sampleUser({ id: 'admin-2', displayName: 'Other Admin', role: 'admin', email: 'o@inkwell.test' });
  const blocked = sampleUser({ id: 'eve', displayName: null, firstName: null, lastName: null, isBlocked: true });
  const api = () => createFakeApi(admin).on(userApi.list, () => [admin, other, bob, blocked]);

  it("offers no role on the viewer's own row and no block for admins", async () => {
    openAs(admin, 'users', api());
    await screen.findByRole('heading', { name: 'Bob' });

    expect(rowOf('Alma Admin').queryByRole('combobox')).not.toBeInTheDocument();
    expect(rowOf('Alma Admin').queryByRole('button')).not.toBeInTheDocument();
    expect(rowOf('Other Admin').getByRole('combobox')).toHaveValue('admin');
    expect(rowOf('Other Admin').queryByRole('button')).not.toBeInTheDocument();
    expect(rowOf('Bob').getByRole('button', { name: 'Block' })).toBeVisible();
    expect(rowOf('Bob').getByText('Offline')).toBeVisible();
    expect(rowOf('Bob').getByText('User', { selector: 'span' })).toBeVisible();
    expect(rowOf('reader@inkwell.test').getByText('Blocked')).toBeVisible();
    expect(rowOf('reader@inkwell.test').getByRole('button', { name: 'Unblock' })).toBeVisible();
  });

  it('changes a role', async () => {
    const { user, api: server } = openAs(
      admin,
      'users',
      api().on(userApi.changeRole, ({ body }) => ({ ...bob, ...body })),
    );
    await screen.findByRole('heading', { name: 'Bob' });

    await user.selectOptions(screen.getByRole('combobox', { name: 'Role of Bob' }), 'moderator');

    expect(await screen.findByText('User role updated to moderator successfully!')).toBeVisible();
    expect(server.calls(userApi.changeRole)[0]).toMatchObject({ params: { id: 'bob' }, body: { role: 'moderator' } });
    await waitFor(() => expect(server.calls(userApi.list).length).toBeGreaterThan(1));
  });

  it('gives the right to write, and says that the account can only read without it', async () => {
    const server = api().on(userApi.changeWriting, ({ body }) => ({ ...bob, ...body }));
    const { user } = openAs(admin, 'users', server);
    await screen.findByRole('heading', { name: 'Bob' });
    expect(rowOf('Bob').queryByText('Contributor', { selector: 'span' })).not.toBeInTheDocument();

    await user.selectOptions(screen.getByRole('combobox', { name: 'Writing permission of Bob' }), 'contributor');

    expect(await screen.findByText('This person can now write posts for others to publish.')).toBeVisible();
    expect(server.calls(userApi.changeWriting)[0]).toMatchObject({
      params: { id: 'bob' },
      body: { writing: 'contributor' },
    });
  });

  it('shows a role change at once and reverts it if it fails', async () => {
    const server = api();
    const refuse = server.hold(userApi.changeRole, () => {
      throw new Refusal(500, 'no');
    });
    const { user } = openAs(admin, 'users', server);
    await screen.findByRole('heading', { name: 'Bob' });

    const select = screen.getByRole('combobox', { name: 'Role of Bob' });
    await user.selectOptions(select, 'admin');
    await answer(user, 'Make Administrator', 'Cancel');
    expect(select).toHaveValue('user');
    await waitFor(() => expect(select).toHaveFocus());
    await user.selectOptions(select, 'admin');
    await answer(user, 'Make Administrator', 'Make Admin');
    await waitFor(() => expect(rowOf('Bob').getByText('Admin', { selector: 'span' })).toBeVisible());
    expect(screen.getByRole('combobox', { name: 'Role of Bob' })).toBeEnabled();
    refuse();

    expect(await screen.findByText('Failed to update user role: 500: no')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Role of Bob' })).toHaveValue('user');
  });

  it('blocks and unblocks', async () => {
    const server = api()
      .on(userApi.block, () => ({ ...bob, isBlocked: true }))
      .on(userApi.unblock, () => ({ ...blocked, isBlocked: false }))
      .on(moderationApi.list, () => ({ items: [], total: 0, nextCursor: null }));
    const { user } = openAs(admin, 'users', server);
    await screen.findByRole('heading', { name: 'Bob' });

    await user.click(rowOf('Bob').getByRole('button', { name: 'Block' }));
    expect(server.calls(userApi.block)).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Hide all their comments too' }));
    await answer(user, 'Block User', 'Block');
    expect(await screen.findByText('User blocked successfully!')).toBeVisible();
    expect(server.calls(userApi.block)[0]?.body).toEqual({ hideComments: true });
    await user.click(rowOf('reader@inkwell.test').getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('User unblocked successfully!')).toBeVisible();
    expect(server.calls(userApi.unblock)[0]?.body).toEqual({ showComments: false });
  });

  it('hides the comments of a blocked person, from the menu of the row', async () => {
    const users = createFakeApi(admin)
      .on(userApi.list, () => [{ ...bob, isBlocked: true }])
      .on(moderationApi.hideAllOf, () => ({ changed: 3, isDone: true }));
    const { user } = openAs(admin, 'users', users);

    await user.click(await screen.findByRole('button', { name: 'More actions for Bob' }));
    await user.click(screen.getByRole('menuitem', { name: 'Hide Comments...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hide all comments by Bob?' }));
    await user.click(dialog.getByRole('button', { name: /^Hide/ }));

    expect(await screen.findByText('3 comments hidden')).toBeVisible();
    expect(users.calls(moderationApi.hideAllOf)[0]?.params).toEqual({ id: 'bob' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('starts the deletion of an account after a question, then says when it is due', async () => {
    let person = bob;
    const users = createFakeApi(admin)
      .on(userApi.list, () => [person])
      .on(personalDataApi.remove, () => {
        person = { ...bob, leavesAt: '2026-12-03T12:00:00.000Z' };
        return person;
      });
    const { user } = openAs(admin, 'users', users);
    await user.click(await screen.findByRole('button', { name: /^More actions for/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete Account' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Account' }));
    await user.click(question.getByLabelText('Delete their comments too'));

    await user.click(question.getByRole('button', { name: 'Delete Account' }));

    expect(await screen.findByText('Deleted on Dec 3, 2026')).toBeVisible();
    expect(users.calls(personalDataApi.remove)[0]).toMatchObject({
      params: { id: 'bob' },
      query: { comments: 'remove' },
    });
    expect(screen.queryByRole('button', { name: /^More actions for/ })).not.toBeInTheDocument();
  });

  it('asks before unblocking, with an unchecked box for showing hidden comments', async () => {
    const server = api()
      .on(userApi.unblock, () => ({ ...blocked, isBlocked: false }))
      .on(moderationApi.list, () => ({ items: [], total: 2, nextCursor: null }));
    const { user } = openAs(admin, 'users', server);
    await user.click(await waitFor(() => rowOf('reader@inkwell.test').getByRole('button', { name: 'Unblock' })));
    const box = await screen.findByRole('checkbox', { name: 'Show the comments that the block hid' });
    expect(box).not.toBeChecked();
    expect(server.calls(userApi.unblock)).toEqual([]);

    await user.click(box);
    await answer(user, 'Unblock User', 'Unblock');

    expect(await screen.findByText('User unblocked successfully!')).toBeVisible();
    expect(server.calls(userApi.unblock)[0]?.body).toEqual({ showComments: true });
    expect(server.calls(moderationApi.list)[0]?.query).toMatchObject({ userId: blocked.id, state: 'hidden' });
  });

  it('says why blocking failed', { tags: 'thorough' }, async () => {
    const { user } = openAs(admin, 'users', api().refuse(userApi.block, 500, 'no'));
    await screen.findByRole('heading', { name: 'Bob' });

    await user.click(rowOf('Bob').getByRole('button', { name: 'Block' }));
    await answer(user, 'Block User', 'Block');

    expect(await screen.findByText('Failed to block user: 500: no')).toBeVisible();
    expect(rowOf('Bob').queryByText('Blocked')).not.toBeInTheDocument();
  });
});

describe('the notifications tab', () => {
  const sent = {
    id: 'b-1',
    title: 'Maintenance',
    message: 'Tonight.',
    type: 'warning' as const,
    createdAt: '2026-01-15T10:00:00.000Z',
    sender: { firstName: 'Alma', displayName: 'Alma Admin', email: null },
  };
  const api = () => createFakeApi(admin).on(notificationApi.broadcasts, () => [sent]);

  it('lists sent notifications', async () => {
    openAs(admin, 'notifications', api());
    await screen.findByRole('heading', { name: 'Maintenance' });

    for (const text of ['Tonight.', 'warning', 'Jan 15, 2026', 'Sent by Alma Admin', 'Broadcast to All Users']) {
      expect(rowOf('Maintenance').getByText(text)).toBeVisible();
    }
  });

  it('checks the form, sends it and closes', async () => {
    const { user, api: server } = openAs(
      admin,
      'notifications',
      api().on(notificationApi.broadcast, ({ body }) => ({ ...sent, ...body, id: 'b-2' })),
    );
    await user.click(await screen.findByRole('button', { name: 'Send Notification' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send Notification to All Users' }));
    const send = dialog.getByRole('button', { name: 'Send Notification' });

    await user.click(send);
    expect(dialog.getByText('Title is required')).toBeVisible();
    expect(dialog.getByText('Message is required')).toBeVisible();
    fireEvent.change(dialog.getByRole('textbox', { name: /^Title/ }), { target: { value: 'x'.repeat(201) } });
    await user.click(send);
    expect(dialog.getByText('Title too long')).toBeVisible();
    fireEvent.change(dialog.getByRole('textbox', { name: /^Title/ }), { target: { value: 'Hello' } });
    fireEvent.change(dialog.getByRole('textbox', { name: /^Message/ }), { target: { value: 'Everybody' } });
    await user.click(send);

    expect(await screen.findByText('Notification sent to all users!')).toBeVisible();
    expect(server.calls(notificationApi.broadcast).map(({ body }) => body)).toEqual([
      { title: 'Hello', message: 'Everybody', type: 'info' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Send Notification' })).toHaveFocus();
  });

  it('asks before Escape, Cancel, Back or a reload discards typed text', { tags: 'thorough' }, async () => {
    const { user, router } = openAs(admin, 'notifications', api());
    await user.click(await screen.findByRole('button', { name: 'Send Notification' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send Notification to All Users' }));
    const title = dialog.getByRole('textbox', { name: /^Title/ });
    const reload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const question = () => screen.findByRole('dialog', { name: 'Discard your text?' });
    expect(reload()).toBe(false);
    await user.type(title, 'Hello');
    expect(reload()).toBe(true);

    await user.keyboard('{Escape}');
    await question();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Discard your text?')).not.toBeInTheDocument());
    expect(title).toHaveValue('Hello');
    expect(title).toHaveFocus();
    act(() => void router.navigate('/admin?tab=users'));
    await user.click(within(await question()).getByRole('button', { name: 'Keep Writing' }));
    expect(router.state.location.search).toBe('?tab=notifications');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await question()).getByRole('button', { name: 'Discard' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('closes at once without typed text', async () => {
    const { user } = openAs(admin, 'notifications', api());
    await user.click(await screen.findByRole('button', { name: 'Send Notification' }));
    await screen.findByRole('dialog', { name: 'Send Notification to All Users' });

    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('keeps the form when sending failed', async () => {
    const { user } = openAs(admin, 'notifications', api().refuse(notificationApi.broadcast, 500, 'no'));
    await user.click(await screen.findByRole('button', { name: 'Send Notification' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send Notification to All Users' }));
    fireEvent.change(dialog.getByRole('textbox', { name: /^Title/ }), { target: { value: 'Hello' } });
    fireEvent.change(dialog.getByRole('textbox', { name: /^Message/ }), { target: { value: 'Everybody' } });

    await user.click(dialog.getByRole('button', { name: 'Send Notification' }));

    expect(await screen.findByText('Failed to send notification: 500: no')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: /^Title/ })).toHaveValue('Hello');
  });
});

describe('the newsletter tab', () => {
  it('shows subscribers and their number', async () => {
    const subscribers = [
      { id: 's-1', email: 'a@example.com', isConfirmed: true, subscribedAt: '2026-01-15T10:00:00.000Z' },
      { id: 's-2', email: 'b@example.com', isConfirmed: false, subscribedAt: null },
    ];
    openAs(
      admin,
      'newsletter',
      createFakeApi(admin).on(newsletterApi.subscribers, () => subscribers),
    );

    expect(await screen.findByRole('row', { name: 'a@example.com Confirmed Jan 15, 2026' })).toBeVisible();
    expect(screen.getByRole('row', { name: 'b@example.com Pending N/A' })).toBeVisible();
    expect(screen.getByText('Total Subscribers').nextSibling).toHaveTextContent('2');
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Email',
      'Status',
      'Subscribed Date',
    ]);
  });
});

describe('the analytics tab', () => {
  it('shows cards and lists with the texts of product §2', async () => {
    openAs(moderator, 'analytics');

    expect(await screen.findByText('+3 this month')).toBeVisible();
    for (const text of ['Total Posts', 'Total Views', 'Total Users', 'Newsletter', 'Total Likes', 'Total Comments']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByText('active subscribers')).toBeVisible();
    expect(screen.getByText('+12 this month')).toBeVisible();
    const title = screen.getByRole('link', { name: /^A title/ });
    expect(title.textContent?.replace('...', '')).toBe('A title of more than forty characters, w');
    expect(screen.getByText('Ada joined').previousSibling).toHaveAttribute('data-color', 'green');
    expect(screen.getByText('Mo published “Roads”').previousSibling).toHaveAttribute('data-color', 'blue');
  });

  it('formats thousands with separators, and uses the singular for one', async () => {
    const figures = sampleAnalytics({
      totalViews: 1_234_567,
      postsThisMonth: 1_200,
      topPosts: [{ id: 'p', title: 'Read by many', views: 12_345, likes: 1, comments: 1_000 }],
      topCategories: [{ id: 1, name: 'Full', postCount: 2_500 }],
    });
    openAs(
      moderator,
      'analytics',
      createFakeApi(moderator).on(analyticsApi.analytics, () => figures),
    );

    for (const text of ['1,234,567', '+1,200 this month', '12,345 views', '1 like', '1,000 comments', '2,500 posts']) {
      expect(await screen.findByText(text)).toBeVisible();
    }
  });

  it('shows names and skeletons of figures while they load', async () => {
    openAs(moderator, 'analytics', createFakeApi(moderator).hang(analyticsApi.analytics));

    const region = await screen.findByText('Loading analytics');

    expect(region.parentElement).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Total Comments')).toBeVisible();
    expect(screen.queryByText('0')).toBeNull();
  });

  it('draws bars of views in proportion to the largest figure, with every figure in words', async () => {
    const figures = sampleAnalytics({
      topPosts: [
        { id: 'a', title: 'First', views: 400, likes: 0, comments: 2 },
        { id: 'b', title: 'Second', views: 100, likes: 0, comments: 4 },
      ],
    });
    openAs(
      moderator,
      'analytics',
      createFakeApi(moderator).on(analyticsApi.analytics, () => figures),
    );

    const shareOf = (bar: HTMLElement) => (bar.previousElementSibling as HTMLElement).style.getPropertyValue('--share');

    expect(shareOf(await screen.findByText('400 views'))).toBe('1');
    expect(shareOf(screen.getByText('100 views'))).toBe('0.25');
    expect(screen.getByText('2 comments').parentElement?.querySelectorAll('[style*="--share"]')).toHaveLength(1);
    expect(screen.getAllByText('0 likes')).toHaveLength(2);
  });

  it('says that there is no data', async () => {
    const nothing = sampleAnalytics({ topPosts: [], topCategories: [], recentActivity: [] });
    openAs(
      moderator,
      'analytics',
      createFakeApi(moderator).on(analyticsApi.analytics, () => nothing),
    );

    expect(await screen.findByText('No posts data available')).toBeVisible();
    expect(screen.getByText('No categories data available')).toBeVisible();
    expect(screen.getByText('No recent activity')).toBeVisible();
  });

  it('says that loading failed', async () => {
    openAs(moderator, 'analytics', createFakeApi(moderator).refuse(analyticsApi.analytics, 500));

    expect(await screen.findByText('Failed to load analytics data')).toBeVisible();
    expect(screen.getByText(/^Something went wrong on our side \(error 500\)/)).toBeVisible();
  });
});

describe('the storage tab', () => {
  const status = { isConfigured: true, localImagesCount: 5, projectId: 'demo-inkwell' };
  const api = () => createFakeApi(admin).on(storageApi.status, () => status);

  it('has no tab button, but can be opened by its address', async () => {
    openAs(admin, 'storage', api());

    expect(await screen.findByText('Project: demo-inkwell')).toBeVisible();
    expect(screen.queryByRole('tab', { name: /storage/i })).not.toBeInTheDocument();
    expect(screen.getAllByRole('tab').every((tab) => tab.tabIndex === 0)).toBe(true);
  });

  it('migrates until no image remains and shows the number', async () => {
    const answers = [
      { success: 3, remaining: 2, failed: [] },
      { success: 2, remaining: 0, failed: [] },
    ];
    const server = api().on(storageApi.migrate, () => answers.shift() ?? { success: 0, remaining: 0, failed: [] });
    const { user } = openAs(admin, 'storage', server);

    await user.click(await screen.findByRole('button', { name: 'Migrate Images to Firebase Storage' }));

    expect(await screen.findByText('Successfully migrated 5 images to Firebase Storage.')).toBeVisible();
    expect(server.calls(storageApi.migrate)).toHaveLength(2);
  });

  it('stops when a call moves nothing, and names the failures', async () => {
    const failed = [{ kind: 'post' as const, id: 'post-9', image: '/images/x.png', reason: 'not an image' }];
    const server = api().on(storageApi.migrate, () => ({ success: 0, remaining: 5, failed }));
    const { user } = openAs(admin, 'storage', server);

    await user.click(await screen.findByRole('button', { name: 'Migrate Images to Firebase Storage' }));

    expect(await screen.findByText('post post-9: /images/x.png (not an image)')).toBeVisible();
    expect(server.calls(storageApi.migrate)).toHaveLength(1);
  });

  it('says why it failed', async () => {
    const { user } = openAs(admin, 'storage', api().refuse(storageApi.migrate, 503, 'later'));

    await user.click(await screen.findByRole('button', { name: 'Migrate Images to Firebase Storage' }));

    expect(await screen.findByText('Migration Failed')).toBeVisible();
    expect(screen.getByText('Failed to migrate images: 503: later')).toBeVisible();
  });
});
