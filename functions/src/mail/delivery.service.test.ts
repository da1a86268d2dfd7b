import { describe, expect, it } from 'vitest';
import { MAIL_TROUBLE } from '../inventory.ts';
import { partOf } from '../testing/parts.ts';
import { createDelivery } from './delivery.service.ts';
import type { MailEvent } from './mail-events.repository.ts';
import type { LeasedMail, MailQueue, QueueStanding } from './mail-queue.repository.ts';
import type { OutgoingMail, Submission } from './transport.ts';

/* Operators are alerted to these lines. */
const [WAITING, UNABLE, GIVEN_UP] = MAIL_TROUBLE;
const START = Date.UTC(2026, 0, 15);
const MINUTE_MS = 60_000;
const SUBMITTED: Submission = { outcome: 'submitted', reply: '250 OK', providerId: null };
const UNSENT: Submission = { outcome: 'unsent', reply: '421 Busy for ada@example.com' };
const UNCONFIRMED: Submission = { outcome: 'unconfirmed', reply: 'The connection died' };
const REFUSED: Submission = {
  outcome: 'refused',
  isPermanent: true,
  isUnknownMailbox: false,
  reply: '550 5.7.1 No ada@example.com',
};
const TEMPORARY: Submission = { ...REFUSED, isPermanent: false, reply: '450 4.2.1 Later' };

interface Given {
  readonly due?: Partial<Record<'person' | 'many', string[]>>;
  readonly claim?: (id: string) => Awaited<ReturnType<MailQueue['claim']>> | 'default';
  readonly submit?: (mail: OutgoingMail) => Submission;
  readonly state?: Awaited<ReturnType<MailQueue['finish']>>;
  readonly oldest?: QueueStanding['oldest'];
  readonly isOn?: boolean;
  /** The duration of each submission. */
  readonly takesMs?: number;
}

function deliveryOf(given: Given = {}) {
  let nowMs = START;
  const [logs, events, finished] = [[] as unknown[][], [] as MailEvent[], [] as unknown[][]];
  const submitted: { mail: OutgoingMail; timeoutMs: number | undefined }[] = [];
  const lanes = new Map(Object.entries(given.due ?? {}).map(([lane, ids]) => [lane, [...ids]]));
  const leased = (id: string) =>
    partOf<LeasedMail>({ id, to: `${id}@example.com`, attempts: 2, isLastAttempt: id === 'last' });
  const delivery = createDelivery({
    queue: partOf<MailQueue>({
      due: async (lane, _, limit) => lanes.get(lane)?.splice(0, limit) ?? [],
      async claim(id) {
        const claimed = given.claim ? given.claim(id) : 'default';
        return claimed === 'default' ? leased(id) : claimed;
      },
      async finish(mail, submission, at) {
        finished.push([mail.id, submission, at.getTime()]);
        return given.state === undefined ? 'submitted' : given.state;
      },
      oldest: async () => given.oldest ?? null,
    }),
    events: { record: async (event: MailEvent) => void events.push(event) } as never,
    transport: partOf({
      isOn: given.isOn ?? true,
      submit: async (mail: OutgoingMail, options?: { timeoutMs?: number }) => {
        submitted.push({ mail, timeoutMs: options?.timeoutMs });
        nowMs += given.takesMs ?? 0;
        return given.submit?.(mail) ?? SUBMITTED;
      },
    }),
    sender: async () => 'Inkwell <news@example.com>',
    clock: { now: () => new Date(nowMs) },
    log: (...args) => void logs.push(args),
  });
  const ids = () => submitted.map(({ mail }) => (mail as unknown as LeasedMail).id);
  return { delivery, logs, events, finished, submitted, ids };
}
const many = (count: number, name = 'm') => Array.from({ length: count }, (_, n) => `${name}${n}`);

