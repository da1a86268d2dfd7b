import { notificationApi, type UserNotification } from '@inkwell/shared/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeApi, renderApp } from '../../test/render-app.tsx';
import { sampleNotification, sampleUser } from '../../test/samples.ts';
import { settled } from '../../test/settled.ts';

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static latest: FakeSocket | null = null;
  readyState = FakeSocket.OPEN;

  constructor() {
    super();
    FakeSocket.latest = this;
  }

  send() {}
  close() {}
}

beforeEach(() => void vi.stubGlobal('WebSocket', FakeSocket));
afterEach(() => {
  FakeSocket.latest = null;
  vi.unstubAllGlobals();
});

const viewer = sampleUser();

async function receive(data: object): Promise<void> {
  await waitFor(() => expect(FakeSocket.latest).not.toBeNull());
  const message = new MessageEvent('message', { data: JSON.stringify({ type: 'notification', data }) });
  act(() => void FakeSocket.latest?.dispatchEvent(message));
}

describe('a live notification', () => {
  it('shows a toast in the tone of its type, and refreshes the list', async () => {
    const { api } = renderApp('/nowhere', { viewer, api: createFakeApi(viewer) });
    await screen.findByRole('button', { name: 'Notifications' });
    const before = api.calls(notificationApi.list).length;

    await receive({ title: 'Maintenance', message: 'From 2 to 3.', type: 'warning' });

    expect(await screen.findByText('Maintenance')).toBeVisible();
    expect(screen.getByTestId('toast')).toHaveAttribute('data-tone', 'warning');
    expect(screen.getByTestId('toast')).toHaveTextContent('warningMaintenanceFrom 2 to 3.');
    await waitFor(() => expect(api.calls(notificationApi.list).length).toBeGreaterThan(before));
  });

  it('about a comment links to it, and the badge never shows an outdated number', async () => {
    const listed = [sampleNotification()];
    const api = createFakeApi(viewer).on(notificationApi.list, () => listed);
    renderApp('/nowhere', { viewer, api });
    await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    let answer: (list: UserNotification[]) => void = () => {};
    api.on(notificationApi.list, () => new Promise((resolve) => (answer = resolve)));

    await receive({ title: 'Mary replied to your comment', message: 'A post', link: '/posts/p#comment-c' });

    expect(await screen.findByRole('link', { name: 'Show' })).toHaveAttribute('href', '/posts/p#comment-c');
    expect(screen.getByRole('button', { name: 'Notifications, new ones' })).toHaveTextContent('•');
    act(() => answer([sampleNotification({ id: 'note-2' }), ...listed]));
    expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
  });

  it('has a neutral tone if it has no type', async () => {
    renderApp('/nowhere', { viewer, api: createFakeApi(viewer) });

    await receive({ title: 'News', message: 'Text' });

    expect(await screen.findByText('News')).toBeVisible();
    expect(screen.getByTestId('toast')).toHaveAttribute('data-tone', 'info');
  });

  it('opens no socket for visitors', async () => {
    renderApp('/nowhere');
    await screen.findByRole('link', { name: 'Join' });
    await settled(() => {});

    expect(FakeSocket.latest).toBeNull();
  });
});
