import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './paging.ts';

describe('a cursor', () => {
  it('leads back to its position', () => {
    const position = { createdAtMs: 1_763_700_000_123, id: 'aB-9_x' };
    expect(decodeCursor(encodeCursor(position))).toEqual(position);
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
  ])('is not %j', (cursor) => expect(() => decodeCursor(cursor)).toThrow('Invalid cursor'));
});
