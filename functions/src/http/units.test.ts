import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../common/paging.ts';
import { createGroupCommit } from '../firestore/group-commit.ts';
import { clientAddress } from './address.ts';
import { createRateLimiter } from './rate-limit.ts';

const requestFrom = (forwarded: string | undefined) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '127.0.0.1' } }) as unknown as IncomingMessage;

describe('the address of a caller', () => {
  it.each([
    ['203.0.113.9', 1, '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9', 1, '203.0.113.9'],
    ['9.9.9.9, 1.2.3.4, 203.0.113.9', 2, '1.2.3.4'],
    ['203.0.113.9', 2, '203.0.113.9'],
    ['1.2.3.4', 0, '127.0.0.1'],
    [undefined, 1, '127.0.0.1'],
    ['::ffff:203.0.113.9', 1, '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', 1, '2001:db8:1:2'],
    ['2001:db8::1', 1, '2001:db8:0:0'],
  ])('of %s behind %i proxies is %s', (forwarded, hops, address) => {
    expect(clientAddress(requestFrom(forwarded), hops)).toBe(address);
  });
});

describe('a cursor', () => {
  it('leads back to its position', () => {
    const position = { createdAtMs: 1_763_700_000_123, id: 'aB-9_x' };
    expect(decodeCursor(encodeCursor(position))).toEqual(position);
  });

  it.each([
    '',
    'x',
    'MQ',
    Buffer.from('1.').toString('base64url'),
    Buffer.from('999999999999999.a').toString('base64url'),
    Buffer.from('01.a').toString('base64url'),
    Buffer.from('1.__a__').toString('base64url'),
    `${encodeCursor({ createdAtMs: 1, id: 'a' })}=`,
    Buffer.from('1.a/b').toString('base64url'),
  ])('is not %j', (cursor) => expect(() => decodeCursor(cursor)).toThrow('Invalid cursor'));
});

describe('a rate limit', () => {
  it('gives a minute’s calls at once, and no more in any minute', () => {
    let nowMs = 0;
    const limiter = createRateLimiter({ clock: { now: () => new Date(nowMs) } });
    const take = () => limiter.take('like', 'ada', 60);

    expect(Array.from({ length: 30 }, take).every((wait) => wait === 0)).toBe(true);
    nowMs = 20_000;
    expect(Array.from({ length: 30 }, take).every((wait) => wait === 0)).toBe(true);
    expect(take()).toBe(40);
    nowMs = 59_999;
    expect(take()).toBe(1);
    nowMs = 60_000;
    expect(Array.from({ length: 31 }, take).filter((wait) => wait === 0)).toHaveLength(30);
    expect(take()).toBe(20);
    expect(limiter.take('like', 'bob', 60)).toBe(0);
    expect(limiter.take('view', 'ada', 60)).toBe(0);
  });

  it('forgets who was seen least recently rather than grow', () => {
    const limiter = createRateLimiter({ clock: { now: () => new Date(0) }, maxCallers: 2 });
    limiter.take('b', 'one', 1);
    limiter.take('b', 'two', 1);
    limiter.take('b', 'three', 1);

    expect(limiter.take('b', 'three', 1)).toBeGreaterThan(0);
    expect(limiter.take('b', 'one', 1)).toBe(0);
  });
});

describe('a group commit', () => {
  it('writes what came in the meantime at once, in order, and answers each', async () => {
    const groups: number[][] = [];
    const enqueue = createGroupCommit<number, number>(async (_key, ops) => {
      groups.push([...ops]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return ops.map((op) => op * 2);
    });

    const outcomes = await Promise.all([1, 2, 3].map((op) => enqueue('a', op)));

    expect(outcomes).toEqual([2, 4, 6]);
    expect(groups).toEqual([[1], [2, 3]]);
  });

  it('fails those of a group alone, and goes on', async () => {
    let calls = 0;
    const enqueue = createGroupCommit<number, number>(async (_key, ops) => {
      calls += 1;
      if (calls === 1) throw new Error('down');
      return ops.map(() => calls);
    });

    const outcomes = await Promise.allSettled([enqueue('a', 1), enqueue('a', 2)]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
