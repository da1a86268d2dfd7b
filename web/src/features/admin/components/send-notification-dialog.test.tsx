import { notificationApi } from '@inkwell/shared/notifications';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FORM_LIFE_MS } from '../../../hooks/use-autosaved-fields.ts';
import { autosavedFields } from '../../../lib/autosave/fields.ts';
import { keptRecords } from '../../../test/kept-fields.ts';
import { dialogNamed } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin } from '../../../test/samples.ts';
import { settled } from '../../../test/settled.ts';

const BACK = 'Your earlier text was restored.';
const QUESTION = 'Discard your text?';
const sent = {
  id: 'b-1',
  createdAt: '2026-01-15T10:00:00.000Z',
  sender: { firstName: 'Alma', displayName: null, email: null },
};

async function open() {
  const api = createFakeApi(admin)
    .on(notificationApi.broadcasts, () => [])
    .on(notificationApi.broadcast, ({ body }) => ({ ...sent, ...body }));
  const app = renderPage('/admin?tab=notifications', { viewer: admin, api });
  await app.user.click(await screen.findByRole('button', { name: 'Send Notification' }));
  const dialog = await dialogNamed('Send Notification to All Users');
  const [title, message] = [/^Title/, /^Message/].map((name) => dialog.getByRole('textbox', { name }));
  const fill = (titleText: string, messageText: string) => {
    fireEvent.change(title as HTMLElement, { target: { value: titleText } });
    fireEvent.change(message as HTMLElement, { target: { value: messageText } });
  };
  return {
    ...app,
    dialog,
    title: title as HTMLElement,
    message: message as HTMLElement,
    type: dialog.getByRole('combobox', { name: 'Type' }),
    fill,
    send: () => app.user.click(dialog.getByRole('button', { name: 'Send Notification' })),
  };
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

describe('a broadcast', () => {
  it('is checked and sent, and its dialog closes', async () => {
    const { api, dialog, fill, send } = await open();

    await send();
    expect(dialog.getByText('Title is required')).toBeVisible();
    expect(dialog.getByText('Message is required')).toBeVisible();
    fill('x'.repeat(201), 'Everybody');
    await send();
    expect(dialog.getByText('Title too long')).toBeVisible();
    fill('Hello', 'Everybody');
    await send();

    expect(await screen.findByText('Notification sent to all users!')).toBeVisible();
    expect(api.calls(notificationApi.broadcast).map(({ body }) => body)).toEqual([
      { title: 'Hello', message: 'Everybody', type: 'info' },
    ]);
    await isClosed();
    expect(screen.getByRole('button', { name: 'Send Notification' })).toHaveFocus();
  });

  it('is also emailed only if the admin says so', { tags: 'thorough' }, async () => {
    const { user, api, dialog, fill, send } = await open();

    fill('Maintenance', 'Tonight.');
    await user.click(dialog.getByRole('checkbox', { name: 'Also send by email' }));
    await send();

    await waitFor(() => expect(api.calls(notificationApi.broadcast)).toHaveLength(1));
    expect(api.calls(notificationApi.broadcast)[0]?.body).toMatchObject({ title: 'Maintenance', isMailed: true });
  });

  it('stays in its form if sending failed', async () => {
    const { api, title, fill, send } = await open();
    api.refuse(notificationApi.broadcast, 500, 'no');

    fill('Hello', 'Everybody');
    await send();

    expect(await screen.findByText('Failed to send notification: 500: no')).toBeVisible();
    expect(title).toHaveValue('Hello');
  });

  it('can be closed at once without typed text', async () => {
    const { user } = await open();

    await user.keyboard('{Escape}');

    await isClosed();
  });

  it('asks before Escape or Back discards typed text', { tags: 'thorough' }, async () => {
    const { user, router, answer, title } = await open();
    await user.type(title, 'Hello');

    await user.keyboard('{Escape}');
    await dialogNamed(QUESTION);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(QUESTION)).not.toBeInTheDocument());
    expect(title).toHaveValue('Hello');
    expect(title).toHaveFocus();

    act(() => void router.navigate('/admin?tab=users'));
    await answer(QUESTION, 'Keep Writing');
    expect(router.state.location.search).toBe('?tab=notifications');
  });

  it('is the same notification if it is sent again after a lost answer', { tags: 'thorough' }, async () => {
    const { api, fill, send } = await open();
    api.cut(notificationApi.broadcast);

    fill('Maintenance', 'Tonight');
    await send();
    expect(await screen.findByText(/^Failed to send notification/)).toBeVisible();
    await send();

    await waitFor(() => expect(api.calls(notificationApi.broadcast)).toHaveLength(2));
    const [first, second] = api.calls(notificationApi.broadcast);
    expect(first?.idempotencyKey).toBeTruthy();
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });
});

describe('a broadcast in a page that was killed', { tags: 'thorough' }, () => {
  async function killWhileTyping() {
    const page = await open();
    page.fill('Maintenance', 'Tonight, from ten');
    await page.user.selectOptions(page.type, 'warning');
    page.unmount();
    autosavedFields.reset();
  }

  it('is restored with an announcement, and still asks before it is discarded', async () => {
    await killWhileTyping();

    const { user, dialog, title, message, type } = await open();

    expect((await dialog.findByText(BACK)).closest('[role="status"]')).toBeVisible();
    expect([title, message, type].map((field) => (field as HTMLInputElement).value)).toEqual([
      'Maintenance',
      'Tonight, from ten',
      'warning',
    ]);
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: QUESTION })).toBeVisible();
  });

  it('is restored with its latest text after its form was unmounted', async () => {
    await killWhileTyping();
    const { user, dialog, title, unmount } = await open();
    await dialog.findByText(BACK);

    // Only this tab has the text.
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await user.type(title, ' again');
    full.mockRestore();
    unmount();

    const next = await open();

    await next.dialog.findByText(BACK);
    expect(next.title).toHaveValue('Maintenance again');
  });

  it('is not restored if the page was left before the answer', async () => {
    const { api, fill, send, unmount } = await open();
    const answer = api.hold(notificationApi.broadcast, ({ body }) => ({ ...sent, ...body }));
    fill('Maintenance', 'Tonight');
    await send();
    await waitFor(() => expect(api.calls(notificationApi.broadcast)).toHaveLength(1));

    unmount();
    const [kept] = keptRecords();
    expect(kept?.untilMs).toBeGreaterThan(Date.now() + FORM_LIFE_MS - 60_000);
    await settled(answer);

    await waitFor(() => expect(keptRecords()).toEqual([]));
  });

  it('is not restored after it was discarded by any means', async () => {
    await killWhileTyping();
    const { user, answer, dialog, title } = await open();

    await user.click(await dialog.findByRole('button', { name: 'Discard' }));
    await answer(QUESTION, 'Keep Writing');
    expect(title).toHaveValue('Maintenance');
    expect(keptRecords()).toHaveLength(1);

    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await answer(QUESTION, 'Discard');

    await waitFor(() => expect(title).toHaveFocus());
    expect(title).toHaveValue('');
    expect(dialog.queryByText(BACK)).not.toBeInTheDocument();
    expect(keptRecords()).toEqual([]);

    await user.type(title, 'Again');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await answer(QUESTION, 'Discard');
    await isClosed();
    expect(keptRecords()).toEqual([]);
  });
});
