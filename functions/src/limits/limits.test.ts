import { createServer, type Server } from 'node:http';
import { TOO_MANY_SUBSCRIPTIONS } from '@inkwell/shared/newsletter';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../compose/api.ts';
import { originOf } from '../testing/origin.ts';
import { seedPost, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { createLimitRepository } from './limits.repository.ts';

/* Several instances of the function, which share only Firestore. */

const DAY_MS = 24 * 60 * 60_000;

let servers: Server[] = [];

async function startInstances(count: number, newsletterMailsPerHour = Number.POSITIVE_INFINITY): Promise<string[]> {
  const config = { ...dependencies.config, newsletterMailsPerHour };
  servers = Array.from({ length: count }, () => createServer(createApp({ ...dependencies, config })));
  return Promise.all(servers.map(originOf));
}

const post = (
  url: string,
  body: unknown,
  { user, address = '203.0.113.1' }: { user?: TestUser; address?: string } = {},
) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(user && { authorization: `Bearer ${user.token}` }),
    },
    body: JSON.stringify(body),
  });

const statusesOf = (answers: readonly Response[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Sends `count` requests, to one instance after the other. */
const toAll = (instances: readonly string[], count: number, send: (instance: string, n: number) => Promise<Response>) =>
  clock.stopped(() =>
    Promise.all(Array.from({ length: count }, (_, n) => send(instances[n % instances.length] ?? '', n))),
  );

beforeEach(resetFirestore);

afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe('comments of an account younger than a day', () => {
  it('are limited to five a minute on all instances', async () => {
    const [instances, { id }] = [await startInstances(2), await seedPost()];
    const user = await signIn();
    const comment = () =>
      toAll(instances, 8, (instance) => post(`${instance}/api/posts/${id}/comments`, { content: 'x' }, { user }));

    const answers = await comment();

    expect(statusesOf(answers)).toEqual({ 201: 5, 429: 3 });
    const wait = Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(61);
    expect(Object.keys(await storedAll('comments'))).toHaveLength(5);
    clock.advance(62_000);
    expect(statusesOf(await comment())).toEqual({ 201: 5, 429: 3 });
  });

  it('have the usual limits if the account is a day old or belongs to staff', { tags: 'thorough' }, async () => {
    const [instances, { id }] = [await startInstances(1), await seedPost()];

    for (const user of [await signIn({ ageMs: DAY_MS }), await signIn({ role: 'moderator' })]) {
      const answers = await toAll(instances, 8, (instance) =>
        post(`${instance}/api/posts/${id}/comments`, { content: 'x' }, { user }),
      );
      expect(statusesOf(answers)).toEqual({ 201: 8 });
    }
    expect(await storedAll('limits')).toEqual({});
  });
});

describe('confirmation mails', () => {
  const subscribe = (instance: string, email: string, address?: string) =>
    post(`${instance}/api/newsletter/subscribe`, { email }, address === undefined ? {} : { address });

  it('are sent to one mailbox once an hour, in any spelling of its address', async () => {
    const instances = await startInstances(2);
    const spellings = [
      'ada.l@example.com',
      'a.d.a.l@example.com',
      'adal+1@example.com',
      'A.Dal+x+y@Example.com',
      'adal@example.com',
    ];

    const answers = await toAll(instances, 10, (instance, n) => subscribe(instance, spellings[n % 5] ?? ''));

    expect(statusesOf(answers)).toEqual({ 200: 10 });
    expect(Object.keys(await storedAll('mail'))).toHaveLength(1);
    await subscribe(instances[0] ?? '', 'adal@elsewhere.example');
    expect(Object.keys(await storedAll('mail'))).toHaveLength(2);
    clock.advance(60 * 60_000);
    await subscribe(instances[1] ?? '', 'adal+2@example.com');
    expect(Object.values(await storedAll('mail')).map(({ to }) => to)).toContain('adal+2@example.com');
  });

  it.each([
    ['a dot after the domain', 'adal@bücher.example', 'adal@bücher.example.'],
    ['Punycode', 'adal@bücher.example', 'adal@xn--bcher-kva.example'],
    ['an invisible character', 'adal@bücher.example', 'adal@bü\u00adcher\u200b.example'],
    ['the other domain of the provider', 'adal@gmail.com', 'a.dal+1@GoogleMail.com'],
  ])('are sent to one mailbox once an hour, in any spelling of its domain: %s', async (_, address, spelling) => {
    const [instance = ''] = await startInstances(1);

    for (const email of [address, spelling]) expect((await subscribe(instance, email)).status).toBe(200);

    expect(Object.values(await storedAll('mail')).map(({ to }) => to)).toEqual([address]);
    await subscribe(instance, 'adal@elsewhere.example');
    expect(Object.keys(await storedAll('mail'))).toHaveLength(2);
  });

  it('have an hourly limit in total, which does not reveal known addresses', async () => {
    const instances = await startInstances(2, 3);

    const answers = await toAll(instances, 12, (instance, n) =>
      subscribe(instance, `${n}@example.com`, `203.0.113.${n}`),
    );

    expect(statusesOf(answers)).toEqual({ 200: 3, 429: 9 });
    expect(Object.keys(await storedAll('mail'))).toHaveLength(3);
    expect(Object.keys(await storedAll('subscribers'))).toHaveLength(3);
    const known = Object.values(await storedAll('subscribers'))[0]?.email;
    const refused = await subscribe(instances[0] ?? '', known, '203.0.113.99');
    expect([refused.status, await refused.text()]).toEqual([429, TOO_MANY_SUBSCRIPTIONS]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    clock.advance(62 * 60_000);
    expect((await subscribe(instances[0] ?? '', 'late@example.com')).status).toBe(200);
  });

  it('can be requested 20 times a minute from one address, on all instances', { tags: 'thorough' }, async () => {
    const instances = await startInstances(2);

    const answers = await toAll(instances, 24, (instance) => subscribe(instance, 'ada@example.com'));

    expect(statusesOf(answers)).toEqual({ 200: 20, 429: 4 });
  });
});

describe('a limit for all instances', () => {
  const limit = { calls: 3, windowMs: 60_000 };
  const repository = () => createLimitRepository(db, { clock, secret: 'a secret' });

  it('is never exceeded in any window', { tags: 'thorough' }, async () => {
    const [one, other] = [repository(), repository()];

    const waits = await clock.stopped(() =>
      Promise.all([one, other, one, other, one].map((limits) => limits.take('b', 'ada', limit))),
    );

    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    expect(await one.peek('b', 'ada', limit)).toBeGreaterThan(50);
    expect(await one.peek('b', 'bob', limit)).toBe(0);
    clock.advance(58_000);
    expect(await other.take('b', 'ada', limit)).toBeGreaterThan(0);
    clock.advance(4_000);
    expect(await other.take('b', 'ada', limit)).toBe(0);
  });

  it('stores no identity of a caller, and is deleted when it has expired', async () => {
    const limits = repository();
    await limits.take('b', '203.0.113.7', limit);
    expect(JSON.stringify(await storedAll('limits'))).not.toContain('203.0.113');

    expect(await limits.clearExpired(clock.now())).toBe(0);
    clock.advance(121_000);
    expect(await limits.clearExpired(clock.now())).toBe(1);
  });
});
