import { INVITATION_LIMITS, INVITATION_TEXTS, type Invitation, invitationApi } from '@inkwell/shared/invitations';
import { userApi } from '@inkwell/shared/users';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../test/fake-api.ts';
import { dialogNamed, textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin } from '../../../test/samples.ts';

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
      const { email, role = null, writing = null } = body;
      const created = invitation({ id: 'new', email, role, writing });
      stored = [created, ...stored.filter(({ email }) => email !== body.email)];
      return created;
    })
    .on(invitationApi.remove, ({ params }) => {
      stored = stored.filter(({ id }) => id !== params.id);
    });
  const app = renderPage('/admin?tab=users', { viewer: admin, api });
  await app.user.click(await screen.findByRole('button', { name: 'Invite People' }));
  const dialog = await dialogNamed('Invite People');
  const field = dialog.getByLabelText(/^Email/);
  /** Types addresses and sends them. */
  const send = async (emails: string, label: string | RegExp = 'Send Invitation') => {
    await app.user.type(field, emails);
    await app.user.click(dialog.getByRole('button', { name: label }));
  };
  return { ...app, dialog, field, send };
}

describe('inviting people', () => {
  it('mails an invitation, shows it, and is ready for the next', async () => {
    const { api, user, dialog, field, send } = await openDialog();
    expect(await dialog.findByText(/^Nobody is invited at the moment/)).toBeVisible();

    await user.selectOptions(dialog.getByLabelText('Invited as'), 'Moderator');
    await send(' Ada@example.com ');

    expect(await screen.findByText('Invitation sent to Ada@example.com')).toBeVisible();
    const [call] = api.calls(invitationApi.create);
    expect(call?.body).toEqual({ email: 'Ada@example.com', role: 'moderator' });
    expect(call?.idempotencyKey).toBeTruthy();
    const row = within(await dialog.findByRole('listitem', { name: 'Ada@example.com' }));
    expect(row.getByText('Open')).toBeVisible();
    expect(row.getByText('Moderator')).toBeVisible();
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
  });

  it.each(['nobody', 'a@b;nobody', '<a@b.example>'])(
    'shows beside the field why %j is refused',
    { tags: 'thorough' },
    async (email) => {
      const { api, dialog, send } = await openDialog();

      await send(email, /^Send/);

      expect(await dialog.findByText(/^(nobody: )?Please enter a valid email address\.$/)).toBeVisible();
      expect(api.calls(invitationApi.create)).toEqual([]);
    },
  );

  it('invites several people at once, each once and with its own result, and keeps refused addresses', async () => {
    const { api, dialog, field, send } = await openDialog();
    api.on(invitationApi.create, ({ body }) => {
      if (body.email.startsWith('eve')) throw new Refusal('conflict', INVITATION_TEXTS.hasRight);
      return invitation({ id: body.email, email: body.email });
    });

    await send('ada@example.com, eve@example.com{Enter}Ada@Example.com;cem@example.com ', 'Send 3 Invitations');

    expect(await screen.findByText('2 invitations sent')).toBeVisible();
    const results = within(dialog.getByText('ada@example.com').closest('ul') as HTMLElement).getAllByRole('listitem');
    expect(textsOf(results)).toEqual([
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
    const { api, user, dialog, field, send } = await openDialog();
    api.cut(invitationApi.create);
    await send('ada@example.com eve@example.com', 'Send 2 Invitations');
    expect(await screen.findByText(/^Failed to send the invitation/)).toBeVisible();
    expect(field).toHaveValue('ada@example.com eve@example.com');

    api.on(invitationApi.create, ({ body }) => invitation({ id: body.email, email: body.email }));

    await user.click(dialog.getByRole('button', { name: 'Send 2 Invitations' }));

    expect(await screen.findByText('2 invitations sent')).toBeVisible();
    const keys = api.calls(invitationApi.create).map(({ body, idempotencyKey }) => `${body.email} ${idempotencyKey}`);
    expect([keys.length, new Set(keys).size]).toEqual([3, 2]);
  });

  it('stops at the daily limit, and refuses larger lists at once', { tags: 'thorough' }, async () => {
    const { api, user, dialog, field, send } = await openDialog();
    api.refuse(invitationApi.create, 429, INVITATION_TEXTS.full);

    await send('ada@example.com eve@example.com', 'Send 2 Invitations');

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
    const { api, dialog, field, send } = await openDialog();
    api.refuse(invitationApi.create, 409, INVITATION_TEXTS.hasRight);

    await send('eve@example.com');

    expect(await dialog.findByText(INVITATION_TEXTS.hasRight)).toBeVisible();
    expect(field).toHaveValue('eve@example.com');
  });

  it('lists invitations with their state; accepted ones can be neither sent nor withdrawn', async () => {
    const labels = { open: 'Open', expired: 'Expired', ended: 'Ended', accepted: 'Accepted' } as const;
    const states = Object.keys(labels) as (keyof typeof labels)[];
    const { dialog } = await openDialog(
      states.map((state) => invitation({ id: state, email: `${state}@example.com`, state })),
    );

    for (const state of states) {
      const row = within(await dialog.findByRole('listitem', { name: `${state}@example.com` }));
      expect(row.getByText(labels[state])).toBeVisible();
      expect(row.queryAllByRole('button')).toHaveLength(state === 'accepted' ? 0 : 2);
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
    const { user, field } = await openDialog();
    await user.type(field, 'eve@');

    await user.keyboard('{Escape}');

    expect(await screen.findByText(/The invitation has not been sent/)).toBeVisible();
  });
});
