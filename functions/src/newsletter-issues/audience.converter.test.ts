import { EVERYBODY } from '@inkwell/shared/newsletter-issues';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { decodeAddressee, isInSegment } from './audience.converter.ts';

const at = new Date('2026-01-15T00:00:00.000Z');
const STORED = { email: 'a@example.com', isConfirmed: true, subscribedAt: at, wants: ['newsletter'] };

describe('the audience of an issue', () => {
  it.each([
    ['wants it', {}, true],
    ['has older data, without choices', { wants: undefined }, true],
    ['wants only the digest', { wants: ['digest'] }, false],
    ['has not confirmed', { isConfirmed: false }, false],
    ['has left', { email: null }, false],
  ])('includes a subscriber who %s: %j', (_, changes, isThere) => {
    expect(decodeAddressee(documentOf('s', { ...STORED, ...changes }), 'newsletter') !== null).toBe(isThere);
  });

  it.each([
    ['everybody', {}, {}, true],
    ['those with an account', { accountId: 'ada' }, { accounts: 'with' }, true],
    ['those with an account', {}, { accounts: 'with' }, false],
    ['those without an account', {}, { accounts: 'without' }, true],
    ['those without an account', { accountId: 'ada' }, { accounts: 'without' }, false],
    ['those who joined from that moment on', {}, { joinedFrom: at.toISOString() }, true],
    ['those who joined later', {}, { joinedFrom: '2026-01-15T00:00:00.001Z' }, false],
    ['those who joined before that moment', {}, { joinedBefore: at.toISOString() }, false],
    ['those who joined earlier', {}, { joinedBefore: '2026-01-15T00:00:00.001Z' }, true],
    ['nobody without a time', { subscribedAt: null }, { joinedFrom: at.toISOString() }, false],
    ['those of a category', { categories: [3, 4] }, { categories: [4] }, true],
    ['those of other categories', { categories: [3] }, { categories: [4] }, false],
    ['those of all categories', { categories: null }, { categories: [4] }, true],
    ['those of a category if all are meant', { categories: [3] }, { categories: null }, true],
  ] as const)('has %s (%j, %j): %j', (_, changes, segment, isMeant) => {
    const addressee = decodeAddressee(documentOf('s', { ...STORED, ...changes }), 'newsletter');
    expect(addressee && isInSegment(addressee, { ...EVERYBODY, ...segment } as typeof EVERYBODY)).toBe(isMeant);
  });
});
