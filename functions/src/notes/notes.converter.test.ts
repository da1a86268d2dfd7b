import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import type { AuthorNames } from '../users/authors.ts';
import { decodeNote, encodeNote, newNote, opened, resolved, toNote } from './notes.converter.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const QUOTE = { text: 'boat', before: 'a ', after: ' is' };
const NOTE = newNote({ id: 'n', postId: 'p', text: 'Why?', quote: QUOTE, parentId: null, authorId: 'ada' }, at(1));

describe('a note', () => {
  it('is decoded as it was encoded', () => {
    const note = { ...NOTE, ...resolved(NOTE, { by: 'bob', at: at(2) }), editedAt: at(3) };
    expect(decodeNote(documentOf('n', encodeNote(note)))).toEqual(note);
    expect(decodeNote(documentOf('n'))).toBeNull();
  });

  it('starts open, with its writer among its people; an answer has none', () => {
    expect(NOTE).toMatchObject({ createdAt: at(1), editedAt: null, resolvedAt: null, people: ['ada'], due: ['note'] });
    expect(newNote({ ...NOTE, parentId: 'n' }, at(1)).people).toEqual([]);
  });

  it('is resolved and reopened, and people are notified of the latest state', () => {
    const once = { ...NOTE, ...resolved(NOTE, { by: 'bob', at: at(2) }) };
    expect(once).toMatchObject({ resolvedAt: at(2), resolvedBy: 'bob', due: ['note', 'resolved'] });
    expect(resolved(once, { by: 'bob', at: at(3) }).due).toEqual(['note', 'resolved']);
    expect(opened(once)).toEqual({ resolvedAt: null, resolvedBy: null, due: ['note'] });
    expect(encodeNote({ ...once, due: [] }).isNotificationDue).toBe(false);
    expect(encodeNote(once).isNotificationDue).toBe(true);
  });

  it('is shown with its writer and the person who resolved it', () => {
    const names = new Map([['bob', { displayName: 'Bob' } as AuthorNames]]);
    const note = { ...NOTE, editedAt: at(2), resolvedAt: at(3), resolvedBy: 'bob' };
    expect(toNote(note, names, null)).toEqual({
      id: 'n',
      text: 'Why?',
      quote: QUOTE,
      parentId: null,
      authorId: 'ada',
      author: expect.objectContaining({ id: 'ada', displayName: null }),
      createdAt: at(1).toISOString(),
      editedAt: at(2).toISOString(),
      resolvedAt: at(3).toISOString(),
      resolvedBy: expect.objectContaining({ id: 'bob', displayName: 'Bob' }),
    });
    expect(toNote(NOTE, names, null)).toMatchObject({ editedAt: null, resolvedAt: null, resolvedBy: null });
  });
});
