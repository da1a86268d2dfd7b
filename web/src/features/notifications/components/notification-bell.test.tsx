import { notificationApi, type UserNotification } from '@inkwell/shared/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toastStore } from '../../../lib/toast.ts';
import { createFakeApi, renderApp } from '../../../test/render-app.tsx';
import { sampleNotification, sampleUser } from '../../../test/samples.ts';
import { settled } from '../../../test/settled.ts';
import { notificationQueries } from '../api/queries.ts';

const viewer = sampleUser();

/** A fake server that stores which notifications were read. */
function open(notifications: UserNotification[]) {
  let stored = notifications;
  const api = createFakeApi(viewer)
    .on(notificationApi.list, () => stored)
    .on(notificationApi.markRead, ({ params }) => {
      stored = stored.map((it) => (it.id === params.id ? { ...it, isRead: true } : it));
    })
    .on(notificationApi.markAllRead, () => {
      stored = stored.map((it) => ({ ...it, isRead: true }));
    });
  return { ...renderApp('/nowhere', { viewer, api }), api, add: (it: UserNotification) => (stored = [it, ...stored]) };
}

const bell = (unread = 0) =>
  screen.findByRole('button', { name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications' });
const panel = () => within(screen.getByRole('region', { name: 'Notifications' }));
const many = (count: number) => Array.from({ length: count }, (_, index) => sampleNotification({ id: `n${index}` }));

describe('the notification bell', () => {
  it('is hidden from visitors', async () => {
    renderApp('/nowhere');
    await screen.findByRole('link', { name: 'Join' });

    expect(screen.queryByRole('button', { name: /Notifications/ })).not.toBeInTheDocument();
  });

  it.each([
    [9, '9'],
    [10, '9+'],
  ])('with %d unread notifications, shows %s', async (count, text) => {
    open(many(count));

    await bell(count);

    expect(screen.getByTestId('notification-badge')).toHaveTextContent(text);
  });

  it('shows no badge if everything is read, and an empty list', async () => {
    const { user } = open([]);

    await user.click(await bell());

    expect(screen.queryByTestId('notification-badge')).not.toBeInTheDocument();
    expect(panel().getByText('No notifications yet')).toBeVisible();
    expect(panel().queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  });

  it('lists notifications with their age, and markup in them as text; a click marks one as read', async () => {
    const fiveMinutesAgo = new Date(Date.now() - 5 * 60_000).toISOString();
    const { user, api } = open([
      sampleNotification({ id: 'new', title: 'Fresh news', message: '<b>Now</b>', createdAt: fiveMinutesAgo }),
      sampleNotification({ id: 'old', title: 'Old news', isRead: true }),
    ]);
    await user.click(await bell(1));
    expect(panel().getByText('5 minutes ago')).toBeVisible();
    expect(panel().getByText('<b>Now</b>')).toBeVisible();

    await user.click(panel().getByRole('button', { name: /Fresh news/ }));

    expect(await bell()).toBeVisible();
    expect(api.calls(notificationApi.markRead).map(({ params }) => params.id)).toEqual(['new']);
    await user.click(panel().getByRole('button', { name: /Old news/ }));
    expect(api.calls(notificationApi.markRead)).toHaveLength(1);
    expect(toastStore.snapshot()).toBeNull();
  });

  it('marks all as read, and closes on Escape, which returns the focus', async () => {
    const { user, api } = open(many(3));
    await user.click(await bell(3));

    await user.click(panel().getByRole('button', { name: 'Mark all as read' }));

    expect(await bell()).toBeVisible();
    expect(api.calls(notificationApi.markAllRead)).toHaveLength(1);
    expect(panel().getByRole('heading', { name: 'Notifications' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(await bell()).toHaveFocus();
    expect(screen.queryByRole('heading', { name: 'Notifications' })).not.toBeInTheDocument();
  });

  it('keeps a list that cannot be reloaded, with a banner that it may be out of date', async () => {
    const { user, api, client } = open(many(1));
    await user.click(await bell(1));
    api.cut(notificationApi.list);

    await act(() => client.refetchQueries(notificationQueries.list()));

    expect(await panel().findByText(/^This list may be out of date\./)).toBeVisible();
    expect(panel().getByText('Maintenance tonight')).toBeVisible();
  });

  it('reverts a read mark that the server refuses', { tags: 'thorough' }, async () => {
    const { user, api } = open(many(1));
    await user.click(await bell(1));
    api.refuse(notificationApi.markRead, 500, 'no');

    await user.click(panel().getByRole('button', { name: /Maintenance tonight/ }));

    expect(await screen.findByText('Failed to mark notifications as read.')).toBeVisible();
    expect(await bell(1)).toBeVisible();
  });

  it('links to a comment, marks the notification as read, and closes', async () => {
    const { user, api, router } = open([
      sampleNotification({
        id: 'personal-1',
        title: 'Mary Shelley and 3 others replied to your comment',
        message: 'The quiet harbour',
        kind: 'reply',
        link: '/search#comment-7',
      }),
    ]);
    await user.click(await bell(1));

    await user.click(panel().getByRole('link', { name: /Mary Shelley and 3 others replied/ }));

    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/search', hash: '#comment-7' }));
    expect(api.calls(notificationApi.markRead)[0]?.params.id).toBe('personal-1');
    expect(screen.queryByRole('heading', { name: 'Notifications' })).not.toBeInTheDocument();
  });

  it('keeps newer notifications when a read mark is reverted', { tags: 'thorough' }, async () => {
    const { user, api, add, client } = open(many(1));
    const refuse = api.hold(notificationApi.markRead, () => {
      throw new Error('no');
    });
    await user.click(await bell(1));
    await user.click(panel().getByRole('button', { name: /Maintenance tonight/ }));
    add(sampleNotification({ id: 'newer', title: 'Newer' }));
    await act(() => client.refetchQueries({ queryKey: ['notifications', 'list'] }));
    api.hang(notificationApi.list);

    await settled(refuse);

    expect(await panel().findByText('Newer')).toBeVisible();
  });

  it('polls every 30 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { add } = open([]);
    await bell();

    add(sampleNotification());
    await act(() => vi.advanceTimersByTimeAsync(30_000));

    expect(await bell(1)).toBeVisible();
  });

  it('offers a retry if loading fails', async () => {
    const api = createFakeApi(viewer).cut(notificationApi.list);
    const { user } = renderApp('/nowhere', { viewer, api });
    await user.click(await bell());
    expect(panel().getByText('Notifications could not be loaded.')).toBeVisible();

    api.on(notificationApi.list, () => [sampleNotification()]);
    await user.click(panel().getByRole('button', { name: 'Try Again' }));

    expect(await panel().findByText('Maintenance tonight')).toBeVisible();
  });

  it('closes on Escape even if nothing has the focus', { tags: 'thorough' }, async () => {
    const { user } = open(many(1));
    await user.click(await bell(1));
    (document.activeElement as HTMLElement).blur();

    await user.keyboard('{Escape}');

    expect(await bell(1)).toHaveFocus();
    expect(screen.queryByText('Maintenance tonight')).not.toBeInTheDocument();
  });
});
