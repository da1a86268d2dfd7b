import { describe, expect, it } from 'vitest';
import { decodeReading, encodeReading } from '../reading/reading.converter.ts';
import { documentOf } from '../testing/documents.ts';
import { decodeInvitation, encodeInvitation, encodeRefusal, isRefusal } from './invitations.converter.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

describe('an invitation', () => {
  const stored = {
    id: 'i',
    email: 'a@example.com',
    role: null,
    writing: 'author' as const,
    tokenHash: 'h',
    createdBy: 'ada',
    createdAt: at(1),
    acceptedBy: null,
    expireAt: at(8),
  } as const;

  it('is decoded as it was encoded; a refusal in its place is not an invitation', () => {
    expect(decodeInvitation(documentOf('i', encodeInvitation(stored)))).toEqual(stored);
    const refusal = documentOf('i', encodeRefusal(at(1)));
    expect([isRefusal(refusal), decodeInvitation(refusal)]).toEqual([true, null]);
    expect([isRefusal(documentOf('i')), decodeInvitation(documentOf('i'))]).toEqual([false, null]);
  });
});

describe('a reading position', () => {
  it('is decoded as it was encoded', () => {
    const places = [{ id: 'p', block: 3, blocks: 9, isDone: false, at: at(1) }];
    expect(decodeReading(documentOf('me', encodeReading(places)))).toEqual(places);
    expect(decodeReading(documentOf('me'))).toEqual([]);
  });
});
