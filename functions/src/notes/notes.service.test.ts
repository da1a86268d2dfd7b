import { NOTE_TEXTS, type NotePatch } from '@inkwell/shared/notes';
import { describe, expect, it } from 'vitest';
import { newPost } from '../posts/posts.converter.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { AuthorNames } from '../users/authors.ts';
import { newNote, type StoredNote } from './notes.converter.ts';
import type { NoteRepository, PostOfNote } from './notes.repository.ts';
import { createNoteService } from './notes.service.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const now = new Date('2026-01-15T11:00:00.000Z');
const ADA = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const BOB = { id: 'bob', role: 'user', writing: 'author' } as const;
const STAFF = { id: 'mod', role: 'moderator' } as const;
const OF = { postId: 'p', id: 'n' };
const QUOTE = { text: 'Words', before: '', after: '' };

const noteOf = (changes: Partial<StoredNote> = {}): StoredNote => ({
  ...newNote({ ...OF, text: 'Why?', quote: null, parentId: null, authorId: 'ada' }, at),
  ...changes,
});

interface Given {
  /** Null if there is no such note. */
  readonly note?: StoredNote | null;
  readonly answers?: readonly StoredNote[];
  readonly isPublished?: boolean;
  readonly create?: 'missing' | 'too-many';
  readonly isMissing?: boolean;
}

function serviceOf({ note = noteOf(), answers = [], isPublished = false, create, isMissing = false }: Given = {}) {
  const told: unknown[] = [];
  const written: unknown[] = [];
  const post = newPost({ title: 'T', content: 'C', isPublished }, { id: 'p', authorId: 'ada', at });
  const service = createNoteService({
    notes: partOf<NoteRepository>({
      list: async (postId) => (note && postId === 'p' ? [note] : []),
      async create(one, check) {
        check(post as PostOfNote, null, []);
        if (create) return create;
        written.push(one);
        return one;
      },
      async change(of, changes, check) {
        if (isMissing) return 'missing';
        check(post as PostOfNote, note, []);
        if (!note) return 'missing';
        written.push({ of, ...changes(note) });
        return { ...note, ...changes(note) };
      },
      async remove(of, check) {
        if (isMissing) return 'missing';
        check(post as PostOfNote, note, answers);
        written.push({ removed: of });
        return note;
      },
    }),
    posts: { findCard: async (id) => (id === 'p' ? post : null) },
    authors: cacheOf({
      ada: partOf<AuthorNames>({ displayName: 'Ada L' }),
      mod: partOf<AuthorNames>({ displayName: 'Mod M' }),
    }),
    notifications: {
      follow: (one) => void told.push(['follow', one]),
      takeBack: (one) => void told.push(['takeBack', one]),
    },
    clock: { now: () => now },
  });
  return { service, told, written };
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }) => (Object.values(NOTE_TEXTS).includes(message) ? [code, message] : code),
  );

describe('notes on a post', () => {
  it.each([
    ['an author', ADA, 'done', 'done'],
    ['staff', STAFF, 'done', 'done'],
    ['another writer', BOB, 'not-found', 'forbidden'],
    ['an author who may no longer write', { id: 'ada', role: 'user' }, 'not-found', 'forbidden'],
  ] as const)('are for staff and its authors: %s', async (_name, actor, unpublished, published) => {
    for (const [isPublished, expected] of [
      [false, unpublished],
      [true, published],
    ] as const) {
      const { service, told, written } = serviceOf({ isPublished, note: noteOf({ authorId: actor.id }) });
      const calls = [
        service.list(actor, 'p'),
        service.create(actor, OF, { text: 'Hm' }),
        service.change(actor, OF, { text: 'Hm' }),
        service.remove(actor, OF),
      ];
      for (const call of calls) expect(await refusalOf(call)).toBe(expected);
      expect([told.length, written.length]).toEqual(expected === 'done' ? [3, 3] : [0, 0]);
    }
  });

  it('show their people by name', async () => {
    const note = noteOf({ resolvedAt: now, resolvedBy: 'mod', editedAt: now });
    const [shown] = await serviceOf({ note }).service.list(STAFF, 'p');
    expect(shown).toMatchObject({
      id: 'n',
      text: 'Why?',
      authorId: 'ada',
      createdAt: at.toISOString(),
      editedAt: now.toISOString(),
      author: { displayName: 'Ada L' },
      resolvedBy: { displayName: 'Mod M' },
    });
    expect(await refusalOf(serviceOf().service.list(STAFF, 'none'))).toBe('not-found');
  });
});

