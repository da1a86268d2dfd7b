import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { decodeBroadcast, decodeFeed, toBroadcast } from './broadcasts.converter.ts';

const createdAt = new Date('2026-01-15T10:00:00.000Z');
const CONTENT = { title: 'Tonight', message: 'We rest.', type: 'info', createdAt } as const;

describe('a broadcast', () => {
  it('is decoded as it was encoded, in the feed without its sender', () => {
    expect(decodeBroadcast(documentOf('b', { ...CONTENT, senderId: 'ada' }))).toEqual({
      ...CONTENT,
      id: 'b',
      senderId: 'ada',
    });
    expect(decodeBroadcast(documentOf('b'))).toBeNull();
    expect(decodeFeed(documentOf('feed', { items: [{ ...CONTENT, id: 'b' }] }))).toEqual([{ ...CONTENT, id: 'b' }]);
    expect(decodeFeed(documentOf('feed'))).toEqual([]);
  });

  it('is shown to admins with its sender, who may be deleted', () => {
    const stored = { ...CONTENT, id: 'b', senderId: 'ada' };
    const sender = { firstName: 'Ada', displayName: 'Ada B.', email: 'ada@example.com' };
    const shown = { ...CONTENT, id: 'b', createdAt: createdAt.toISOString() };
    expect(toBroadcast(stored, sender)).toEqual({ ...shown, sender });
    expect(toBroadcast(stored, null)).toEqual({
      ...shown,
      sender: { firstName: null, displayName: null, email: null },
    });
  });
});
