import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LATE_MS, tellIfLate } from './tell-if-late.ts';
import { forgetToasts, toastStore } from './toast.ts';

describe('a save', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => {
      vi.useRealTimers();
      forgetToasts();
    };
  });

  it('that is not answered says so after 10 s, and continues', async () => {
    let answer = (_: string) => {};
    const saving = tellIfLate(new Promise<string>((resolve) => (answer = resolve)));
    await vi.advanceTimersByTimeAsync(LATE_MS - 1);
    expect(toastStore.snapshot()).toBeNull();

    await vi.advanceTimersByTimeAsync(1);

    expect(toastStore.snapshot()?.title).toBe('Still Saving');
    answer('saved');
    expect(await saving).toBe('saved');
  });

  it('that was answered or refused says nothing later', async () => {
    await tellIfLate(Promise.resolve());
    await expect(tellIfLate(Promise.reject(new Error('refused')))).rejects.toThrow('refused');

    await vi.advanceTimersByTimeAsync(LATE_MS);

    expect(toastStore.snapshot()).toBeNull();
  });
});
