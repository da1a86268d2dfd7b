import { describe, expect, it } from 'vitest';
import { createVisitorMemory } from './visitors.ts';

const HOUR_MS = 60 * 60_000;

describe('the record of visitors', () => {
  it('drops the oldest visit instead of growing', () => {
    const memory = createVisitorMemory({ clock: { now: () => new Date(0) }, maxVisits: 2 });
    const claim = (address: string) => memory.claim({ address, userAgent: 'Firefox' }, 'post') !== null;

    expect(['a', 'b', 'c'].map(claim)).toEqual([true, true, true]);
    expect([claim('c'), claim('b'), claim('a')]).toEqual([false, false, true]);
  });

  it('lasts an hour, and ends with the day', () => {
    let nowMs = 12 * HOUR_MS;
    const memory = createVisitorMemory({ clock: { now: () => new Date(nowMs) } });
    const claim = () => memory.claim({ address: 'a', userAgent: 'Firefox' }, 'post') !== null;

    expect(claim()).toBe(true);
    nowMs += HOUR_MS - 1;
    expect(claim()).toBe(false);
    nowMs += 1;
    expect(claim()).toBe(true);
    nowMs = 24 * HOUR_MS - 1;
    expect(claim()).toBe(true);
    nowMs += 1;
    expect(claim()).toBe(true);
  });

  it('allows a visit again if it was not counted', () => {
    const memory = createVisitorMemory({ clock: { now: () => new Date(0) } });
    const visitor = { address: 'a', userAgent: 'Firefox' };

    memory.claim(visitor, 'post')?.giveBack();

    expect(memory.claim(visitor, 'post')).not.toBeNull();
    expect(memory.claim(visitor, 'post')).toBeNull();
  });
});
