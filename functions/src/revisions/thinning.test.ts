import { describe, expect, it } from 'vitest';
import { firstLook, lookAt } from './thinning.ts';

const at = (text: string) => new Date(text);

describe('a revision', () => {
  it('is due after two days, unless it stays forever', () => {
    const createdAt = at('2026-11-18T10:00:00Z');

    expect(firstLook(createdAt, 'save', false)).toEqual(at('2026-11-20T10:00:00Z'));
    expect(firstLook(createdAt, 'unpublish', false)).toEqual(at('2026-11-20T10:00:00Z'));
    expect(firstLook(createdAt, 'publish', false)).toBeNull();
    expect(firstLook(createdAt, 'found', true)).toBeNull();
    expect(firstLook(createdAt, 'create', true)).toBeNull();
  });

  it('must be the last of its day, and after 30 days the last of its week', () => {
    // A Wednesday.
    const createdAt = at('2026-11-18T10:00:00Z');
    const first = lookAt({ createdAt, thinAt: at('2026-11-20T10:00:00Z') });

    expect(first).toEqual({ spanEnd: at('2026-11-19T00:00:00Z'), next: at('2026-12-18T10:00:00Z') });
    expect(lookAt({ createdAt, thinAt: first.next ?? createdAt })).toEqual({
      spanEnd: at('2026-11-23T00:00:00Z'),
      next: null,
    });
  });

  it.each([
    ['2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['2026-11-22T23:59:59.999Z', '2026-11-23T00:00:00.000Z'],
  ])('of %s belongs to the week until %s', (created, end) => {
    const thinAt = new Date(Date.parse(created) + 30 * 24 * 3_600_000);

    expect(lookAt({ createdAt: at(created), thinAt }).spanEnd.toISOString()).toBe(end);
  });
});