describe('a new note', () => {
  it('is stored with its quote, and people are notified', async () => {
    const { service, told, written } = serviceOf();
    expect(await service.create(ADA, OF, { text: 'Hm', quote: QUOTE })).toMatchObject({ text: 'Hm', quote: QUOTE });
    const stored = newNote({ ...OF, text: 'Hm', quote: QUOTE, parentId: null, authorId: 'ada' }, now);
    expect(written).toEqual([stored]);
    expect(told).toEqual([['follow', stored]]);
  });

  it('has no quote if it answers another note, and does not need one', async () => {
    const { service, written } = serviceOf();
    await service.create(ADA, OF, { text: 'Hm', quote: QUOTE, parentId: 'n0' });
    await service.create(ADA, OF, { text: 'Hm' });
    expect(written).toMatchObject([
      { parentId: 'n0', quote: null, people: [] },
      { parentId: null, quote: null, people: ['ada'] },
    ]);
  });

  it.each([
    ['missing', 'not-found'],
    ['too-many', ['conflict', NOTE_TEXTS.tooMany]],
  ] as const)('is refused: %s', async (create, refusal) => {
    const { service, told } = serviceOf({ create });
    expect(await refusalOf(service.create(ADA, OF, { text: 'Hm' }))).toEqual(refusal);
    expect(told).toEqual([]);
  });
});

describe('a changed note', () => {
  const RESOLVED = { resolvedAt: at, resolvedBy: 'mod', due: [] as StoredNote['due'] };
  it.each([
    ['another text', { text: 'How?' }, {}, { text: 'How?', editedAt: now }],
    ['the same text', { text: 'Why?' }, {}, {}],
    ['resolved', { isResolved: true }, {}, { resolvedAt: now, resolvedBy: 'ada', due: ['note', 'resolved'] }],
    ['resolved again', { isResolved: true }, RESOLVED, {}],
    [
      'opened',
      { isResolved: false },
      { ...RESOLVED, due: ['note', 'resolved'] },
      { resolvedAt: null, resolvedBy: null, due: ['note'] },
    ],
    ['opened again', { isResolved: false }, {}, {}],
  ] as [string, NotePatch, Partial<StoredNote>, object][])(
    'stores only real changes: %s',
    async (_name, patch, before, fields) => {
      const note = noteOf(before);
      const { service, told, written } = serviceOf({ note });
      await service.change(ADA, OF, patch);
      expect(written).toEqual([{ of: OF, ...fields }]);
      expect(told).toEqual([['follow', { ...note, ...fields }]]);
    },
  );

  const INVALID = ['bad-request', NOTE_TEXTS.answerResolved];
  it.each([
    ["somebody else's text", STAFF, { text: 'How?' }, {}, 'forbidden'],
    ["somebody else's state", STAFF, { isResolved: true }, {}, 'done'],
    ['an answer as resolved', ADA, { isResolved: true }, { parentId: 'n0' }, INVALID],
    ['an answer as opened', ADA, { isResolved: false }, { parentId: 'n0' }, INVALID],
    ['the text of an answer', ADA, { text: 'How?' }, { parentId: 'n0' }, 'done'],
  ] as const)('may be %s or not', async (_name, actor, patch, note, expected) => {
    const { service, told } = serviceOf({ note: noteOf(note) });
    expect(await refusalOf(service.change(actor, OF, patch))).toEqual(expected);
    expect(told).toHaveLength(expected === 'done' ? 1 : 0);
  });

  it('must exist', async () => {
    expect(await refusalOf(serviceOf({ note: null }).service.change(ADA, OF, { text: 'How?' }))).toBe('not-found');
    expect(await refusalOf(serviceOf({ isMissing: true }).service.change(ADA, OF, {}))).toBe('not-found');
  });
});

describe('a removed note', () => {
  const own = noteOf({ id: 'a1', parentId: 'n' });
  const ofOthers = noteOf({ id: 'a2', parentId: 'n', authorId: 'mod' });
  const ANSWERED = ['conflict', NOTE_TEXTS.answered];

  it.each([
    ['an own one', ADA, {}, [], 'done'],
    ["somebody else's", ADA, { authorId: 'mod' }, [], 'forbidden'],
    ['any, by staff', STAFF, {}, [], 'done'],
    ['an own one with own answers', ADA, {}, [own], 'done'],
    ['an own one with answers of others', ADA, {}, [own, ofOthers], ANSWERED],
    ['any with answers, by staff', STAFF, {}, [own], 'done'],
  ] as const)('is %s', async (_name, actor, changes, answers, expected) => {
    const note = noteOf(changes);
    const { service, told, written } = serviceOf({ note, answers });
    expect(await refusalOf(service.remove(actor, OF))).toEqual(expected);
    expect(told).toEqual(expected === 'done' ? [['takeBack', note]] : []);
    expect(written).toEqual(expected === 'done' ? [{ removed: OF }] : []);
  });

  it('may already be deleted, unlike its post', async () => {
    const gone = serviceOf({ note: null });
    expect(await refusalOf(gone.service.remove(ADA, OF))).toBe('done');
    expect(gone.told).toEqual([]);
    expect(await refusalOf(serviceOf({ isMissing: true }).service.remove(ADA, OF))).toBe('not-found');
  });
});