describe('a run', () => {
  it('delivers all due emails, those to one person first', async () => {
    const { delivery, ids, finished, logs } = deliveryOf({ due: { many: many(25), person: ['p'] } });
    await delivery.run(MINUTE_MS);
    expect(ids()).toEqual(['p', ...many(25)]);
    expect(finished[0]).toEqual(['p', SUBMITTED, START]);
    expect(logs).toEqual([]);
  });

  it('starts no email after its time or while sending is off', async () => {
    const none = deliveryOf({ due: { person: ['p'] } });
    await none.delivery.run(0);
    expect(none.ids()).toEqual([]);
    const off = deliveryOf({ due: { person: ['p'] }, isOn: false });
    await off.delivery.run(MINUTE_MS);
    await off.delivery.now('p');
    expect(off.ids()).toEqual([]);
  });

  it('requests no more emails once its time is over', async () => {
    const { delivery, ids } = deliveryOf({ due: { person: many(25) }, takesMs: 50 });
    await delivery.run(1_000);
    expect(ids()).toHaveLength(20);
  });

  it.each([
    ['unsent', UNSENT, 20],
    ['unconfirmed', UNCONFIRMED, 20],
    ['refused', REFUSED, 25],
  ])('ends after five consecutive failures: %s', async (_, submission, count) => {
    const { delivery, ids, logs } = deliveryOf({ due: { person: many(25) }, submit: () => submission });
    await delivery.run(MINUTE_MS);
    expect(ids()).toHaveLength(count);
    const told = logs.filter(([, message]) => message === UNABLE);
    expect(told).toEqual(count === 20 ? [['ERROR', UNABLE, { failures: 20 }]] : []);
  });

  it('continues after four failures, and restarts the count after a success', async () => {
    // Each fifth one succeeds.
    const submit = (mail: OutgoingMail) =>
      Number((mail as unknown as LeasedMail).id.slice(1)) % 5 === 4 ? SUBMITTED : UNSENT;
    const { delivery, ids } = deliveryOf({ due: { person: many(25) }, submit });
    await delivery.run(MINUTE_MS);
    expect(ids()).toHaveLength(25);
  });

  it.each([
    ['ends after five', 15, false],
    ['goes on after four', 16, true],
  ])('%s that failed at the end of a page', async (_, from, isContinued) => {
    const { delivery, ids } = deliveryOf({
      due: { person: many(20), many: ['n'] },
      submit: (mail) => (Number((mail as unknown as LeasedMail).id.slice(1)) >= from ? UNSENT : SUBMITTED),
    });
    await delivery.run(MINUTE_MS);
    expect(ids().includes('n')).toBe(isContinued);
  });

  it('ends if other instances have every email, and continues if one has ended', async () => {
    const taken = deliveryOf({ due: { person: many(20), many: ['n'] }, claim: () => null });
    await taken.delivery.run(MINUTE_MS);
    expect(taken.ids()).toEqual([]);
    const ended = deliveryOf({
      due: { person: ['old'], many: ['n'] },
      claim: (id) => (id === 'old' ? 'given-up' : 'default'),
    });
    await ended.delivery.run(MINUTE_MS);
    expect(ended.ids()).toEqual(['n']);
    expect(ended.logs).toEqual([['ERROR', GIVEN_UP, { mail: 'old' }]]);
    const leftOut = deliveryOf({ due: { person: ['old'] }, claim: () => 'left-out' });
    await leftOut.delivery.run(MINUTE_MS);
    expect([leftOut.ids(), leftOut.logs]).toEqual([[], []]);
  });

  it('is not blocked by an invalid email', async () => {
    const { delivery, ids, logs } = deliveryOf({
      due: { person: ['bad', 'good'] },
      claim(id) {
        if (id === 'bad') throw new Error('Invalid');
        return 'default';
      },
    });
    await delivery.run(MINUTE_MS);
    expect(ids()).toEqual(['good']);
    expect(logs).toMatchObject([['ERROR', 'a mail was not delivered', { mail: 'bad' }]]);
  });

  it.each([
    ['for an hour', 60, true, ['ERROR', { minutes: 60, reply: '421' }]],
    ['for an hour while mail is off', 61, false, ['WARNING', { minutes: 61, reply: '421' }]],
    ['for less', 59, true, undefined],
  ])('reports emails that wait %s', async (_, minutes, isOn, told) => {
    const since = new Date(START - minutes * MINUTE_MS);
    const { delivery, logs } = deliveryOf({ isOn, oldest: { since, reply: '421 Busy ada@example.com', attempts: 1 } });
    await delivery.run(MINUTE_MS);
    expect(logs).toEqual(told ? [[told[0], WAITING, told[1]]] : []);
  });
});

