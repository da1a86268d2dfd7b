import { INVITATION_LIMITS, INVITATION_TEXTS, type Invitation, invitationApi } from '@inkwell/shared/invitations';
import { userApi } from '@inkwell/shared/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { sampleUser } from '../../../test/samples.ts';

const admin = sampleUser({ id: 'admin', role: 'admin' });

const invitation = (changes: Partial<Invitation> = {}): Invitation => ({
  id: 'i1',
  email: 'eve@example.com',
  role: null,
  writing: 'author',
  state: 'open',
  invitedBy: 'Grace Hopper',
  createdAt: '2026-11-24T09:00:00.000Z',
  expiresAt: '2026-12-01T09:00:00.000Z',
  ...changes,
});

/** Opens the dialog over the list of users. */
async function openDialog(invitations: readonly Invitation[] = []) {
  let stored = [...invitations];
  const api = createFakeApi(admin)
    .on(userApi.list, () => [admin])
    .on(invitationApi.list, () => stored)
    .on(invitationApi.create, ({ body }) => {
      const created = invitation({
        id: 'new',
        email: body.email,
        role: body.role ?? null,
        writing: body.writing ?? null,
      });
      stored = [created, ...stored.filter(({ email }) => email !== body.email)];
      return created;
    })
    .on(invitationApi.remove, ({ params }) => {
      stored = stored.filter(({ id }) => id !== params.id);
    });
  const app = renderPage('/admin?tab=users', { viewer: admin, api });
  await app.user.click(await screen.findByRole('button', { name: 'Invite People' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite People' }));
  return { ...app, api, dialog };
}

describe('inviting people', () => {
  it('mails an invitation, shows it, and is ready for the next', async () => {
    const { api, user, dialog } = await openDialog();
    expect(await dialog.findByText(/^Nobody is invited at the moment/)).toBeVisible();

    await user.type(dialog.getByLabelText(/^Email/), ' Ada@example.com ');
    await user.selectOptions(dialog.getByLabelText('Invited as'), 'Moderator');
    await user.click(dialog.getByRole('button', { name: 'Send Invitation' }));

    expect(await screen.findByText('Invitation sent to Ada@example.com')).toBeVisible();
    const [call] = api.calls(invitationApi.create);
    expect(call?.body).toEqual({ email: 'Ada@example.com', role: 'moderator' });
    expect(call?.idempotencyKey).toBeTruthy();
    const row = within(await dialog.findByRole('listitem', { name: 'Ada@example.com' }));
    expect(row.getByText('Open')).toBeVisible();
    expect(row.getByText('Moderator')).toBeVisible();
    expect(dialog.getByLabelText(/^Email/)).toHaveValue('');
    expect(dialog.getByLabelText(/^Email/)).toHaveFocus();
  });

  it.each(['nobody', 'a@b;nobody', '<a@b.example>'])(
    'shows beside the field why %j is refused',
    { tags: 'thorough' },
    async (email) => {
      const { api, user, dialog } = await openDialog();

      await user.type(dialog.getByLabelText(/^Email/), email);
      await user.click(dialog.getByRole('button', { name: /^Send/ }));

      expect(await dialog.findByText(/^(nobody: )?Please enter a valid email address\.$/)).toBeVisible();
      expect(api.calls(invitationApi.create)).toEqual([]);
    },
  );

  it('invites several people at once, each once and with its own result, and keeps refused addresses', async () => {
    const { api, user, dialog } = await openDialog();
    api.on(invitationApi.create, ({ body }) => {
      if (body.email.startsWith('eve')) throw new Refusal('conflict', INVITATION_TEXTS.hasRight);
      return invitation({ id: body.email, email: body.email });
    });
    const field = dialog.getByLabelText(/^Email/);

    await user.type(field, 'ada@example.com, eve@example.com{Enter}Ada@Example.com;cem@example.com ');
    await user.click(dialog.getByRole('button', { name: 'Send 3 Invitations' }));

    expect(await screen.findByText('2 invitations sent')).toBeVisible();
    const results = within(dialog.getByText('ada@example.com').closest('ul') as HTMLElement).getAllByRole('listitem');
    expect(results.map(({ textContent }) => textContent)).toEqual([
      'ada@example.com: Invitation sent',
      `eve@example.com: ${INVITATION_TEXTS.hasRight}`,
      'cem@example.com: Invitation sent',
    ]);
    expect(field).toHaveValue('eve@example.com');
    const calls = api.calls(invitationApi.create);
    expect(calls.map(({ body }) => body.email)).toEqual(['ada@example.com', 'eve@example.com', 'cem@example.com']);
    expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  });

  it('continues after a lost answer, and repeats under the same keys', { tags: 'thorough' }, async () => {
    const { api, user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText(/^Email/), 'ada@example.com eve@example.com');
    api.cut(invitationApi.create);
    await user.click(dialog.getByRole('button', { name: 'Send 2 Invitations' }));
    expect(await screen.findByText(/^Failed to send the invitation/)).toBeVisible();
    expect(dialog.getByLabelText(/^Email/)).toHaveValue('ada@example.com eve@example.com');
    api.on(invitationApi.create, ({ body }) => invitation({ id: body.email, email: body.email }));

    await user.click(dialog.getByRole('button', { name: 'Send 2 Invitations' }));

    expect(await screen.findByText('2 invitations sent')).toBeVisible();
    const keys = api.calls(invitationApi.create).map(({ body, idempotencyKey }) => `${body.email} ${idempotencyKey}`);
    expect([keys.length, new Set(keys).size]).toEqual([3, 2]);
  });

  it('stops at the daily limit, and refuses larger lists at once', { tags: 'thorough' }, async () => {
    const { api, user, dialog } = await openDialog();
    api.refuse(invitationApi.create, 429, INVITATION_TEXTS.full);
    const field = dialog.getByLabelText(/^Email/);
    await user.type(field, 'ada@example.com eve@example.com');
    await user.click(dialog.getByRole('button', { name: 'Send 2 Invitations' }));

    expect(await dialog.findByText(new RegExp(INVITATION_TEXTS.full))).toBeVisible();
    expect(api.calls(invitationApi.create)).toHaveLength(1);
    expect(field).toHaveValue('ada@example.com\neve@example.com');

    await user.clear(field);
    await user.click(field);
    await user.paste(Array.from({ length: INVITATION_LIMITS.perDay + 1 }, (_, n) => `${n}@example.com`).join('\n'));
    await user.click(dialog.getByRole('button', { name: /^Send/ }));
    expect(await dialog.findByText('Please invite at most 50 people at once')).toBeVisible();
    expect(api.calls(invitationApi.create)).toHaveLength(1);
  });

  it('says why the server refuses an address, and keeps the input', { tags: 'thorough' }, async () => {
    const { api, user, dialog } = await openDialog();
    api.refuse(invitationApi.create, 409, INVITATION_TEXTS.hasRight);

    await user.type(dialog.getByLabelText(/^Email/), 'eve@example.com');
    await user.click(dialog.getByRole('button', { name: 'Send Invitation' }));

    expect(await dialog.findByText(INVITATION_TEXTS.hasRight)).toBeVisible();
    expect(dialog.getByLabelText(/^Email/)).toHaveValue('eve@example.com');
  });

  it('repeats a request whose answer was lost under its key', { tags: 'thorough' }, async () => {
    const { api, user, dialog } = await openDialog();
    api.cut(invitationApi.create);
    await user.type(dialog.getByLabelText(/^Email/), 'eve@example.com');
    await user.click(dialog.getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText(/^Failed to send the invitation/)).toBeVisible();

    await user.click(dialog.getByRole('button', { name: 'Send Invitation' }));

    await waitFor(() => expect(api.calls(invitationApi.create)).toHaveLength(2));
    const [first, second] = api.calls(invitationApi.create);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it('lists invitations with their state; accepted ones can be neither sent nor withdrawn', async () => {
    const { dialog } = await openDialog([
      invitation(),
      invitation({ id: 'i2', email: 'b@example.com', state: 'expired' }),
      invitation({ id: 'i3', email: 'c@example.com', state: 'ended' }),
      invitation({ id: 'i4', email: 'd@example.com', state: 'accepted' }),
    ]);

    for (const [email, state] of [
      ['eve@example.com', 'Open'],
      ['b@example.com', 'Expired'],
      ['c@example.com', 'Ended'],
      ['d@example.com', 'Accepted'],
    ] as const) {
      const row = within(await dialog.findByRole('listitem', { name: email }));
      expect(row.getByText(state)).toBeVisible();
      expect(row.queryAllByRole('button')).toHaveLength(state === 'Accepted' ? 0 : 2);
    }
  });

  it('sends a new link, and withdraws an invitation', async () => {
    const { api, user, dialog } = await openDialog([invitation()]);

    await user.click(await dialog.findByRole('button', { name: 'Send Again' }));
    expect(await screen.findByText('A new link was sent to eve@example.com')).toBeVisible();
    expect(api.calls(invitationApi.create)).toMatchObject([{ body: { email: 'eve@example.com', writing: 'author' } }]);

    await user.click(await dialog.findByRole('button', { name: 'Withdraw' }));
    expect(await dialog.findByText(/^Nobody is invited at the moment/)).toBeVisible();
    expect(document.body).not.toHaveFocus();
  });

  it('keeps an invitation that could not be withdrawn', { tags: 'thorough' }, async () => {
    const { api, user, dialog } = await openDialog([invitation()]);
    api.refuse(invitationApi.remove, 409, INVITATION_TEXTS.isAccepted);

    await user.click(await dialog.findByRole('button', { name: 'Withdraw' }));

    expect(await screen.findByText(/This invitation was accepted already/)).toBeVisible();
    expect(dialog.getByRole('listitem', { name: 'eve@example.com' })).toBeVisible();
  });

  it('offers a retry if the invitations cannot be loaded', { tags: 'thorough' }, async () => {
    const api = createFakeApi(admin)
      .on(userApi.list, () => [admin])
      .refuse(invitationApi.list, 'internal');
    const { user } = renderPage('/admin?tab=users', { viewer: admin, api });
    await user.click(await screen.findByRole('button', { name: 'Invite People' }));
    expect(await screen.findByText('Failed to load invitations')).toBeVisible();

    api.on(invitationApi.list, () => [invitation()]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('listitem', { name: 'eve@example.com' })).toBeVisible();
  });

  it('asks before an unsent address is lost', { tags: 'thorough' }, async () => {
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText(/^Email/), 'eve@');

    await user.keyboard('{Escape}');

    expect(await screen.findByText(/The invitation has not been sent/)).toBeVisible();
  });
});
