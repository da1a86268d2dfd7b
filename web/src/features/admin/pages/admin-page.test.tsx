import { type Analytics, analyticsApi } from '@inkwell/shared/analytics';
import { CONFLICT_MARKERS_LEFT } from '@inkwell/shared/conflict-markers';
import { type Job, jobApi } from '@inkwell/shared/jobs';
import { moderationApi } from '@inkwell/shared/moderation';
import { newsletterApi } from '@inkwell/shared/newsletter';
import { notificationApi } from '@inkwell/shared/notifications';
import { personalDataApi } from '@inkwell/shared/personal-data';
import { postApi, type StaffPostCard } from '@inkwell/shared/posts';
import { type MigrationAnswer, storageApi } from '@inkwell/shared/storage';
import { userApi } from '@inkwell/shared/users';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { browserLocation } from '../../../lib/browser-location.ts';
import { toastStore } from '../../../lib/toast.ts';
import { Refusal } from '../../../test/fake-api.ts';
import { dialogNamed, hrefOf, rowNamed, textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderApp, renderPage } from '../../../test/render-app.tsx';
import { sampleAnalytics } from '../../../test/sample-analytics.ts';
import { moderator, samplePost, samplePostCard, sampleUser } from '../../../test/samples.ts';

const admin = sampleUser({ id: 'admin-1', role: 'admin', displayName: 'Alma Admin', email: 'alma@inkwell.test' });

/** Opens the panel at a tab. */
const openAs = (viewer: typeof admin, tab: string, api = createFakeApi(viewer)) =>
  renderPage(`/admin?tab=${tab}`, { viewer, api });

