import { describe, expect, it } from 'vitest';
import { RestartPace } from './restart-pace.ts';

describe('RestartPace', () => {
  it('allows five restarts without a pause, then increases the pause up to ten seconds', () => {
    const pace = new RestartPace();

    const pauses = Array.from({ length: 12 }, () => pace.next(0));

    expect(pauses).toEqual([0, 0, 0, 0, 0, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('ignores restarts more than a minute ago', () => {
    const pace = new RestartPace();
    for (let n = 0; n < 10; n++) pace.next(0);

    expect(pace.next(60_001)).toBe(0);
  });
});
