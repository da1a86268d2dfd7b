import { describe, expect, it } from 'vitest';
import { stopOf } from './pace.ts';

describe('a sending', () => {
  const after = (submitted: number, refused: number, errors = 0, since = { submitted: 0, refused: 0, errors: 0 }) =>
    stopOf({ counts: { submitted, refused } as Parameters<typeof stopOf>[0]['counts'], errors, since });

  it('stops at 5 % refusals, from 200 emails on', () => {
    expect(after(189, 10)).toBeNull();
    expect(after(190, 10)).toBe('refusals');
    expect(after(10_000, 499)).toBeNull();
  });

  it('stops at 1,000 errors', () => {
    expect(after(5_000, 0, 999)).toBeNull();
    expect(after(5_000, 0, 1_000)).toBe('errors');
  });

  it('counts from zero again after a person resumes it', () => {
    expect(after(290, 20, 1_500, { submitted: 190, refused: 10, errors: 1_000 })).toBeNull();
  });
});
