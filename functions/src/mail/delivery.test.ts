import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailDelivery } from '../compose/mail.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { api } from '../testing/api.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { type SmtpBehaviour, startCuttingWire, startSmtp } from '../testing/smtp.ts';
import { queueMail } from './mail.repository.ts';
import { createMailQueue } from './mail-queue.repository.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { readSmtpUrl } from './smtp-url.ts';
import { createSuppressionRepository } from './suppressions.repository.ts';
import type { Transport } from './transport.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ends: (() => unknown)[] = [];
beforeEach(resetFirestore);
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const suppressions = createSuppressionRepository(db, dependencies.config.newsletterSecret);

function deliveryBy(transport: Transport) {
  return createMailDelivery({ ...dependencies, transport, site: async () => ({ name: 'Inkwell' }) });
}

function transportTo(url: string): Transport {
  const server = readSmtpUrl(url);
  if (server === null) throw new Error('no server');
  const transport = createSmtpTransport(server);
  ends.push(transport.close);
  return transport;
}

async function smtp(behaviour?: SmtpBehaviour) {
  const server = await startSmtp(behaviour);
  ends.push(server.close);
  return { ...server, delivery: deliveryBy(transportTo(server.url)) };
}

let mails = 0;
async function queue(to = 'ada@example.com', { days = 7, isToMany = false } = {}): Promise<string> {
  mails += 1;
  const id = `mail-${mails}`;
  const at = clock.now();
  const mail = { to, headers: {}, message: { subject: `Number ${mails}`, text: 'Hello', html: '<p>Hello</p>' } };
  const expireAt = new Date(at.getTime() + days * DAY_MS);
  await runTransaction(db, async (transaction) => {
    queueMail(db, transaction, { id, kind: 'confirmation', mail, at, expireAt, isToMany });
  });
  return id;
}

const stored = async (id: string) => (await db.doc(`mail/${id}`).get()).data();

