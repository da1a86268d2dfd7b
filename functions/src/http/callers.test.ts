import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
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
    ['2001:0DB8:0001:0002::1', 1, '2001:db8:1:2'],
  ])('of %s behind %i proxies is %s', (forwarded, hops, address) => {
    expect(clientAddress(requestFrom(forwarded), hops)).toBe(address);
  });
});

describe('a rate limit', () => {
  it('allows all calls of a minute in a burst, but never more per minute', () => {
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

  it('drops the least recent caller instead of growing', () => {
    const limiter = createRateLimiter({ clock: { now: () => new Date(0) }, maxCallers: 2 });
    limiter.take('b', 'one', 1);
    limiter.take('b', 'two', 1);
    limiter.take('b', 'three', 1);

    expect(limiter.take('b', 'three', 1)).toBeGreaterThan(0);
    expect(limiter.take('b', 'one', 1)).toBe(0);
  });
});
