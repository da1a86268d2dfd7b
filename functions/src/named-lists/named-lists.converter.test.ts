import { describe, expect, it } from 'vitest';
import { decodeCategory, toCategory } from '../categories/categories.converter.ts';
import { documentOf } from '../testing/documents.ts';
import { decodeList, isThere, shownList, staffList } from './named-lists.converter.ts';

const createdAt = new Date('2026-01-15T10:00:00.000Z');

/* Tags and series, which are stored in the same way. */

describe('a list with a name', () => {
  const STORED = { name: 'Sea', slug: 'sea', description: 'Boats', picture: 'a.webp', postCount: 4, isThere: true };
  const SHOWN = { name: 'Sea', slug: 'sea', description: 'Boats', picture: 'a.webp', postCount: 4 };

  it('is shown with its fields', () => {
    const list = decodeList(documentOf('t', { ...STORED, createdAt }));
    expect(list).toEqual({
      ...SHOWN,
      id: 't',
      createdAt: createdAt.toISOString(),
      mergedInto: null,
      isRemoved: false,
    });
    expect(list && shownList(list)).toEqual(SHOWN);
    expect(list && staffList(list)).toEqual({ ...SHOWN, id: 't', createdAt: createdAt.toISOString() });
    expect(decodeList(documentOf('t', { name: 'Sea', slug: 'sea', isThere: true }))).toMatchObject({
      description: null,
      picture: null,
      postCount: 0,
      createdAt: new Date(0).toISOString(),
    });
  });

  it.each([
    ['is there', { isThere: true }, true, false],
    ['was merged', { isThere: false, mergedInto: 'u' }, false, false],
    ['was deleted', { isThere: false }, false, true],
  ])('that %s', (_, changes, there, isRemoved) => {
    const list = decodeList(documentOf('t', { ...STORED, ...changes }));
    expect(isThere(list)).toBe(there);
    expect(list?.isRemoved).toBe(isRemoved);
    expect(isThere(decodeList(documentOf('t')))).toBe(false);
  });
});

describe('a category', () => {
  it('is shown with its fields', () => {
    const shown = {
      id: 3,
      name: 'Sea',
      description: 'Boats',
      icon: 'anchor',
      color: '#123456',
      postCount: 4,
      order: 2,
    };
    const found = decodeCategory(documentOf('3', { ...shown, createdAt, mergedInto: 5 }));
    expect(found?.mergedInto).toBe(5);
    expect(found && toCategory(found)).toEqual({ ...shown, createdAt: createdAt.toISOString() });
    expect(decodeCategory(documentOf('3', { name: 'Sea' }))).toMatchObject({ id: 3, postCount: 0, mergedInto: null });
    expect(decodeCategory(documentOf('3'))).toBeNull();
  });
});
