// @module-tag thorough
import { mailApi, type Suppression } from '@inkwell/shared/mail';
import { subscriberApi } from '@inkwell/shared/subscribers';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dialogNamed } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin } from '../../../test/samples.ts';
import { troublesOf } from './mail-texts.ts';
import '../pages/subscribers-page.tsx';

const gone: Suppression = {
  id: 'a'.repeat(64),
  email: 'gone@example.com',
  suppressedAt: '2026-11-20T10:00:00.000Z',
  reason: 'unknown-mailbox',
  source: 'ses',
  remark: null,
  freedAt: null,
  notes: [{ kind: 'unknown-mailbox', source: 'ses', at: '2026-11-20T10:00:00.000Z', reply: '550 5.1.1 No such user' }],
};

function open(list: Suppression[] = [gone]) {
  const api = createFakeApi(admin)
    .on(subscriberApi.search, () => [])
    .on(subscriberApi.growth, () => ({ confirmed: 0, pending: 0, digest: 0, weeks: [] }))
    .on(mailApi.suppressions, ({ query }) => list.filter(({ email }) => !query.email || email === query.email));
  return renderPage('/admin/newsletter/subscribers', { viewer: admin, api });
}

describe('suppressed addresses', () => {
  it("show the reason and the server's reply", async () => {
    const { user } = open();

    const list = within(await screen.findByRole('list', { name: 'Suppressed addresses' }));
    expect(list.getByText('Does not exist')).toBeVisible();

    await user.click(list.getByText('Delivery response'));

    expect(list.getByText('550 5.1.1 No such user')).toBeVisible();
  });

  it('are freed with a reason', async () => {
    const list = [gone];
    const { api, user } = open(list);
    api.on(mailApi.free, () => ({ ...(list.pop() as Suppression), suppressedAt: null, reason: null }));

    await user.click(await screen.findByRole('button', { name: 'Free gone@example.com' }));
    const dialog = await dialogNamed('Free gone@example.com?');
    await user.click(dialog.getByRole('button', { name: 'Free' }));
    expect(await dialog.findByText('Please say why')).toBeVisible();
    expect(api.calls(mailApi.free)).toEqual([]);
    await user.type(dialog.getByLabelText('Reason, kept in the activity'), 'Asked by phone');
    await user.click(dialog.getByRole('button', { name: 'Free' }));

    expect(await screen.findByText('No address is suppressed')).toBeVisible();
    expect(api.calls(mailApi.free)).toMatchObject([{ params: { id: gone.id }, body: { remark: 'Asked by phone' } }]);
  });

  it('are looked up and suppressed', async () => {
    const { api, user } = open();
    api.on(mailApi.suppress, ({ body }) => ({ ...gone, email: body.email, reason: 'manual' as const }));

    await user.type(await screen.findByLabelText('Address'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Look Up' }));
    expect(await screen.findByText('ada@example.com is not suppressed')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Suppress an Address' }));
    const dialog = await dialogNamed('Suppress an address');
    await user.type(dialog.getByLabelText('Email address'), 'bob@example.com');
    await user.type(dialog.getByLabelText('Reason, kept in the activity'), 'Asked by letter');
    await user.click(dialog.getByRole('button', { name: 'Suppress' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = { email: 'bob@example.com', remark: 'Asked by letter' };
    expect(api.calls(mailApi.suppress)).toMatchObject([{ body }]);
  });
});

describe('problems with sending emails', () => {
  it('are shown on the page while they last', async () => {
    const { api } = open([]);
    api.on(mailApi.standing, () => ({ isOn: false, waiting: 2, oldest: null, givenUp: 0 }));

    const text = 'No email is sent because no mail server is configured. 2 emails are waiting in the queue.';
    expect(await screen.findByText(text)).toBeVisible();
  });

  const recent = { since: '2026-11-25T09:30:00.000Z', attempts: 0, reply: null };
  const halted = 'No email has been sent for more than an hour: 3 emails are waiting in the queue.';
  const lost = '1 email of the last days could not be delivered to the mail server and will not be sent.';
  const refused = { ...recent, attempts: 2, reply: '535 no' };
  const late = { ...recent, since: '2026-11-25T08:30:00.000Z' };

  it.each([
    [0, null, 0, []],
    [1, recent, 0, []],
    [1, refused, 0, ['1 email is waiting in the queue. The mail server said last: 535 no']],
    [3, late, 1, [halted, lost]],
  ])('are described in words: %i waiting, the oldest %j, %i given up', (waiting, oldest, givenUp, sentences) => {
    expect(troublesOf({ isOn: true, waiting, oldest, givenUp }, Date.parse('2026-11-25T10:00:00.000Z'))).toEqual(
      sentences,
    );
  });
});
