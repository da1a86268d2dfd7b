import { describe, expect, it } from 'vitest';
import { createRefreshed } from './refreshed.ts';

function counting(answers: readonly (number | Error)[]) {
  let nowMs = 0;
  let loads = 0;
  const get = createRefreshed(
    async () => {
      const answer = answers[loads++];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { forMs: 60_000, clock: { now: () => new Date(nowMs) } },
  );
  return { get, loads: () => loads, advance: (ms: number) => (nowMs += ms) };
}

describe('createRefreshed', () => {
  it('loads once for parallel callers, and again when the value expires', async () => {
    const { get, loads, advance } = counting([1, 2]);

    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    advance(59_999);
    expect(await get()).toBe(1);
    advance(1);
    expect(await get()).toBe(2);
    expect(loads()).toBe(2);
  });

  it('does not cache a failure', async () => {
    const { get } = counting([new Error('down'), 7]);

    await expect(get()).rejects.toThrow('down');
    await expect(get()).resolves.toBe(7);
  });
});