describe('an email', () => {
  it("has the publication's sender unless it has its own", async () => {
    const one = { id: 'own', to: 'a@example.com', attempts: 1, isLastAttempt: false, from: 'Own <own@example.com>' };
    const { delivery, submitted } = deliveryOf({
      due: { person: ['own', 'p'] },
      claim: (id) => (id === 'own' ? partOf<LeasedMail>(one) : 'default'),
    });
    await delivery.run(MINUTE_MS);
    expect(submitted.map(({ mail }) => mail.from)).toEqual(['Own <own@example.com>', 'Inkwell <news@example.com>']);
    expect(submitted[0]?.timeoutMs).toBe(60_000);
  });

  it.each([
    ['refused for good', 'p', REFUSED, ['permanent']],
    ['put off', 'p', TEMPORARY, []],
    ['put off the last time', 'last', TEMPORARY, ['soft']],
    ['to an unknown mailbox', 'p', { ...REFUSED, isUnknownMailbox: true }, ['unknown-mailbox']],
    ['unsent the last time', 'last', UNSENT, []],
  ] as const)('counts against its address if it was %s', async (_, id, submission, kinds) => {
    const { delivery, events } = deliveryOf({ due: { person: [id] }, submit: () => submission });
    await delivery.run(MINUTE_MS);
    expect(events.map(({ kind }) => kind)).toEqual(kinds);
    const [event] = events;
    if (event) expect(event).toMatchObject({ id, email: `${id}@example.com`, at: new Date(START), source: 'smtp' });
  });

  it.each([
    [null, SUBMITTED, ['WARNING', 'another instance has the lease of the mail', '250']],
    ['given-up', UNSENT, ['ERROR', GIVEN_UP, '421']],
    ['queued', UNSENT, ['WARNING', 'a mail was not handed in', '421']],
    ['refused', REFUSED, ['WARNING', 'a mail was not handed in', '550 5.7.1']],
    ['queued', UNCONFIRMED, ['WARNING', 'a mail was not handed in', 'no code']],
    ['submitted', SUBMITTED, undefined],
  ] as const)('that is %s then is logged without its address', async (state, submission, told) => {
    const { delivery, logs } = deliveryOf({ due: { person: ['p'] }, state, submit: () => submission });
    await delivery.run(MINUTE_MS);
    const fields = { mail: 'p', outcome: submission.outcome, attempts: 2, reply: told?.[2] };
    expect(logs).toEqual(told ? [[told[0], told[1], fields]] : []);
  });

  it('is delivered within the time that a request waits', async () => {
    const { delivery, submitted, finished } = deliveryOf();
    await delivery.now('p');
    expect(submitted.map(({ timeoutMs }) => timeoutMs)).toEqual([4_500]);
    expect(finished).toHaveLength(1);
  });

  it('does not fail the request that waits for it', async () => {
    const { delivery, logs } = deliveryOf({
      claim() {
        throw new Error('Down');
      },
    });
    await delivery.now('p');
    await delivery.asIfNow();
    expect(logs).toMatchObject([['ERROR', 'a mail was not delivered at once', { mail: 'p' }]]);
  });
});
