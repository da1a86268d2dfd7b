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

  describe('with a fallback to the last value', () => {
    const told = () => {
      const failures: unknown[] = [];
      return { failures, onFailure: (error: unknown) => failures.push((error as Error).message) };
    };

    it('returns the previous one while loads fail, reports why, and loads again each time', async () => {
      const { get, advance } = counting([1, new Error('down'), new Error('still down'), 2]);
      const { failures, onFailure } = told();
      const ask = () => get.orLast(1_000, onFailure);

      expect(await ask()).toBe(1);
      advance(60_000);
      expect([await ask(), await ask(), await ask()]).toEqual([1, 1, 2]);
      expect(failures).toEqual(['down', 'still down']);
    });

    it('returns it if a load hangs', async () => {
      let nowMs = 0;
      const answers = [Promise.resolve(1), new Promise<number>(() => undefined)];
      const load = () => answers.shift() ?? Promise.reject(new Error('loaded too often'));
      const get = createRefreshed(load, { forMs: 60_000, clock: { now: () => new Date(nowMs) } });
      const { failures, onFailure } = told();
      await get();
      nowMs = 60_000;

      expect(await get.orLast(5, onFailure)).toBe(1);
      expect(failures).toHaveLength(1);
    });

    it('rejects if none was ever loaded', async () => {
      const { get } = counting([new Error('down')]);
      const { failures, onFailure } = told();

      await expect(get.orLast(1_000, onFailure)).rejects.toThrow('down');
      expect(failures).toEqual(['down']);
    });

    it('keeps the previous one after it expires, and ignores the result of an earlier load', async () => {
      let answer: (value: number) => void = () => undefined;
      const slow = new Promise<number>((resolve) => {
        answer = resolve;
      });
      const answers = [Promise.resolve(1), slow, Promise.resolve(3), Promise.reject(new Error('down'))];
      answers.at(-1)?.catch(() => undefined);
      const load = () => answers.shift() ?? Promise.reject(new Error('loaded too often'));
      const get = createRefreshed(load, { forMs: 60_000, clock: { now: () => new Date(0) } });
      await get();
      get.expire();
      const early = get();
      get.expire();
      expect(await get()).toBe(3);

      answer(2);
      await early;
      get.expire();

      expect(await get.orLast(1_000, () => undefined)).toBe(3);
    });
  });
});
