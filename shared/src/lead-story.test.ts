import { describe, expect, it } from 'vitest';
import { hasLeadStory } from './lead-story.ts';

describe('the newest post of a tag or author', () => {
  it('leads if the others fill their rows of three, or one of four', () => {
    const totals = Array.from({ length: 13 }, (_, n) => n + 1);
    expect(totals.filter(hasLeadStory)).toEqual([1, 4, 5, 7, 10, 13]);
    expect(hasLeadStory(14)).toBe(true);
  });
});