describe('the admin panel', () => {
  it.each([
    [admin, ['Overview', 'Posts', 'Users', 'Notifications', 'Newsletter', 'Analytics']],
    [moderator, ['Overview', 'Posts', 'Analytics']],
  ])("has the tabs of the viewer's role, each in its own column", async (viewer, labels) => {
    openAs(viewer, '');

    expect(textsOf(await screen.findAllByRole('tab'))).toEqual(labels);
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
    const { router } = openAs(moderator, 'users');

    for (const tab of ['users', 'notifications', 'newsletter', 'storage', 'nonsense']) {
      await act(() => router.navigate(`/admin?tab=${tab}`));

      expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
      expect(screen.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
    }
  });

  it.each(['/admin/activity', '/admin/import', '/admin/export'])('is what moderators see at %s', async (address) => {
    const { router } = renderPage(address, { viewer: moderator });

    expect(await screen.findByRole('heading', { name: 'Moderator Panel' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin');
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
    vi.spyOn(browserLocation, 'leaveFor').mockImplementation(() => {
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
  const TITLE = 'Bringing stored data up to date: older pictures';

  it('show their progress, and disappear when they are done', { tags: 'thorough' }, async () => {
    const api = createFakeApi(admin).on(jobApi.list, () => [job({})]);
    const { client } = openAs(admin, 'overview', api);

    const row = await rowNamed(TITLE);
    expect(row.getByRole('progressbar', { name: `Progress of ${TITLE}` })).toHaveAttribute('aria-valuenow', '25');
    expect(row.getByText('1,200 of 4,800 done')).toBeVisible();
    expect(screen.getByText('1 job is running')).toHaveAttribute('role', 'status');
    expect(api.calls(jobApi.list)[0]?.query).toMatchObject({ only: 'unfinished' });
    api.on(jobApi.list, () => []);
    await act(() => client.invalidateQueries({ queryKey: ['admin', 'jobs'] }));

    await waitFor(() => expect(screen.queryByText('Jobs')).not.toBeInTheDocument());
  });

  it('show why they failed, and can be restarted', { tags: 'thorough' }, async () => {
    let jobs = [
      job({ attempts: 3, reason: 'The bucket is away' }),
      job({ id: 'other', kind: 'tags.merge', about: null, status: 'failed', total: null, reason: 'Too many tags' }),
    ];
    const api = createFakeApi(admin)
      .on(jobApi.list, () => jobs)
      .on(jobApi.retry, ({ params }) => {
        jobs = jobs.filter(({ id }) => id !== params.id);
        return job({ id: params.id, status: 'done' });
      });
    const { user } = openAs(admin, 'overview', api);

    const [repeated, failed] = [await rowNamed(TITLE), await rowNamed('tags.merge')];
    const why = 'Attempt 3 of 8 failed and will be repeated automatically: The bucket is away';
    expect(repeated.getByText(why)).toBeVisible();
    expect(repeated.queryByRole('button')).not.toBeInTheDocument();
    expect(failed.getByText('It failed: Too many tags')).toBeVisible();
    await user.click(failed.getByRole('button', { name: 'Try again' }));

    await waitFor(() => expect(screen.queryByRole('heading', { name: 'tags.merge' })).not.toBeInTheDocument());
    expect(api.calls(jobApi.retry).map(({ params }) => params.id)).toEqual(['other']);
  });

  it('show that they could not be loaded or restarted', { tags: 'thorough' }, async () => {
    const api = createFakeApi(admin).refuse(jobApi.list, 'forbidden').refuse(jobApi.retry, 'too-many');
    const { user } = openAs(admin, 'overview', api);

    expect(await screen.findByText('Failed to load jobs')).toBeVisible();
    api.on(jobApi.list, () => [job({ status: 'failed', reason: 'Too many tags' })]);
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
    const [live, hidden] = posts();
    const items = [{ ...live, views: 12_345 }, hidden] as StaffPostCard[];
    const staff = api().on(postApi.adminList, () => ({ items, total: 4_321, nextCursor: 'next' }));
    openAs(moderator, 'posts', staff);
    const row = await rowNamed('Live one');
    for (const text of ['Published', 'On mornings without wind.', 'Ada Lovelace', 'Technology', '12,345']) {
      expect(row.getByText(text)).toBeVisible();
    }
    expect(hrefOf('Live one', row)).toBe('/create-post?edit=post-1');
    expect(row.getByText('Jan 15, 2026')).toBeVisible();
    expect(hrefOf('View', row)).toBe('/posts/post-1/live-one');
    expect((await rowNamed('Hidden one')).getByText('Draft')).toBeVisible();
    for (const text of ['4,321 posts in total', '2 of 4,321 posts']) expect(screen.getByText(text)).toBeVisible();
  });

  it('keeps the first page when the next one fails, says why, loads it again, and refreshes', {
    tags: 'thorough',
  }, async () => {
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
    expect(screen.queryByRole('button', { name: 'Load More' })).not.toBeInTheDocument();
    const before = paged.calls(postApi.adminList).length;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));

    await waitFor(() => expect(paged.calls(postApi.adminList)).toHaveLength(before + 2));
  });

  it('publishes and unpublishes, and reloads the lists', async () => {
    const staff = api().on(postApi.update, ({ params, body }) =>
      samplePost({ id: params.id, isPublished: body.isPublished ?? false }),
    );
    const { user, answer } = openAs(moderator, 'posts', staff);

    await user.click((await rowNamed('Hidden one')).getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Post published successfully!')).toBeVisible();
    await user.click((await rowNamed('Live one')).getByRole('button', { name: 'Unpublish' }));
    expect(staff.calls(postApi.update)).toHaveLength(1);
    await answer('Unpublish “Live one”?', 'Unpublish');
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

    await user.click((await rowNamed('Live one')).getByRole('button', { name: 'Delete' }));
    const dialog = await dialogNamed('Delete “Live one”?');
    const question = 'Are you sure you want to delete this post? This action cannot be undone.';
    expect(dialog.getByText(question)).toBeVisible();
    const note = 'You will find it in the trash for 30 days, where staff can restore it as a draft.';
    expect(dialog.getByText(note)).toBeVisible();
    expect(staff.calls(postApi.remove)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete Post' }));

    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toBeVisible();
    expect(staff.calls(postApi.remove)).toHaveLength(1);
  });

  it.each([
    ['Publish', 'Hidden one', 400, CONFLICT_MARKERS_LEFT],
    ['Unpublish', 'Live one', 500, 'no'],
    ['Delete', 'Live one', 500, 'no'],
  ])('says why it failed, and leaves the post: %s', { tags: 'thorough' }, async (action, title, status, text) => {
    const staff = api().refuse(postApi.update, status, text).refuse(postApi.remove, status, text);
    const { user, answer } = openAs(moderator, 'posts', staff);
    const button = (await rowNamed(title)).getByRole('button', { name: action });

    await user.click(button);
    if (action !== 'Publish') await answer(`${action} “${title}”?`, action === 'Delete' ? 'Delete Post' : action);

    expect(await screen.findByText(`Failed to ${action.toLowerCase()} post: ${status}: ${text}`)).toBeVisible();
    expect(button).toBeEnabled();
  });

  it('edits in a dialog that discards its form when it is closed', async () => {
    const stored = samplePost({ id: 'post-1', title: 'Live one' });
    const staff = api()
      .on(postApi.byId, () => stored)
      .on(postApi.update, ({ body }) => ({ ...stored, ...body }) as typeof stored);
    const { user } = openAs(moderator, 'posts', staff);
    const open = async () => {
      await user.click((await rowNamed('Live one')).getByRole('button', { name: 'Edit' }));
      const dialog = await dialogNamed('Edit Post');
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
    expect((await rowNamed('Live one')).getByRole('button', { name: 'Edit' })).toHaveFocus();
  });

  it('offers to create the first post', { tags: 'thorough' }, async () => {
    const staff = api().on(postApi.adminList, () => []);
    openAs(moderator, 'posts', staff);

    expect(await screen.findByRole('link', { name: 'Create First Post' })).toHaveAttribute('href', '/create-post');
  });
});

describe('the users tab', () => {
  const bob = sampleUser({ id: 'bob', displayName: 'Bob', email: 'bob@inkwell.test', isOnline: false });
  const other = sampleUser({ id: 'admin-2', displayName: 'Other Admin', role: 'admin', email: 'o@inkwell.test' });
  const blocked = sampleUser({ id: 'eve', displayName: null, firstName: null, lastName: null, isBlocked: true });
  const api = () => createFakeApi(admin).on(userApi.list, () => [admin, other, bob, blocked]);

  it("offers no role on the viewer's own row and no block for admins", async () => {
    openAs(admin, 'users', api());
    const [own, colleague, reader] = [
      await rowNamed('Alma Admin'),
      await rowNamed('Other Admin'),
      await rowNamed('Bob'),
    ];

    expect(own.queryByRole('combobox')).not.toBeInTheDocument();
    expect(own.queryByRole('button')).not.toBeInTheDocument();
    expect(colleague.getByRole('combobox')).toHaveValue('admin');
    expect(colleague.queryByRole('button')).not.toBeInTheDocument();
    expect(reader.getByRole('button', { name: 'Block' })).toBeVisible();
    expect(reader.getByText('Offline')).toBeVisible();
    expect(reader.getByText('User', { selector: 'span' })).toBeVisible();
    const nameless = await rowNamed('reader@inkwell.test');
    expect(nameless.getByText('Blocked')).toBeVisible();
    expect(nameless.getByRole('button', { name: 'Unblock' })).toBeVisible();
  });

  it('changes a role', async () => {
    const server = api().on(userApi.changeRole, ({ body }) => ({ ...bob, ...body }));
    const { user } = openAs(admin, 'users', server);

    await user.selectOptions(await screen.findByRole('combobox', { name: 'Role of Bob' }), 'moderator');

    expect(await screen.findByText('User role updated to moderator successfully!')).toBeVisible();
    expect(server.calls(userApi.changeRole)[0]).toMatchObject({ params: { id: 'bob' }, body: { role: 'moderator' } });
    await waitFor(() => expect(server.calls(userApi.list).length).toBeGreaterThan(1));
  });

  it('gives the right to write, and says that the account can only read without it', async () => {
    const server = api().on(userApi.changeWriting, ({ body }) => ({ ...bob, ...body }));
    const { user } = openAs(admin, 'users', server);
    expect((await rowNamed('Bob')).queryByText('Contributor', { selector: 'span' })).not.toBeInTheDocument();

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
    const { user, answer } = openAs(admin, 'users', server);
    const row = await rowNamed('Bob');
    const select = row.getByRole('combobox', { name: 'Role of Bob' });

    await user.selectOptions(select, 'admin');
    await answer('Make Administrator', 'Cancel');
    expect(select).toHaveValue('user');
    await waitFor(() => expect(select).toHaveFocus());
    await user.selectOptions(select, 'admin');
    await answer('Make Administrator', 'Make Admin');
    await waitFor(() => expect(row.getByText('Admin', { selector: 'span' })).toBeVisible());
    expect(select).toBeEnabled();
    refuse();

    expect(await screen.findByText('Failed to update user role: 500: no')).toBeVisible();
    expect(select).toHaveValue('user');
  });

  it('blocks and unblocks', async () => {
    const server = api()
      .on(userApi.block, () => ({ ...bob, isBlocked: true }))
      .on(userApi.unblock, () => ({ ...blocked, isBlocked: false }))
      .on(moderationApi.list, () => []);
    const { user, answer } = openAs(admin, 'users', server);

    await user.click((await rowNamed('Bob')).getByRole('button', { name: 'Block' }));
    expect(server.calls(userApi.block)).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Hide all their comments too' }));
    await answer('Block User', 'Block');
    expect(await screen.findByText('User blocked successfully!')).toBeVisible();
    expect(server.calls(userApi.block)[0]?.body).toEqual({ hideComments: true });
    await user.click((await rowNamed('reader@inkwell.test')).getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('User unblocked successfully!')).toBeVisible();
    expect(server.calls(userApi.unblock)[0]?.body).toEqual({ showComments: false });
  });

  it('hides the comments of a blocked person, from the menu of the row', async () => {
    const users = createFakeApi(admin)
      .on(userApi.list, () => [{ ...bob, isBlocked: true }])
      .on(moderationApi.hideAllOf, () => ({ changed: 3, isDone: true }));
    const { user, answer } = openAs(admin, 'users', users);

    await user.click(await screen.findByRole('button', { name: 'More actions for Bob' }));
    await user.click(screen.getByRole('menuitem', { name: 'Hide Comments...' }));
    await answer('Hide all comments by Bob?', /^Hide/);

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
    const question = await dialogNamed('Delete Account');
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
    const { user, answer } = openAs(admin, 'users', server);

    await user.click((await rowNamed('reader@inkwell.test')).getByRole('button', { name: 'Unblock' }));
    const box = await screen.findByRole('checkbox', { name: 'Show the comments that the block hid' });
    expect(box).not.toBeChecked();
    expect(server.calls(userApi.unblock)).toEqual([]);

    await user.click(box);
    await answer('Unblock User', 'Unblock');

    expect(await screen.findByText('User unblocked successfully!')).toBeVisible();
    expect(server.calls(userApi.unblock)[0]?.body).toEqual({ showComments: true });
    expect(server.calls(moderationApi.list)[0]?.query).toMatchObject({ userId: blocked.id, state: 'hidden' });
  });

  it('says why blocking failed', { tags: 'thorough' }, async () => {
    const { user, answer } = openAs(admin, 'users', api().refuse(userApi.block, 500, 'no'));
    const row = await rowNamed('Bob');

    await user.click(row.getByRole('button', { name: 'Block' }));
    await answer('Block User', 'Block');

    expect(await screen.findByText('Failed to block user: 500: no')).toBeVisible();
    expect(row.queryByText('Blocked')).not.toBeInTheDocument();
  });
});

describe('the notifications tab', () => {
  it('lists sent notifications', async () => {
    const sent = {
      id: 'b-1',
      title: 'Maintenance',
      message: 'Tonight.',
      type: 'warning' as const,
      createdAt: '2026-01-15T10:00:00.000Z',
      sender: { firstName: 'Alma', displayName: 'Alma Admin', email: null },
    };
    const api = createFakeApi(admin).on(notificationApi.broadcasts, () => [sent]);
    openAs(admin, 'notifications', api);
    const row = await rowNamed('Maintenance');

    for (const text of ['Tonight.', 'warning', 'Jan 15, 2026', 'Sent by Alma Admin', 'Broadcast to All Users']) {
      expect(row.getByText(text)).toBeVisible();
    }
  });
});

describe('the newsletter tab', () => {
  it('shows subscribers and their number', async () => {
    const subscribers = [
      { id: 's-1', email: 'a@example.com', isConfirmed: true, subscribedAt: '2026-01-15T10:00:00.000Z' },
      { id: 's-2', email: 'b@example.com', isConfirmed: false, subscribedAt: null },
    ];
    const api = createFakeApi(admin).on(newsletterApi.subscribers, () => subscribers);
    openAs(admin, 'newsletter', api);

    expect(await screen.findByRole('row', { name: 'a@example.com Confirmed Jan 15, 2026' })).toBeVisible();
    expect(screen.getByRole('row', { name: 'b@example.com Pending N/A' })).toBeVisible();
    expect(screen.getByText('Total Subscribers').nextSibling).toHaveTextContent('2');
    expect(textsOf(screen.getAllByRole('columnheader'))).toEqual(['Email', 'Status', 'Subscribed Date']);
  });
});

describe('the analytics tab', () => {
  const open = (figures: Partial<Analytics> = {}) =>
    openAs(
      moderator,
      'analytics',
      createFakeApi(moderator).on(analyticsApi.analytics, () => sampleAnalytics(figures)),
    );

  it('shows cards and lists with the texts of product §2', async () => {
    open();

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
    open({
      totalViews: 1_234_567,
      postsThisMonth: 1_200,
      topPosts: [{ id: 'p', title: 'Read by many', views: 12_345, likes: 1, comments: 1_000 }],
      topCategories: [{ id: 1, name: 'Full', postCount: 2_500 }],
    });

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
    open({
      topPosts: [
        { id: 'a', title: 'First', views: 400, likes: 0, comments: 2 },
        { id: 'b', title: 'Second', views: 100, likes: 0, comments: 4 },
      ],
    });

    const shareOf = (bar: HTMLElement) => (bar.previousElementSibling as HTMLElement).style.getPropertyValue('--share');

    expect(shareOf(await screen.findByText('400 views'))).toBe('1');
    expect(shareOf(screen.getByText('100 views'))).toBe('0.25');
    expect(screen.getByText('2 comments').parentElement?.querySelectorAll('[style*="--share"]')).toHaveLength(1);
    expect(screen.getAllByText('0 likes')).toHaveLength(2);
  });

  it('says that there is no data', async () => {
    open({ topPosts: [], topCategories: [], recentActivity: [] });

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
  const open = (answer: () => MigrationAnswer = () => ({ success: 0, remaining: 0, failed: [] })) =>
    openAs(
      admin,
      'storage',
      createFakeApi(admin)
        .on(storageApi.status, () => status)
        .on(storageApi.migrate, answer),
    );
  const migrate = async ({ user }: ReturnType<typeof open>) =>
    user.click(await screen.findByRole('button', { name: 'Migrate Images to Firebase Storage' }));

  it('has no tab button, but can be opened by its address', async () => {
    open();

    expect(await screen.findByText('Project: demo-inkwell')).toBeVisible();
    expect(screen.queryByRole('tab', { name: /storage/i })).not.toBeInTheDocument();
    expect(screen.getAllByRole('tab').every((tab) => tab.tabIndex === 0)).toBe(true);
  });

  it('migrates until no image remains and shows the number', async () => {
    const answers = [
      { success: 3, remaining: 2, failed: [] },
      { success: 2, remaining: 0, failed: [] },
    ];
    const app = open(() => answers.shift() ?? { success: 0, remaining: 0, failed: [] });

    await migrate(app);

    expect(await screen.findByText('Successfully migrated 5 images to Firebase Storage.')).toBeVisible();
    expect(app.api.calls(storageApi.migrate)).toHaveLength(2);
  });

  it('stops when a call moves nothing, and names the failures', async () => {
    const failed = [{ kind: 'post' as const, id: 'post-9', image: '/images/x.png', reason: 'not an image' }];
    const app = open(() => ({ success: 0, remaining: 5, failed }));

    await migrate(app);

    expect(await screen.findByText('post post-9: /images/x.png (not an image)')).toBeVisible();
    expect(app.api.calls(storageApi.migrate)).toHaveLength(1);
  });

  it('says why it failed', async () => {
    await migrate(
      open(() => {
        throw new Refusal(503, 'later');
      }),
    );

    expect(await screen.findByText('Migration Failed')).toBeVisible();
    expect(screen.getByText('Failed to migrate images: 503: later')).toBeVisible();
  });
});
