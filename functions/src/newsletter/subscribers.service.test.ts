import { consentText } from '@inkwell/shared/newsletter-words';
import { SUBSCRIBER_LIMITS, SUBSCRIBER_TEXTS } from '@inkwell/shared/subscribers';
import { describe, expect, it } from 'vitest';
import { addressIdOf } from '../mail/tokens.ts';
import { partOf } from '../testing/parts.ts';
import { endOf } from '../testing/refusals.ts';
import type { StoredSubscriber } from './newsletter.converter.ts';
import type { StoredImport } from './subscriber-imports.repository.ts';
import { createSubscriberService } from './subscribers.service.ts';
import { unsubscribeToken } from './tokens.ts';

const ADMIN = { id: 'admin', role: 'admin' } as const;
const ADA = { id: 'ada', role: 'user' } as const;
const EMAIL = 'ada@example.com';
const ID = addressIdOf(EMAIL);
const TOKEN = unsubscribeToken('secret', ID);
const NOW = new Date(Date.UTC(2026, 0, 15, 12));
const STORED = partOf<StoredSubscriber>({
  id: ID,
  email: EMAIL,
  isConfirmed: true,
  wants: ['digest'],
  categories: [3],
  subscribedAt: NOW,
  confirmedAt: null,
  labels: [],
  consents: [],
  accountId: null,
});
const IMPORT: StoredImport = {
  id: 'i',
  createdBy: 'admin',
  createdAt: NOW,
  kind: 'ask',
  source: 'Shop',
  at: null,
  total: 3,
  done: 2,
  added: 1,
  known: 1,
  refused: 0,
  refusedRows: [],
};
interface Given {
  readonly stored?: StoredSubscriber | null;
  readonly chosen?: StoredSubscriber | null;
  readonly address?: { email: string | null; isVerified: boolean };
  readonly imported?: StoredImport | null;
}

function serviceOf({ stored = STORED, chosen = STORED, address, imported = IMPORT }: Given = {}) {
  const calls: unknown[][] = [];
  const recall = () => undefined;
  const service = createSubscriberService({
    newsletter: partOf({
      standingOf: async (id: string) => (id === ID ? stored : null),
      async choose(...args: unknown[]) {
        calls.push(['choose', ...args]);
        return chosen;
      },
      unsubscribe: async (...args: unknown[]) => void calls.push(['unsubscribe', ...args]),
      async subscribeOwn(by: unknown, consent: unknown, passed: unknown) {
        calls.push(['subscribeOwn', by, consent, passed === recall]);
        return STORED;
      },
      search: async (...args: unknown[]) => {
        calls.push(['search', ...args]);
        return { items: [STORED], total: 1, next: null };
      },
      async counts(weeks: readonly Date[]) {
        calls.push(['counts', weeks]);
        return { confirmed: 9, joined: [5, 4], left: [2] };
      },
    } as never),
    imports: partOf({
      keepPart: async (...args: unknown[]) => void calls.push(['keepPart', ...args]),
      async begin(id: string, by: object) {
        calls.push(['begin', id, by]);
        return IMPORT;
      },
      find: async () => imported,
    } as never),
    addressOf: async () => address ?? { email: EMAIL, isVerified: true },
    recall: recall as never,
    site: async () => partOf({ name: 'Inkwell' }),
    won: async () => undefined,
    isDigestOn: async () => true,
    beginJob: (async (id: string) => void calls.push(['beginJob', id])) as never,
    secret: 'secret',
    clock: { now: () => NOW },
  });
  return { service, calls };
}
const LINKED = { wants: ['digest'], categories: [3], emailHint: 'a…@example.com', isDigestOn: true };
const INVALID = { code: 'bad-request', message: SUBSCRIBER_TEXTS.link };
const consent = (...wants: ('newsletter' | 'digest')[]) => ({ text: consentText('Inkwell', wants), at: NOW });

describe('the link in an email', () => {
  it('opens the choices of a confirmed subscription, with a hint of its address', async () => {
    expect(await serviceOf().service.openLinked(TOKEN)).toEqual(LINKED);
  });

  it.each([
    ['is no token', 'x', {}],
    ['is signed by others', unsubscribeToken('other', ID), {}],
    ['has no subscription', TOKEN, { stored: null, chosen: null }],
    ['has no confirmed one', TOKEN, { stored: { ...STORED, isConfirmed: false }, chosen: null }],
  ])('is invalid if it %s', async (_, token, given) => {
    const { service } = serviceOf(given);
    expect(await endOf(service.openLinked(token))).toEqual(INVALID);
    expect(await endOf(service.changeLinked(token, { wants: ['digest'], categories: null }))).toEqual(INVALID);
  });

  it('changes the choices, each once and in one order, with the consent', async () => {
    const { service, calls } = serviceOf();
    const choices = { wants: ['digest', 'newsletter', 'digest'], categories: [3, 3, 1] } as never;
    expect(await service.changeLinked(TOKEN, choices)).toEqual(LINKED);
    const tidy = { wants: ['newsletter', 'digest'], categories: [3, 1] };
    expect(calls).toEqual([['choose', ID, tidy, consent('newsletter', 'digest')]]);
  });

  it('unsubscribes a person who wants nothing, even a second time', async () => {
    for (const [given, emailHint] of [
      [{}, 'a…@example.com'],
      [{ stored: null }, ''],
    ] as const) {
      const { service, calls } = serviceOf(given);
      const answer = await service.changeLinked(TOKEN, { wants: [], categories: [3] });
      expect(answer).toEqual({ wants: [], categories: null, emailHint, isDigestOn: true });
      expect(calls).toEqual([['unsubscribe', ID, NOW]]);
    }
  });
});

