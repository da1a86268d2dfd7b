import { PageQuery } from '@inkwell/shared/fields';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, toPage } from './paging.ts';

describe('a cursor', () => {
  it('decodes to its position', () => {
    const position = { createdAtMs: 1_763_700_000_123, id: 'aB-9_x' };
    const ofText = { ...position, text: 'a.b~c' };
    const ofSearch = { ...position, searchedFor: `${'市'.repeat(197)}. ~` };
    for (const one of [position, ofText, ofSearch]) expect(decodeCursor(encodeCursor(one))).toEqual(one);
    expect(PageQuery.safeParse({ cursor: encodeCursor(ofSearch) }).success).toBe(true);
  });

  it.each([
    '',
    'x',
    'MQ',
    Buffer.from('1.').toString('base64url'),
    Buffer.from('999999999999999.a').toString('base64url'),
    Buffer.from('01.a').toString('base64url'),
    Buffer.from('1.__a__').toString('base64url'),
    `${encodeCursor({ createdAtMs: 1, id: 'a' })}=`,
    Buffer.from('1.a/b').toString('base64url'),
  ])('cannot be %j', (cursor) => expect(() => decodeCursor(cursor)).toThrow('Invalid cursor'));
});

describe('a page', () => {
  const items = ['a', 'b'].map((id) => ({ id, createdAt: '2026-11-22T08:00:00.000Z' }));
  const nextOf = (total: number, limit: number) => toPage(items, total, { limit, after: null }).next;

  it('is the last if it is not full or reaches the total, unless the total is too low', () => {
    expect(nextOf(2, 3)).toBeNull();
    expect(nextOf(2, 2)).toBeNull();
    expect(nextOf(3, 2)).toMatchObject({ id: 'b' });
    expect(nextOf(1, 2)).toMatchObject({ id: 'b' });
  });
});
