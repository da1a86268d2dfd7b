import { describe, expect, it } from 'vitest';
import { lazy } from './lazy.ts';

describe('a lazy value', () => {
  it('is created once for all callers, and not earlier', async () => {
    let made = 0;
    const get = lazy(async () => {
      made += 1;
      return { made };
    });
    expect(made).toBe(0);

    const [one, other] = await Promise.all([get(), get()]);

    expect(one).toBe(other);
    expect(await get()).toEqual({ made: 1 });
  });

  it('is created again after a failure', async () => {
    let tries = 0;
    const get = lazy(async () => {
      tries += 1;
      if (tries === 1) throw new Error('down');
      return tries;
    });

    await expect(get()).rejects.toThrow('down');
    expect(await get()).toBe(2);
  });
});
