import { describe, expect, it, vi } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

describe('a group commit', () => {
  it('writes operations that arrive during a commit together and in order, and answers each', async () => {
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

  it('fails only the operations of one group, and continues', async () => {
    let calls = 0;
    const enqueue = createGroupCommit<number, number>(async (_key, ops) => {
      calls += 1;
      if (calls === 1) throw new Error('down');
      return ops.map(() => calls);
    });

    const outcomes = await Promise.allSettled([enqueue('a', 1), enqueue('a', 2)]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('starts the first commit of a key at once, and the next ones no faster than its pace', async () => {
    vi.useFakeTimers();
    const groups: string[] = [];
    const commit = async (key: string, ops: readonly number[]) => {
      groups.push(`${key}${ops.join('')}`);
      return ops;
    };
    const enqueue = createGroupCommit<number, number>(commit, 500);

    const first = enqueue('a', 1);
    await first;
    const later = [enqueue('a', 2), enqueue('b', 3)];
    await vi.advanceTimersByTimeAsync(499);
    later.push(enqueue('a', 4));
    expect(groups).toEqual(['a1', 'b3']);
    await vi.advanceTimersByTimeAsync(1);

    expect(groups).toEqual(['a1', 'b3', 'a24']);
    expect(await Promise.all(later)).toEqual([2, 3, 4]);
    vi.useRealTimers();
  });
});
