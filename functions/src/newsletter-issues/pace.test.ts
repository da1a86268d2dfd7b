import { describe, expect, it } from 'vitest';
import { allowanceOf, slowerOf } from './pace.ts';

const HOUR_MS = 3_600_000;

/** When emails are sent by an instance that checks every `everyMs` for six hours. */
function times(mailsPerHour: number, everyMs: number): number[] {
  const sent: number[] = [];
  let rateAt: Date | null = null;
  for (let now = 0; now < 6 * HOUR_MS; now += everyMs) {
    for (;;) {
      const allowance = allowanceOf({ mailsPerHour, rateAt }, new Date(now), 10);
      if ('waitUntil' in allowance) break;
      for (let n = 0; n < allowance.count; n += 1) sent.push(now);
      rateAt = allowance.rateAtAfter(allowance.count);
    }
  }
  return sent;
}

describe('the pace of emails', () => {
  it.each([1, 7, 60, 200, 1_000, 5_000])('is at most %i emails in any hour, and almost as many', (mailsPerHour) => {
    for (const everyMs of [60_000, 7_000]) {
      const sent = times(mailsPerHour, everyMs);
      let end = 0;
      let most = 0;
      for (const [begin, from] of sent.entries()) {
        while (end < sent.length && (sent[end] ?? 0) < from + HOUR_MS) end += 1;
        most = Math.max(most, end - begin);
      }

      expect(most).toBeLessThanOrEqual(mailsPerHour);
      expect(sent.length).toBeGreaterThanOrEqual(6 * mailsPerHour * 0.85);
    }
  });

  it.each([
    [null, null, null],
    [100, null, 100],
    [null, 60, 60],
    [100, 60, 60],
  ])('of the settings %o and of an issue %o is the slower one', (a, b, slower) => {
    expect(slowerOf(a, b)).toBe(slower);
  });
});
