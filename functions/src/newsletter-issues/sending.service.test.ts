import { ISSUE_LIMITS, ISSUE_STOPS } from '@inkwell/shared/newsletter-issues';
import { cut } from '@inkwell/shared/plain-text';
import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { describe, expect, it } from 'vitest';
import type { Submission } from '../mail/transport.ts';
import { partOf } from '../testing/parts.ts';
import type { Addressee } from './audience.converter.ts';
import type { ClaimedMail, IssueMailRepository } from './issue-mails.repository.ts';
import { encodeIssue, NEW_ISSUE, type StoredIssue } from './newsletter-issues.converter.ts';
import { createIssueSender } from './sending.service.ts';

const NOW = new Date(Date.UTC(2026, 0, 15, 9));
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const ISSUE = {
  ...encodeIssue({ ...NEW_ISSUE, subject: 'News', content: 'Hello.' }, { createdBy: 'ada', at: NOW }),
  id: 'i',
  want: 'newsletter',
  status: 'sending',
  startedAt: NOW,
  version: undefined,
} as StoredIssue;
const OK: Submission = { outcome: 'submitted', reply: '250 OK', providerId: 'p1' };
const UNSENT: Submission = { outcome: 'unsent', reply: 'no route' };
const refused = (isPermanent: boolean): Submission => ({
  outcome: 'refused',
  isPermanent,
  isUnknownMailbox: false,
  reply: '550 no',
});

interface Given {
  /** The issue in each successive read; afterwards it is gone. */
  readonly turns?: readonly Partial<StoredIssue>[];
  /** The server's answer for each claimed email; null for a subscriber who has unsubscribed. */
  readonly answers?: readonly (Submission | Error | null)[];
  readonly attempts?: number;
  readonly isOn?: boolean;
  readonly keepsMails?: boolean;
  readonly postalAddress?: string | null;
  readonly mailsPerHour?: number | null;
  /** According to the current settings. */
  readonly countsClicks?: boolean;
  readonly rateAt?: Date | null;
  /** When the next email in each state is due. */
  readonly next?: { readonly queued?: Date; readonly sending?: Date };
  readonly leftOut?: number;
  readonly isUpdated?: boolean;
  /** The duration of each read of the issue. */
  readonly turnMs?: number;
}

function senderOf(given: Given = {}) {
  const { turns = [{}], answers = [], attempts = 1, isOn = true, keepsMails = false, mailsPerHour = null } = given;
  const { postalAddress = 'Kiel', rateAt = null, next = {}, leftOut = 0, isUpdated = true, turnMs = 0 } = given;
  const calls: unknown[][] = [];
  const left = [...turns];
  let nowMs = NOW.getTime();
  const claimed = answers.map((_, n): ClaimedMail => ({ ...partOf({ id: `m${n}`, subscriberId: `s${n}`, attempts }) }));
  const note = (...call: unknown[]) => void calls.push(call);
  const mails = partOf<IssueMailRepository>({
    recover: async () => true,
    async progress() {
      nowMs += turnMs;
      const changes = left.shift();
      return changes ? { ...ISSUE, ...changes } : null;
    },
    async update(_issue, fields) {
      note('update', fields);
      return isUpdated;
    },
    async queuePage() {
      note('queuePage');
      return true;
    },
    pace: async () => ({ rateAt, version: undefined }),
    async claim(_issue, limit, { leaseUntil }, pace) {
      note('claim', limit, leaseUntil, pace?.rateAtAfter(1) ?? null);
      return claimed;
    },
    addresseesOf: async (asked) =>
      new Map(
        asked.flatMap(({ subscriberId: id }, n) =>
          answers[n] ? [[id, partOf<Addressee>({ id, email: `${id}@example.com` })]] : [],
        ),
      ),
    async finish(_id, outcomes, fields) {
      note('finish', outcomes, fields);
    },
    async leaveOut() {
      note('leaveOut');
      return leftOut;
    },
    nextAt: async (_id, states) => states.map((state) => next[state]).find((at) => at !== undefined) ?? null,
  });
  const sender = createIssueSender({
    issues: { find: async () => ({ ...ISSUE, ...turns[0] }), archive: async () => null },
    mails,
    transport: {
      isOn,
      async submit({ to }) {
        const answer = answers[claimed.findIndex(({ subscriberId }) => to.startsWith(`${subscriberId}@`))];
        if (!answer || answer instanceof Error) throw answer;
        return answer;
      },
    },
    keepsMails,
    siteUrl: 'https://example.com',
    secret: 'secret',
    site: async () => ({ ...DEFAULT_SETTINGS, postalAddress }),
    mailsPerHour: async () => mailsPerHour,
    countsClicks: async () => given.countsClicks ?? false,
    partsOf: async () => ({ copies: new Map(), languages: new Map() }),
    noteRefusal: async ({ email, mailId }) => note('noteRefusal', email, mailId),
    clock: { now: () => new Date(nowMs) },
    log: () => undefined,
  });
  return { calls, run: () => sender.continueWith({ issueId: 'i', round: 0 }) };
}

