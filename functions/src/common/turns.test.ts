import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const always = () => true;

describe('turns', () => {
  it('run one task at a time, let four wait, and refuse further ones immediately', async () => {
    const turns = createTurns();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (n: number) => () => {
      begun.push(n);
      return new Promise<number>((resolve) => ends.push(() => resolve(n)));
    };

    const taken = [0, 1, 2, 3, 4].map((n) => turns.take(work(n), always));

    await expect(turns.take(work(5), always)).rejects.toMatchObject({ code: 'unavailable' });
    expect(begun).toEqual([0]);
    for (const n of [0, 1, 2, 3, 4]) {
      ends[n]?.();
      expect(await taken[n]).toBe(n);
      while (n < 4 && begun.length === n + 1) await setImmediate();
    }
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('drop a task that nobody waits for, even if the last wait ended during the previous task', async () => {
    const turns = createTurns();
    let isAwaited = true;
    void setTimeout(5).then(() => {
      isAwaited = false;
    });
    const busy = turns.take(() => {
      const untilMs = Date.now() + 20;
      while (Date.now() < untilMs);
    }, always);

    const late = turns.take(
      () => expect.unreachable(),
      () => isAwaited,
    );
    const refusal = expect(late).rejects.toMatchObject({ code: 'unavailable' });
    await busy;
    await refusal;
    expect(await turns.take(() => 'next', always)).toBe('next');
  });

  it('continue after a failure', async () => {
    const turns = createTurns();

    await expect(turns.take(() => Promise.reject(new Error('no')), always)).rejects.toThrow('no');

    expect(await turns.take(() => 1, always)).toBe(1);
  });
});
