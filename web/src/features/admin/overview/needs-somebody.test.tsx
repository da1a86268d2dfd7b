import { type Analytics, analyticsApi } from '@inkwell/shared/analytics';
import { calendarApi } from '@inkwell/shared/calendar';
import { draftApi } from '@inkwell/shared/drafts';
import { DAY_MS } from '@inkwell/shared/format';
import { importApi } from '@inkwell/shared/imports';
import { type MailSender, mailApi } from '@inkwell/shared/mail';
import { moderationApi } from '@inkwell/shared/moderation';
import { newsletterIssueApi } from '@inkwell/shared/newsletter-issues';
import { postApi } from '@inkwell/shared/posts';
import { type Settings, settingsApi } from '@inkwell/shared/settings';
import type { User } from '@inkwell/shared/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeSettings } from '../../../test/fake-settings.ts';
import { hrefOf, textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { sampleAnalytics } from '../../../test/sample-analytics.ts';
import { admin, moderator, sampleIssue, samplePostCard } from '../../../test/samples.ts';

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Nothing waits. */
const quiet = (by = moderator) =>
  createFakeApi(by)
    .on(calendarApi.calendar, () => ({ entries: [], isCut: false }))
    .on(postApi.adminList, () => [])
    .on(postApi.list, () => []);

const open = (api = quiet(), viewer: User = moderator) => renderPage('/admin', { viewer, api });
const scheduled = (title: string, kind: 'post' | 'page', day: number) =>
  ({
    id: title.toLowerCase().replace(' ', '-'),
    title,
    kind,
    status: 'scheduled',
    at: daysFromNow(day),
    authorName: 'Ada',
  }) as const;

/** The part with this heading. */
const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('what needs attention', () => {
  it('says in each part when there is nothing', async () => {
    const { api } = open();

    expect(await (await part('Comments')).findByText('No comments to review.')).toBeVisible();
    expect(await (await part('Coming up')).findByText('Nothing is scheduled for the next six weeks.')).toBeVisible();
    expect(await (await part('Your drafts')).findByText('You have no unfinished drafts.')).toBeVisible();
    expect(await (await part('This week')).findByText('Nothing was published in the last 7 days.')).toBeVisible();
    // Neither this page nor the navigation shows discarded drafts, each of which costs a read.
    expect(api.calls(draftApi.discarded)).toHaveLength(0);
  });

  it('lists the parts without content last', async () => {
    open(quiet().on(postApi.list, () => [samplePostCard({ title: 'Fresh', publishedAt: daysFromNow(-2) })]));

    await (await part('This week')).findByRole('link', { name: /^Fresh/ });
    await waitFor(() =>
      expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toEqual([
        'Overview',
        'This week',
        'Comments',
        'Coming up',
        'Your drafts',
      ]),
    );
  });

  it('links to held comments', async () => {
    open(quiet().on(moderationApi.queue, () => ({ reported: 2, held: 1 })));

    const comments = await part('Comments');
    await comments.findByText('2 reported comments');
    expect(hrefOf('2 reported comments', comments)).toBe('/admin/comments?state=reported');
    expect(hrefOf('1 pending comment', comments)).toBe('/admin/comments?state=held');
    expect(comments.getByRole('link', { name: 'Review comments' })).toBeVisible();
  });

  it('lists the next two scheduled posts', async () => {
    const entries = [1, 2, 3, 4, 5, 6].map((day) => scheduled(`Day ${day}`, day === 2 ? 'page' : 'post', day));
    open(quiet().on(calendarApi.calendar, () => ({ entries, isCut: false })));

    const next = await part('Coming up');

    await next.findByText('Day 1');
    expect(hrefOf(/^Day 1/, next)).toBe('/create-post?edit=day-1');
    expect(hrefOf(/^Day 2/, next)).toBe('/admin/pages/edit?page=day-2');
    expect(next.getAllByRole('listitem')).toHaveLength(2);
  });

  it('lists own drafts, the most recently edited first', async () => {
    const draft = (id: string, title: string, updatedAt: string) =>
      samplePostCard({ id, title, updatedAt, isPublished: false, authorId: moderator.id });
    const { api } = open(
      quiet().on(postApi.adminList, () => [
        draft('new', 'Begun today', daysFromNow(-3.5)),
        draft('old', 'Edited today', daysFromNow(-0.1)),
      ]),
    );

    const work = await part('Your drafts');

    await work.findByText('Edited today');
    expect(hrefOf('Edited today Draft, 2 hours ago', work)).toBe('/create-post?edit=old');
    const query = { authorId: moderator.id, status: 'draft', limit: 5 };
    expect(api.calls(postApi.adminList)[0]?.query).toMatchObject(query);
    expect(textsOf(work.getAllByRole('listitem'))).toEqual([
      'Edited today Draft, 2 hours ago',
      'Begun today Draft, 3 days ago',
    ]);
  });

  it('shows figures for the posts of seven days', async () => {
    open(
      quiet().on(postApi.list, () => [
        samplePostCard({ id: 'new', title: 'Fresh', publishedAt: daysFromNow(-2) }),
        samplePostCard({ id: 'old', title: 'Older', publishedAt: daysFromNow(-8) }),
      ]),
    );

    const week = await part('This week');
    expect(await week.findByRole('link', { name: 'Fresh 120 views · 7 likes · 2 comments' })).toBeVisible();
    expect(week.queryByText('Older')).not.toBeInTheDocument();
  });

  it.each([
    ['none is about it', [], true],
    ['one about it is a draft', [{ status: 'draft', postIds: ['new'], scheduledAt: null }], true],
    ['one about it was sent', [{ postIds: ['new'] }], false],
    ['one about it is scheduled', [{ status: 'scheduled', postIds: ['new'], startedAt: null }], false],
    ['what a later one is about is unknown', [{ postIds: null }], false],
    ['what an earlier one is about is unknown', [{ postIds: null, startedAt: daysFromNow(-3) }], true],
  ] as const)(
    'offers admins a post of the week for the newsletter until it is sent: %s',
    async (_, sent, isOffered) => {
      const times = { startedAt: daysFromNow(-1), scheduledAt: daysFromNow(1) };
      const issue = sampleIssue({ status: 'sent', createdAt: daysFromNow(-5), ...times });
      const api = quiet(admin)
        .on(postApi.list, () => [samplePostCard({ id: 'new', title: 'Fresh', publishedAt: daysFromNow(-2) })])
        .on(newsletterIssueApi.list, () =>
          sent.map((changes) => ({ ...issue, ...changes, postIds: changes.postIds && [...changes.postIds] })),
        );
      open(api, admin);

      const week = await part('This week');
      await week.findByRole('link', { name: /^Fresh 120 views/ });
      await waitFor(() => expect(api.calls(newsletterIssueApi.list)).not.toHaveLength(0));
      const name = 'Send as Newsletter: Fresh';
      if (!isOffered) return waitFor(() => expect(week.queryByRole('link', { name })).toBeNull());
      expect(await week.findByRole('link', { name })).toHaveAttribute('href', '/admin/newsletter/issue?post=new');
    },
  );

  it('loses only the part that fails, and loads it again', async () => {
    const api = quiet()
      .refuse(calendarApi.calendar, 500)
      .on(moderationApi.queue, () => ({ reported: 2, held: 0 }));
    const { user } = open(api);

    const next = await part('Coming up');
    expect(await next.findByRole('alert')).toHaveTextContent(/^This could not be loaded\./);
    expect(await (await part('Comments')).findByRole('link', { name: '2 reported comments' })).toBeVisible();
    expect(await screen.findByText('Online Now')).toBeVisible();
    api.on(calendarApi.calendar, () => ({ entries: [scheduled('Soon', 'post', 1)], isCut: false }));
    await user.click(next.getByRole('button', { name: 'Try Again' }));

    expect(await next.findByRole('link', { name: /^Soon/ })).toBeVisible();
  });

  it('shows the own work that could be loaded', async () => {
    const draft = samplePostCard({ id: 'mine', title: 'Mine', isPublished: false });
    open(
      quiet()
        .refuse(draftApi.list, 500)
        .on(postApi.adminList, () => [draft]),
    );

    const work = await part('Your drafts');
    expect(await work.findByRole('link', { name: /^Mine/ })).toBeVisible();
    expect(await work.findByRole('alert')).toBeVisible();
  });
});

const record = (kind: 'spf' | 'dkim' | 'dmarc', state: MailSender['records'][number]['state']) => ({
  kind,
  state,
  name: null,
  value: null,
  text: 'What it means.',
});
const sender = (...records: MailSender['records']): MailSender => ({
  address: 'noreply@inkwell.test',
  domain: 'inkwell.test',
  checkedAt: null,
  records,
});
const unfinished = sender(record('spf', 'found'), record('dkim', 'not-set'), record('dmarc', 'missing'));

/** A publication in its first hour, unless `figures` or `stored` say otherwise. */
function server(figures: Partial<Analytics> = {}, stored: Partial<Settings> = {}, by: User = admin) {
  const api = quiet(by);
  fakeSettings(api, stored);
  return api
    .on(analyticsApi.analytics, () => sampleAnalytics({ totalPosts: 0, totalUsers: 1, ...figures }))
    .on(importApi.list, () => [])
    .on(mailApi.sender, () => unfinished);
}

const TITLE = 'Set up your publication';
const steps = async () => within(await screen.findByRole('region', { name: TITLE }));

describe('the setup list of a new publication', () => {
  it('links to every step and shows what remains to be done', async () => {
    open(server(), admin);

    const list = await steps();
    await list.findByText('DKIM not checked, DMARC missing');
    await list.findByText('Nothing imported this week');
    expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Name and look To do: Not changed yet', '/admin/settings'],
      ['First post To do: No posts yet', '/create-post'],
      ['Menu To do: No links yet', '/admin/menu'],
      ['Email sender and DNS records To do: DKIM not checked, DMARC missing', '/admin/newsletter'],
      ['People To do: Only you', '/admin?tab=users'],
      ['Import from another platform To do: Nothing imported this week', '/admin/import'],
    ]);
    expect(list.queryByRole('img', { name: 'Done' })).not.toBeInTheDocument();
  });

  it('reads from the data which steps are done', async () => {
    const menu = { header: [{ label: 'About', address: '/about' }], footer: [] };
    const api = server({ totalPosts: 500, totalUsers: 2 }, { name: 'Harbour Letter', menu }).on(mailApi.sender, () =>
      sender(record('spf', 'found'), record('dkim', 'found'), record('dmarc', 'found')),
    );
    open(api, admin);

    const list = await steps();
    for (const name of [
      'Name and look Done Harbour Letter',
      'First post Done 500 posts',
      'Menu Done 1 link',
      'Email sender and DNS records Done SPF, DKIM and DMARC found',
      'People Done 2 accounts',
    ])
      expect(await list.findByRole('link', { name })).toBeVisible();
  });

  it('says which steps could not be checked', { tags: 'thorough' }, async () => {
    open(server().refuse(mailApi.sender, 500).refuse(importApi.list, 500), admin);

    expect(await (await steps()).findAllByText('Could not be checked')).toHaveLength(2);
  });

  it('stays dismissed, on all devices', async () => {
    const api = server();
    const { user, unmount } = open(api, admin);
    const button = (await steps()).getByRole('button', { name: 'Dismiss' });
    expect(button).toHaveAccessibleDescription('Hides this list for all admins.');

    await user.click(button);

    await waitFor(() => expect(screen.queryByRole('region', { name: TITLE })).not.toBeInTheDocument());
    expect(screen.getByRole('main')).toHaveFocus();
    expect(api.calls(settingsApi.change)[0]?.body).toEqual({ setupIsDismissed: true });
    unmount();
    open(api, admin);
    expect(await screen.findByRole('region', { name: 'Coming up' })).toBeVisible();
    expect(screen.queryByRole('region', { name: TITLE })).not.toBeInTheDocument();
    // Data that only the list shows is no longer read.
    expect(api.calls(mailApi.sender)).toHaveLength(1);
  });

  it('stays if it could not be dismissed', { tags: 'thorough' }, async () => {
    const { user } = open(server().refuse(settingsApi.change, 500), admin);

    await user.click((await steps()).getByRole('button', { name: 'Dismiss' }));

    expect(await screen.findByText(/dismiss the list/)).toBeVisible();
    expect((await steps()).getByRole('button', { name: 'Dismiss' })).toBeVisible();
  });

  it.each([
    ['moderators', moderator, {}],
    ['admins of a publication with posts and people', admin, { totalPosts: 10, totalUsers: 5 }],
  ])('causes no reads for %s', async (_, by, figures) => {
    const api = server(figures, {}, by);
    open(api, by);

    const rest = await screen.findByText('Nothing is scheduled for the next six weeks.');
    await waitFor(() => expect(rest).toBeVisible());
    expect(screen.queryByRole('region', { name: TITLE })).not.toBeInTheDocument();
    for (const call of [settingsApi.read, mailApi.sender, importApi.list]) expect(api.calls(call)).toHaveLength(0);
  });

  it('shows the rest if the settings cannot be read', { tags: 'thorough' }, async () => {
    open(server().refuse(settingsApi.read, 500), admin);

    const rest = await screen.findByText('Nothing is scheduled for the next six weeks.');
    await waitFor(() => expect(rest).toBeVisible());
  });
});