/** The stored results of the claimed emails and their issue. */
async function finished(given: Given) {
  const { calls, run } = senderOf(given);
  await run();
  const [, outcomes = [], fields] = calls.find(([what]) => what === 'finish') ?? [];
  return { outcomes: outcomes as object[], fields, noted: calls.filter(([what]) => what === 'noteRefusal') };
}

describe('an email of an issue', () => {
  const waits = (ms: number) => ({ state: 'queued', nextAt: later(ms), isError: true });
  it.each<[string, Submission | Error | null, number, object, boolean]>([
    ['is taken', OK, 1, { state: 'submitted', reply: '250 OK', isError: false }, false],
    ['may have been taken', { outcome: 'unconfirmed', reply: '' }, 1, { state: 'unconfirmed', isError: true }, false],
    ['may have been taken by what failed', new Error('x'), 1, { state: 'unconfirmed', isError: true }, false],
    ['is for nobody any more', null, 1, { state: 'left-out', isError: false }, false],
    ['does not reach the server', UNSENT, 1, { ...waits(15 * SECOND_MS), isUnsent: true }, false],
    ['does not reach it again', UNSENT, 3, { ...waits(60 * SECOND_MS), isUnsent: true }, false],
    ['does not reach it for long', UNSENT, 19, { ...waits(10 * MINUTE_MS), isUnsent: true }, false],
    ['never reaches it', UNSENT, 20, { state: 'refused', isError: true }, false],
    ['is put off', refused(false), 1, waits(MINUTE_MS), false],
    ['is put off again', refused(false), 5, waits(256 * MINUTE_MS), false],
    ['is put off too often', refused(false), 6, { state: 'refused', isError: true }, true],
    ['is refused', refused(true), 1, { state: 'refused', reply: '550 no', isError: true }, true],
  ])('that %s', async (_, answer, attempts, outcome, isNoted) => {
    const { outcomes, noted } = await finished({ answers: [answer], attempts });
    expect(outcomes).toMatchObject([{ mail: { id: 'm0', attempts }, ...outcome }]);
    expect(noted).toEqual(isNoted ? [['noteRefusal', 's0@example.com', 'm0']] : []);
  });

  it("is stored with its address and the provider's id, and with its text only for the mailbox", async () => {
    const fields = { to: 's0@example.com', providerId: 'p1' };
    expect((await finished({ answers: [OK] })).outcomes).toMatchObject([{ fields }]);
    expect((await finished({ answers: [OK] })).outcomes[0]).not.toHaveProperty('fields.message');
    const kept = { ...fields, headers: expect.any(Object), message: { subject: 'News' } };
    expect((await finished({ answers: [OK], keepsMails: true })).outcomes).toMatchObject([{ fields: kept }]);
    const long = { ...OK, reply: 'x'.repeat(400) };
    expect((await finished({ answers: [long] })).outcomes).toMatchObject([{ reply: cut(long.reply, 300) }]);
  });
});

