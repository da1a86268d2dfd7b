// @module-tag thorough
import { notificationApi } from '@inkwell/shared/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FORM_LIFE_MS } from '../../../hooks/use-autosaved-fields.ts';
import { autosavedFields } from '../../../lib/autosave/fields.ts';
import { localCopies } from '../../../lib/autosave/local-copies.ts';
import { keptRecords } from '../../../test/kept-fields.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { sampleUser } from '../../../test/samples.ts';
import { settled } from '../../../test/settled.ts';

const admin = sampleUser({ id: 'admin', role: 'admin' });
const BACK = 'Your earlier text was restored.';
const sent = {
  id: 'b-1',
  title: 'Maintenance',
  message: 'Tonight.',
  type: 'warning' as const,
  createdAt: '2026-01-15T10:00:00.000Z',
  sender: { firstName: 'Alma', displayName: null, email: null },
};

async function open(viewer = admin) {
  const api = createFakeApi(viewer).on(notificationApi.broadcasts, () => []);
  const app = renderPage('/admin?tab=notifications', { viewer, api });
  await app.user.click(await screen.findByRole('button', { name: 'Send Notification' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Notification to All Users' }));
  return {
    ...app,
    api,
    dialog,
    title: dialog.getByRole('textbox', { name: /^Title/ }),
    message: dialog.getByRole('textbox', { name: /^Message/ }),
    type: dialog.getByRole('combobox', { name: 'Type' }),
  };
}

async function killWhileTyping() {
  const page = await open();
  await page.user.type(page.title, 'Maintenance');
  await page.user.type(page.message, 'Tonight, from ten');
  await page.user.selectOptions(page.type, 'warning');
  page.unmount();
  autosavedFields.reset();
}

describe('a broadcast in a page that was killed', () => {
  it('is restored with an announcement, and still asks before it is discarded', async () => {
    await killWhileTyping();

    const { user, dialog, title, message, type } = await open();

    expect((await dialog.findByText(BACK)).closest('[role="status"]')).toBeVisible();
    expect([title, message, type].map((field) => (field as HTMLInputElement).value)).toEqual([
      'Maintenance',
      'Tonight, from ten',
      'warning',
    ]);
    expect(!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Discard your text?' })).toBeVisible();
  });

  it('is the same notification if it is sent again after a lost answer', async () => {
    const before = await open();
    before.api.cut(notificationApi.broadcast);
    await before.user.type(before.title, 'Maintenance');
    await before.user.type(before.message, 'Tonight');
    await before.user.click(before.dialog.getByRole('button', { name: 'Send Notification' }));
    await waitFor(() => expect(before.dialog.getByRole('button', { name: 'Send Notification' })).toBeEnabled());
    before.unmount();
    autosavedFields.reset();
    const { user, api, dialog } = await open();
    await dialog.findByText(BACK);
    api.on(notificationApi.broadcast, ({ body }) => ({ ...sent, ...body }));

    await user.click(dialog.getByRole('button', { name: 'Send Notification' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Send Notification' }));
    const anew = within(await screen.findByRole('dialog', { name: 'Send Notification to All Users' }));
    await user.type(anew.getByRole('textbox', { name: /^Title/ }), 'Maintenance');
    await user.type(anew.getByRole('textbox', { name: /^Message/ }), 'Tonight');
    await user.click(anew.getByRole('button', { name: 'Send Notification' }));
    await waitFor(() => expect(api.calls(notificationApi.broadcast)).toHaveLength(2));

    const keys = [...before.api.calls(notificationApi.broadcast), ...api.calls(notificationApi.broadcast)].map(
      ({ idempotencyKey }) => idempotencyKey,
    );
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
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

  it('is not restored once it has been sent', async () => {
    await killWhileTyping();
    const { user, api, dialog } = await open();
    await dialog.findByText(BACK);
    api.on(notificationApi.broadcast, ({ body }) => ({ ...sent, ...body }));

    await user.click(dialog.getByRole('button', { name: 'Send Notification' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    expect(keptRecords()).toEqual([]);
  });

  it('is not restored if the page was left before the answer', async () => {
    const { user, api, dialog, title, message, unmount } = await open();
    const answer = api.hold(notificationApi.broadcast, ({ body }) => ({ ...sent, ...body }));
    await user.type(title, 'Maintenance');
    await user.type(message, 'Tonight');
    await user.click(dialog.getByRole('button', { name: 'Send Notification' }));
    await waitFor(() => expect(api.calls(notificationApi.broadcast)).toHaveLength(1));

    unmount();
    expect(keptRecords()).toHaveLength(1);
    await settled(answer);

    await waitFor(() => expect(keptRecords()).toEqual([]));
  });

  it('is not restored after it was discarded by any means', async () => {
    await killWhileTyping();
    const { user, dialog, title } = await open();
    await user.click(await dialog.findByRole('button', { name: 'Discard' }));
    const question = () => screen.findByRole('dialog', { name: 'Discard your text?' });
    await user.click(within(await question()).getByRole('button', { name: 'Keep Writing' }));
    expect(title).toHaveValue('Maintenance');
    expect(keptRecords()).toHaveLength(1);

    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await user.click(within(await question()).getByRole('button', { name: 'Discard' }));

    await waitFor(() => expect(title).toHaveFocus());
    expect(title).toHaveValue('');
    expect(dialog.queryByText(BACK)).not.toBeInTheDocument();
    expect(keptRecords()).toEqual([]);
    await user.type(title, 'Again');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await question()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(keptRecords()).toEqual([]);
  });

  it('is not restored after 30 days', async () => {
    await killWhileTyping();
    const [kept] = keptRecords();
    expect(kept?.untilMs).toBeGreaterThan(Date.now() + FORM_LIFE_MS - 60_000);
    if (kept) localCopies.put({ ...kept, untilMs: Date.now() - 1 });

    const { title, dialog } = await open();

    await waitFor(() => expect(keptRecords()).toEqual([]));
    expect(title).toHaveValue('');
    expect(dialog.queryByText(BACK)).not.toBeInTheDocument();
  });
});

describe('a broadcast', () => {
  it('is also emailed only if the admin says so', async () => {
    const { user, api, dialog, title, message } = await open();
    api.on(notificationApi.broadcast, () => sent);
    await user.type(title, 'Maintenance');
    await user.type(message, 'Tonight.');
    await user.click(dialog.getByRole('checkbox', { name: 'Also send by email' }));

    await user.click(dialog.getByRole('button', { name: 'Send Notification' }));

    await waitFor(() => expect(api.calls(notificationApi.broadcast)).toHaveLength(1));
    expect(api.calls(notificationApi.broadcast)[0]?.body).toMatchObject({ title: 'Maintenance', isMailed: true });
  });
});