describe('the subscription of an account', () => {
  const NONE = { wants: [], categories: null, isSubscribed: false, isDigestOn: true };
  it.each([
    [
      'shown',
      {},
      { email: EMAIL, isVerified: true, isSubscribed: true, wants: ['digest'], categories: [3], isDigestOn: true },
    ],
    [
      'unknown to an unverified address',
      { address: { email: EMAIL, isVerified: false } },
      { email: EMAIL, isVerified: false, ...NONE },
    ],
    [
      'none without an address',
      { address: { email: null, isVerified: true } },
      { email: null, isVerified: true, ...NONE },
    ],
    [
      'none where it is not confirmed',
      { stored: { ...STORED, isConfirmed: false } },
      { email: EMAIL, isVerified: true, ...NONE },
    ],
    ['none where there is none', { stored: null }, { email: EMAIL, isVerified: true, ...NONE }],
  ])('is %s', async (_, given, answer) => {
    expect(await serviceOf(given).service.own(ADA)).toEqual(answer);
  });

  it('starts at once for a verified address, and records the consent', async () => {
    const { service, calls } = serviceOf({ stored: null });
    const choices = { wants: ['newsletter' as const], categories: null };
    expect(await service.changeOwn(ADA, choices)).toMatchObject({ isSubscribed: true, wants: ['digest'] });
    expect(calls).toEqual([['subscribeOwn', { email: EMAIL, accountId: 'ada', choices }, consent('newsletter'), true]]);
  });

  it('ends when nothing is selected', async () => {
    const { service, calls } = serviceOf({ stored: null });
    expect(await service.changeOwn(ADA, { wants: [], categories: null })).toMatchObject({ isSubscribed: false });
    expect(calls).toEqual([['unsubscribe', ID, NOW]]);
  });

  it.each([
    ['no address', { email: null, isVerified: true }, SUBSCRIBER_TEXTS.noAddress],
    ['an unverified one', { email: EMAIL, isVerified: false }, SUBSCRIBER_TEXTS.unverified],
  ])('is not changed with %s', async (_, address, message) => {
    const { service, calls } = serviceOf({ address });
    expect(await endOf(service.changeOwn(ADA, { wants: ['digest'], categories: null }))).toEqual({
      code: 'forbidden',
      message,
    });
    expect(calls).toEqual([]);
  });
});

describe('subscribers', () => {
  const CONSENT = { source: 'Shop' } as never;

  it('are found with their details', async () => {
    const { service, calls } = serviceOf();
    const found = await service.search(ADMIN, 'ada', { limit: 1, after: null });
    expect(found).toMatchObject({ total: 1, items: [{ id: ID, email: EMAIL, hasAccount: false }] });
    expect(calls).toEqual([['search', 'ada', { limit: 1, after: null }]]);
  });

  it('are counted by week, the current one first', async () => {
    const { service, calls } = serviceOf();
    const { weeks, ...counts } = await service.growth(ADMIN);
    expect(counts).toEqual({ confirmed: 9 });
    expect(weeks).toHaveLength(SUBSCRIBER_LIMITS.weeks);
    expect(weeks.slice(0, 3)).toEqual([
      { from: '2026-01-12', joined: 5, left: 2 },
      { from: '2026-01-05', joined: 4, left: 0 },
      { from: '2025-12-29', joined: 0, left: 0 },
    ]);
    expect(calls[0]?.[1]).toContainEqual(new Date(Date.UTC(2026, 0, 5)));
  });

  it('are removed in the name of the admin', async () => {
    const { service, calls } = serviceOf();
    await service.remove(ADMIN, 's');
    expect(calls).toEqual([['unsubscribe', 's', NOW, { actorId: 'admin' }]]);
  });

  it('are imported in parts, by a job', async () => {
    const { service, calls } = serviceOf();
    await service.importPart(ADMIN, { id: 'i', part: 2, rows: [] });
    expect(await service.beginImport(ADMIN, 'i', { parts: 3, consent: CONSENT })).toMatchObject({
      id: 'i',
      isDone: false,
    });
    expect(calls).toEqual([
      ['keepPart', 'i', 2, { rows: [], actorId: 'admin', at: NOW }],
      ['begin', 'i', expect.objectContaining({ parts: 3, consent: CONSENT, actorId: 'admin', at: NOW })],
      ['beginJob', 'import-i'],
    ]);
    const job = { id: 'import-i', params: { id: 'i' }, about: 'Shop', createdBy: 'admin' };
    expect(calls[1]?.[2]).toMatchObject({ job });
  });

  it('of an import are counted, until all rows are done', async () => {
    const { createdBy, createdAt, source, at, ...shown } = IMPORT;
    expect(await serviceOf().service.importState(ADMIN, 'i')).toEqual({ ...shown, isDone: false });
    const done = serviceOf({ imported: { ...IMPORT, done: 3 } }).service;
    expect(await done.importState(ADMIN, 'i')).toMatchObject({ isDone: true });
    const none = serviceOf({ imported: null }).service;
    expect(await endOf(none.importState(ADMIN, 'i'))).toMatchObject({ code: 'not-found' });
    expect(await none.beginImport(ADMIN, 'i', { parts: 1, consent: CONSENT })).toMatchObject({ id: 'i', done: 2 });
  });
});