describe('an issue', () => {
  it.each<[string, Given['answers'], number, object]>([
    ['all are taken', [OK, OK], 0, {}],
    ['the server is reached again', [OK, UNSENT], 3, { failures: 0, lastReply: 'no route' }],
    ['none reaches the server', [UNSENT, UNSENT], 2, { failures: 3, notBefore: later(60_000), lastReply: 'no route' }],
    ['none reaches it but for who left', [UNSENT, null], 0, { failures: 1, notBefore: later(15_000) }],
    ['all have left', [null], 0, {}],
    ['one is refused', [refused(true), OK], 0, { lastReply: '550 no' }],
  ])('notes how its mails fared: %s', async (_, answers = [], failures, fields) => {
    const stored = await finished({ turns: [{ failures }], answers });
    expect(stored.fields).toEqual({ ...fields, ...(answers[0] === UNSENT && { lastReply: 'no route' }) });
  });

  const stopped = (stopReason: string) => ['update', { status: 'stopped', stopReason }];
  const since = { submitted: 0, refused: 0, errors: 0 };
  it.each<[string, Given, unknown[]]>([
    ['without a mail server', { isOn: false }, stopped('no-server')],
    ['without a postal address', { postalAddress: null }, stopped('postal-address')],
    ['that is too long', { turns: [{ content: 'x'.repeat(ISSUE_LIMITS.mailBytes) }] }, stopped('too-long')],
    ['with too many errors', { turns: [{ errors: ISSUE_STOPS.errors, since }] }, stopped('errors')],
    ['that is frozen first', { turns: [{ status: 'queueing' }] }, ['queuePage']],
    ...[true, false].map((countsClicks): [string, Given, unknown[]] => [
      `that is due, and counts clicks as is set then (${countsClicks}),`,
      { turns: [{ status: 'scheduled', countsClicks: !countsClicks }], countsClicks },
      ['update', { status: 'queueing', startedAt: NOW, countsClicks }],
    ]),
  ])('%s is not sent', async (_, given, call) => {
    const { calls, run } = senderOf(given);
    expect(await run()).toEqual({ next: null, count: 0 });
    expect(calls).toEqual([call]);
  });

  const [soon, finishedAt] = [later(5_000), ['update', { finishedAt: NOW }]];
  it.each<[string, Given, Date | null, unknown[][]]>([
    ['is a draft', { turns: [{ status: 'draft' }, {}] }, null, []],
    ['was sent', { turns: [{ status: 'sent' }, {}] }, null, []],
    ['belongs to a later act', { turns: [{ round: 1 }, {}] }, null, []],
    ['is paused', { turns: [{ status: 'paused' }, {}], next: { queued: soon } }, null, []],
    ['is stopped with mails under way', { turns: [{ status: 'stopped' }], next: { sending: soon } }, soon, []],
    ['is cancelled', { turns: [{ status: 'cancelled' }, {}] }, null, [['leaveOut'], finishedAt]],
    [
      'is cancelled with mails under way',
      { turns: [{ status: 'cancelled' }], next: { sending: soon } },
      soon,
      [['leaveOut']],
    ],
    ['is cancelled with mails that wait', { turns: [{ status: 'cancelled' }], leftOut: 2 }, null, [['leaveOut']]],
    ['waits for the server', { turns: [{ notBefore: soon }], next: { queued: soon } }, soon, []],
  ])('that %s sends nothing', async (_, given, until, expected) => {
    const { calls, run } = senderOf(given);
    expect(await run()).toEqual(until ? { next: true, count: 0, notBefore: until } : { next: null, count: 0 });
    expect(calls).toEqual(expected);
  });

  const [lease, sent] = [later(3 * MINUTE_MS), ['update', { status: 'sent', finishedAt: NOW }]];
  it.each<[string, Given, unknown[][]]>([
    ['as many as the server takes', {}, [['claim', 10, lease, null], sent]],
    ['at the pace of all issues', { mailsPerHour: 60 }, [['claim', 1, lease, later(MINUTE_MS)], sent]],
    [
      'at its own slower pace',
      { mailsPerHour: 600, turns: [{ mailsPerHour: 60 }] },
      [['claim', 1, lease, later(MINUTE_MS)], sent],
    ],
    ['none before its time, and ends without any left', { mailsPerHour: 60, rateAt: soon }, [sent]],
  ])('claims %s', async (_, given, expected) => {
    const { calls, run } = senderOf(given);
    expect(await run()).toEqual({ next: null, count: 0 });
    expect(calls).toEqual(expected);
  });

  it('waits for remaining emails, and is checked again if somebody changed it meanwhile', async () => {
    const paced = { mailsPerHour: 60, rateAt: soon, next: { queued: later(0) } };
    expect(await senderOf(paced).run()).toEqual({ next: true, count: 0, notBefore: soon });
    expect(await senderOf({ next: { sending: soon } }).run()).toEqual({ next: true, count: 0, notBefore: soon });
    const changed = senderOf({ turns: [{}, {}], isUpdated: false });
    await changed.run();
    expect(changed.calls.filter(([what]) => what === 'claim')).toHaveLength(2);
  });

  it('continues for a few seconds, and counts its emails', async () => {
    const given = { answers: [OK, OK], turns: Array.from({ length: 9 }, () => ({})) };
    expect(await senderOf({ ...given, turnMs: 2_000 }).run()).toEqual({ next: true, count: 4 });
    expect(await senderOf(given).run()).toEqual({ next: null, count: 18 });
  });
});
