import { describe, expect, it } from 'vitest';
import { createTestClock } from '../testing/clock.ts';
import { createReadQuota } from './read-quota.ts';

/** A quota of 60 documents a minute, so one per second. */
function quota(maxCallers?: number) {
  const clock = createTestClock();
  const readQuota = createReadQuota({ clock, perMinute: 60, ...(maxCallers !== undefined && { maxCallers }) });
  return { clock, take: readQuota.take, giveBack: readQuota.giveBack };
}

describe('the read quota', () => {
  it('allows the whole quota in a burst, and again in each later minute', async () => {
    const { clock, take } = quota();

    await clock.stopped(async () => {
      expect([take('a', 40), take('a', 20)]).toEqual([0, 0]);
      expect(take('a', 1)).toBe(1);
      expect(take('b', 1)).toBe(0);
      clock.advance(10_000);
      expect(take('a', 10)).toBe(0);
      expect(take('a', 1)).toBe(1);
    });
  });

  it('does not shrink if the clock is set back', async () => {
    const { clock, take } = quota();

    await clock.stopped(async () => {
      take('a', 10);
      clock.advance(-86_400_000);
      expect(take('a', 50)).toBe(0);
    });
  });

  it('allows an answer larger than the quota, which uses up a whole minute', async () => {
    const { clock, take } = quota();

    await clock.stopped(async () => {
      expect(take('a', 50_000)).toBe(0);
      expect(take('a', 1)).toBe(60);
      clock.advance(60_000);
      expect(take('a', 1)).toBe(0);
    });
  });

  it('refunds unread documents, and charges additional ones', async () => {
    const { clock, take, giveBack } = quota();

    await clock.stopped(async () => {
      take('a', 60);
      giveBack('a', 59);
      expect(take('a', 59)).toBe(0);
      take('b', 1);
      giveBack('b', -500);
      expect(take('b', 1)).toBe(60);
      giveBack('c', 500);
      expect([take('c', 60), take('c', 1)]).toEqual([0, 1]);
    });
  });

  it('allows a /48 network three times as much as a /64, in a burst and in each minute', async () => {
    const { clock, take, giveBack } = quota();
    const households = ['2001:db8:1:0', '2001:db8:1:1', '2001:db8:1:2', '2001:db8:1:3'];

    await clock.stopped(async () => {
      expect(households.map((household) => take(household, 60))).toEqual([0, 0, 0, 1]);
      expect(take('changes of 2001:db8:1:0', 60)).toBe(0);
      expect(take('2001:db8:2:0', 60)).toBe(0);
      expect(take('203.0.113.9', 60)).toBe(0);
      giveBack('2001:db8:1:2', 10);
      expect(take('2001:db8:1:3', 10)).toBe(0);
      expect(take('2001:db8:1:3', 1)).toBe(1);
      clock.advance(60_000);
      expect(households.map((household) => take(household, 60))).toEqual([0, 0, 0, 1]);
    });
  });

  it('drops the least recent addresses above a limit', async () => {
    const { clock, take } = quota(2);

    await clock.stopped(async () => {
      for (const caller of ['a', 'b', 'c']) take(caller, 60);
      expect([take('b', 1), take('a', 1)]).toEqual([1, 0]);
    });
  });
});
