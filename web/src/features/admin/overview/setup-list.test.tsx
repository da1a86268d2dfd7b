import { analyticsApi } from '@inkwell/shared/analytics';
import { calendarApi } from '@inkwell/shared/calendar';
import { importApi } from '@inkwell/shared/imports';
import { jobApi } from '@inkwell/shared/jobs';
import { type MailSender, mailApi } from '@inkwell/shared/mail';
import { postApi } from '@inkwell/shared/posts';
import { DEFAULT_SETTINGS, type Settings, settingsApi } from '@inkwell/shared/settings';
import type { User } from '@inkwell/shared/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { sampleAnalytics } from '../../../test/sample-analytics.ts';
import { admin, moderator } from '../../../test/samples.ts';

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
const open = sender(record('spf', 'found'), record('dkim', 'not-set'), record('dmarc', 'missing'));

/** A publication in its first hour, unless `figures` or `stored` say otherwise. */
function server({ figures = {}, stored = DEFAULT_SETTINGS, by = admin }: Partial<Fresh> = {}) {
  let settings = stored;
  return createFakeApi(by)
    .on(analyticsApi.analytics, () => sampleAnalytics({ totalPosts: 0, totalUsers: 1, ...figures }))
    .on(calendarApi.calendar, () => ({ entries: [], isCut: false }))
    .on(postApi.adminList, () => [])
    .on(postApi.list, () => [])
    .on(jobApi.list, () => [])
    .on(importApi.list, () => [])
    .on(mailApi.sender, () => open)
    .on(settingsApi.read, () => settings)
    .on(settingsApi.change, ({ body }) => {
      expect(body).toEqual({ setupIsDismissed: true });
      settings = { ...settings, setupIsDismissed: true };
      return settings;
    });
}
interface Fresh {
  readonly figures: Parameters<typeof sampleAnalytics>[0];
  readonly stored: Settings;
  readonly by: User;
}

const TITLE = 'Set up your publication';
const show = (api: ReturnType<typeof server>, viewer: User = admin) => renderPage('/admin', { viewer, api });
const steps = async () => within(await screen.findByRole('region', { name: TITLE }));

describe('the setup list of a new publication', () => {
  it('links to each step, and says what is left to do', async () => {
    show(server());

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
    const api = server({
      figures: { totalPosts: 500, totalUsers: 2 },
      stored: { ...DEFAULT_SETTINGS, name: 'Harbour Letter', menu },
    }).on(mailApi.sender, () => sender(record('spf', 'found'), record('dkim', 'found'), record('dmarc', 'found')));
    show(api);

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
    show(server().refuse(mailApi.sender, 500).refuse(importApi.list, 500));

    expect(await (await steps()).findAllByText('Could not be checked')).toHaveLength(2);
  });

  it('stays dismissed, on all devices', async () => {
    const api = server();
    const { user, unmount } = show(api);
    const button = (await steps()).getByRole('button', { name: 'Dismiss' });
    expect(button).toHaveAccessibleDescription('Hides this list for all admins.');

    await user.click(button);

    await waitFor(() => expect(screen.queryByRole('region', { name: TITLE })).not.toBeInTheDocument());
    expect(screen.getByRole('main')).toHaveFocus();
    unmount();
    show(api);
    expect(await screen.findByRole('region', { name: 'Coming up' })).toBeVisible();
    expect(screen.queryByRole('region', { name: TITLE })).not.toBeInTheDocument();
    // Data that only the list shows is no longer read.
    expect(api.calls(mailApi.sender)).toHaveLength(1);
  });

  it('stays if it could not be dismissed', { tags: 'thorough' }, async () => {
    const { user } = show(server().refuse(settingsApi.change, 500));

    await user.click((await steps()).getByRole('button', { name: 'Dismiss' }));

    expect(await screen.findByText(/dismiss the list/)).toBeVisible();
    expect((await steps()).getByRole('button', { name: 'Dismiss' })).toBeVisible();
  });

  it.each([
    ['moderators', moderator, {}],
    ['admins of a publication with posts and people', admin, { totalPosts: 10, totalUsers: 5 }],
  ])('causes no reads for %s', async (_, by, figures) => {
    const api = server({ by, figures });
    show(api, by);

    const rest = await screen.findByText('Nothing is scheduled for the next six weeks.');
    await waitFor(() => expect(rest).toBeVisible());
    expect(screen.queryByRole('region', { name: TITLE })).not.toBeInTheDocument();
    for (const call of [settingsApi.read, mailApi.sender, importApi.list]) expect(api.calls(call)).toHaveLength(0);
  });

  it('shows the rest if the settings cannot be read', { tags: 'thorough' }, async () => {
    show(server().refuse(settingsApi.read, 500));

    const rest = await screen.findByText('Nothing is scheduled for the next six weeks.');
    await waitFor(() => expect(rest).toBeVisible());
  });
});