describe('the delivery of an email', () => {
  it("happens within the request that queued it, and stores the server's reply", async () => {
    const { delivery, received } = await smtp();
    const id = await queue();

    await delivery.now(id);
    await delivery.now(id);
    await delivery.run(1_000);

    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ to: ['ada@example.com'], from: 'noreply@localhost' });
    expect(await stored(id)).toMatchObject({ state: 'submitted', attempts: 1, reply: expect.stringMatching(/^250/) });
    expect(await stored(id)).not.toHaveProperty('dueAt');
    expect(await stored(id)).not.toHaveProperty('waitingSince');
  });

  it('happens once, however many instances try concurrently', { tags: 'thorough' }, async () => {
    const { delivery, received } = await smtp();
    const ids = await Promise.all(Array.from({ length: 8 }, () => queue()));

    await Promise.all([delivery.run(5_000), delivery.run(5_000), ...ids.map((id) => delivery.now(id))]);
    await delivery.run(5_000);

    expect(received.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]).sort()).toHaveLength(8);
    for (const id of ids) expect(await stored(id)).toMatchObject({ state: 'submitted' });
  });

  it('is retried after growing pauses while the server is not ready, then given up', {
    tags: 'thorough',
  }, async () => {
    const { delivery, received } = await smtp({ rcptTo: () => '452 4.2.2 Mailbox full' });
    const id = await queue('ada@example.com', { days: 30 });
    const { waitingSince } = (await stored(id)) ?? {};
    const pauses: number[] = [];

    for (let attempt = 1; (await stored(id))?.state === 'queued' && attempt < 20; attempt += 1) {
      await delivery.run(1_000);
      const due = (await stored(id))?.dueAt?.toDate();
      if (!due) break;
      // What counts for the operator is the whole wait.
      expect((await stored(id))?.waitingSince).toEqual(waitingSince);
      pauses.push(Math.round((due.getTime() - clock.now().getTime()) / MINUTE_MS));
      clock.advance(due.getTime() - clock.now().getTime() + 1);
    }

    expect(pauses).toEqual([1, 5, 15, 30, 60, 120, 240, 480, 720, 720]);
    expect(await stored(id)).toMatchObject({ state: 'refused', attempts: 11, reply: '452 4.2.2 Mailbox full' });
    expect(received).toEqual([]);
    // Counts as one soft refusal, not eleven.
    expect(await suppressions.find('ada@example.com')).toMatchObject({ suppressedAt: null, notes: [{ kind: 'soft' }] });
  });

  it.each([
    ['refuses every recipient for itself', { rcptTo: () => '451 4.3.0 Temporary lookup failure' }, false],
    ['throttles us after the text', { text: () => '454 Throttling failure: daily quota exceeded' }, false],
    ['closes each connection', { rcptTo: () => '421 4.3.2 Shutting down' }, false],
    ['greets with 421', { greeting: () => '421 4.3.2 Not now' }, false],
    ['has another password', { login: { user: 'ada', pass: 'other' } }, false],
    ['says three times that the mailbox is full', { rcptTo: () => '452 4.2.2 Mailbox full' }, true],
  ] satisfies [string, SmtpBehaviour, boolean][])(
    'suppresses an address only for replies about it: a server that %s',
    async (_what, behaviour, isStopped) => {
      const { delivery } = await smtp(behaviour);
      for (let mail = 0; mail < 3; mail += 1) {
        const id = await queue();
        // The last attempt is the one that counts.
        await db.doc(`mail/${id}`).update({ attempts: 10 });
        await delivery.now(id);
        expect(await stored(id)).toMatchObject({ state: isStopped ? 'refused' : 'given-up' });
        clock.advance(DAY_MS);
      }

      const known = await suppressions.find('ada@example.com');
      expect(known === null ? null : known.reason).toBe(isStopped ? 'soft' : null);
      expect(known?.notes ?? []).toHaveLength(isStopped ? 3 : 0);
    },
  );

  it('is retried if nobody knows whether the server has it', { tags: 'thorough' }, async () => {
    const server = await startSmtp();
    ends.push(server.close);
    const wire = await startCuttingWire(server, { at: /\r\n\.\r\n$/, isDelivered: true });
    ends.push(wire.close);
    const id = await queue();

    await deliveryBy(transportTo(wire.url)).now(id);
    expect(await stored(id)).toMatchObject({ state: 'queued', attempts: 1 });
    clock.advance(2 * MINUTE_MS);
    await deliveryBy(transportTo(server.url)).run(1_000);

    expect(await stored(id)).toMatchObject({ state: 'submitted', attempts: 2 });
    // Both have the same id, so programs show only one.
    const ids = server.received.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('continues after an instance died with the lease, and that instance no longer changes anything', async () => {
    const { delivery, received } = await smtp();
    const id = await queue();
    const mailQueue = createMailQueue(db, dependencies.config.newsletterSecret);
    const dead = await mailQueue.claim(id, clock.now());
    if (dead === null || typeof dead === 'string') throw new Error('not leased');

    await delivery.run(1_000);
    expect(received).toEqual([]);
    clock.advance(3 * MINUTE_MS);
    await delivery.run(1_000);

    expect(received).toHaveLength(1);
    const late = await mailQueue.finish(dead, { outcome: 'unsent', reply: 'late' }, clock.now());
    expect(late).toBeNull();
    expect(await stored(id)).toMatchObject({ state: 'submitted', attempts: 2 });
  });

  it('never waits behind email to many', { tags: 'thorough' }, async () => {
    const { delivery, received } = await smtp();
    for (let n = 0; n < 25; n += 1) await queue(`many-${n}@example.com`, { isToMany: true });
    clock.advance(1);
    await queue('one@example.com');

    await delivery.run(10_000);

    expect(received[0]?.to).toEqual(['one@example.com']);
    expect(received).toHaveLength(26);
  });

  it('suppresses an address whose mailbox does not exist, and leaves out its next emails until it is freed', async () => {
    const { delivery, received } = await smtp({
      rcptTo: (to) => (to === 'gone@example.com' ? '550 5.1.1 No such user' : null),
    });
    const [first, second, other] = [await queue('gone@example.com'), await queue('GONE@example.com'), await queue()];

    for (const id of [first, second, other]) await delivery.now(id);

    expect(await stored(first)).toMatchObject({ state: 'refused', reply: '550 5.1.1 No such user' });
    expect(await stored(second)).toMatchObject({ state: 'left-out', attempts: 0 });
    expect(received.map(({ to }) => to)).toEqual([['ada@example.com']]);
    const known = await suppressions.find('gone@example.com');
    expect(known).toMatchObject({ reason: 'unknown-mailbox', source: 'smtp' });

    await suppressions.free(known?.id ?? '', { actorId: 'admin', remark: 'exists now', at: clock.now() });
    const third = await queue('gone@example.com');
    await delivery.now(third);
    expect(await stored(third)).toMatchObject({ state: 'refused' });
  });

  it('only records a permanent refusal for another reason', async () => {
    const { delivery } = await smtp({ text: () => '554 5.7.1 Looks like spam' });
    const id = await queue();

    await delivery.now(id);

    expect(await stored(id)).toMatchObject({ state: 'refused' });
    expect(await suppressions.find('ada@example.com')).toMatchObject({
      suppressedAt: null,
      notes: [{ kind: 'permanent', source: 'smtp', reply: '554 5.7.1 Looks like spam' }],
    });
  });

  it('never sends an older email, whether an extension reported about it or not', async () => {
    const { delivery, received } = await smtp();
    const old = {
      to: 'ada@example.com',
      headers: {},
      message: { subject: 'Old', text: 'Old', html: '<p>Old</p>' },
      createdAt: clock.now(),
      expireAt: new Date(clock.now().getTime() + DAY_MS),
      schemaVersion: 1,
    };
    await db.doc('mail/old').set(old);
    await db.doc('mail/old-sent').set({ ...old, delivery: { state: 'SUCCESS' } });
    // Queued by this version and sent by the extension, which is still installed.
    const twice = await queue();
    await db.doc(`mail/${twice}`).update({ delivery: { state: 'SUCCESS' } });

    await delivery.now('old');
    await delivery.run(1_000);

    expect(received).toEqual([]);
    expect(await stored(twice)).toMatchObject({ state: 'submitted', reply: 'Sent by the extension' });
    const { body } = await api.get('/api/dev/mailbox.json');
    expect(body).toHaveLength(3);
  });

  it('ends when the links of the email expire', async () => {
    const { delivery, received } = await smtp();
    const id = await queue('ada@example.com', { days: 1 });
    clock.advance(2 * DAY_MS);

    await delivery.run(1_000);

    expect(received).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'given-up' });
  });

  it('refuses invalid addresses', async () => {
    const { delivery, received } = await smtp();
    const id = await queue('ada@example.com, eve@example.com');

    await delivery.run(1_000);

    expect(received).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: 'refused' });
  });
});
