import { describe, expect, it } from 'vitest';
import { nothingUnderWay } from '../common/under-way.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import { partOf } from '../testing/parts.ts';
import { createNoteNotifications } from './note-notifications.service.ts';
import { newNote, type StoredNote } from './notes.converter.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 15, hour));
const noteOf = (changes: Partial<StoredNote> = {}): StoredNote => ({
  ...newNote({ id: 'n', postId: 'p', text: 'Why?', quote: null, parentId: null, authorId: 'mod' }, at(9)),
  due: ['note'],
  people: ['mod', 'eve'],
  ...changes,
});
const ANSWER = noteOf({ id: 'a', parentId: 'n', authorId: 'ada', people: [] });
const NOTED = { id: 'n', kind: 'note', actorId: 'mod', at: at(9) };
const RESOLVED = { id: 'n-resolved', kind: 'resolved', actorId: 'bob', at: at(10) };
const BY_BOB = { resolvedBy: 'bob', resolvedAt: at(10) };

/** Notifications about a post by Ada. `broken`: a person who cannot be notified. */
function notificationsOf({ reviewTakenBy = null as string | null, isThere = true, due = [] as StoredNote[] } = {}) {
  const calls: unknown[][] = [];
  const errors: unknown[] = [];
  const note = (...call: unknown[]) => void calls.push(call);
  const post = partOf<StoredCard>({ id: 'p', reviewTakenBy });
  const notifications = createNoteNotifications({
    notes: {
      find: async (id) => (id === 'n' ? noteOf() : null),
      due: async () => due,
      settle: async (...args) => note('settle', ...args),
    },
    posts: { findCard: async () => (isThere ? post : null) },
    studio: partOf({
      authorsOf: async () => ['ada'],
      async tell(people: readonly string[], _post: StoredCard, event: { actorId: string }) {
        if (event.actorId === 'broken') throw new Error('broken');
        note('tell', people, event);
      },
      takeBack: async (...args: unknown[]) => note('takeBack', ...args),
    }),
    onError: (_, error) => errors.push(error),
  });
  return { notifications, calls, errors };
}

describe('people', () => {
  it.each<[string, Partial<StoredNote>, string | null, string[], object[]]>([
    ['a note: authors, and who writes in its thread', {}, null, ['ada', 'mod', 'eve'], [NOTED]],
    ['a note on a post that is in review: also its reviewer', {}, 'rev', ['ada', 'rev', 'mod', 'eve'], [NOTED]],
    [
      'an answer: who writes in its thread',
      ANSWER,
      null,
      ['ada', 'mod', 'eve'],
      [{ ...NOTED, id: 'a', actorId: 'ada' }],
    ],
    ['a resolved note', { due: ['resolved'], ...BY_BOB }, null, ['ada', 'mod', 'eve'], [RESOLVED]],
    ['both, late', { due: ['note', 'resolved'], ...BY_BOB }, null, ['ada', 'mod', 'eve'], [NOTED, RESOLVED]],
    ['nothing of a note that was opened again', { due: ['resolved'] }, null, [], []],
  ])('are told of %s', async (_, changes, reviewTakenBy, people, events) => {
    const { notifications, calls } = notificationsOf({ reviewTakenBy });
    const note = noteOf(changes);
    notifications.follow(note);
    await nothingUnderWay();
    expect(calls).toEqual([...events.map((event) => ['tell', people, event]), ['settle', note.id, note.due]]);
  });

  it('are not notified if nothing is due, or of a deleted post', async () => {
    const settled = notificationsOf();
    settled.notifications.follow(noteOf({ due: [] }));
    const gone = notificationsOf({ isThere: false });
    gone.notifications.follow(noteOf());
    gone.notifications.takeBack(noteOf());
    await nothingUnderWay();
    expect([settled.calls, gone.calls]).toEqual([[], [['settle', 'n', ['note']]]]);
  });

  it('are not notified of a deleted note, or that it was resolved', async () => {
    const { notifications, calls } = notificationsOf();
    notifications.takeBack(noteOf());
    await nothingUnderWay();
    const people = ['ada', 'mod', 'eve'];
    expect(calls).toEqual([
      ['takeBack', people, 'n'],
      ['takeBack', people, 'n-resolved'],
    ]);
  });

  it('are notified later of interrupted notifications, even next to a note that fails', async () => {
    const { notifications, calls, errors } = notificationsOf({ due: [noteOf({ authorId: 'broken' }), noteOf()] });
    expect(await notifications.catchUp()).toBe(2);
    expect(calls.map(([what]) => what)).toEqual(['tell', 'settle']);
    expect(errors).toEqual([new Error('broken')]);
  });
});
