import { describe, expect, it } from 'vitest';
import { createTestClock } from '../testing/clock.ts';
import { createReadQuota } from './read-quota.ts';

/** A quota of 60 documents a minute, which refills by one each second. */
function quota(maxCallers?: number) {
  const clock = createTestClock();
  const readQuota = createReadQuota({ clock, perMinute: 60, ...(maxCallers !== undefined && { maxCallers }) });
  return { clock, take: readQuota.take, giveBack: readQuota.giveBack };
}

describe('the read quota', () => {
  it('lets an address read so many at once, and as many a minute after', async () => {
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

  it('is not smaller after the clock was put back', async () => {
    const { clock, take } = quota();

    await clock.stopped(async () => {
      take('a', 10);
      clock.advance(-86_400_000);
      expect(take('a', 50)).toBe(0);
    });
  });

  it('allows an answer that is larger than the quota, at the price of one minute', async () => {
    const { clock, take } = quota();

    await clock.stopped(async () => {
      expect(take('a', 50_000)).toBe(0);
      expect(take('a', 1)).toBe(60);
      clock.advance(60_000);
      expect(take('a', 1)).toBe(0);
    });
  });

  it('gets back what was not read, and loses what was read in addition', async () => {
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

  it('remembers a number of addresses, and forgets those seen least recently', async () => {
    const { clock, take } = quota(2);

    await clock.stopped(async () => {
      for (const caller of ['a', 'b', 'c']) take(caller, 60);
      expect([take('b', 1), take('a', 1)]).toEqual([1, 0]);
    });
  });
});
