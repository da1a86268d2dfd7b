import { NOTE_LIMITS } from '@inkwell/shared/notes';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import { isThere, type PickedPost, postMask } from '../posts/posts.converter.ts';
import { reviewRef } from '../posts/saving/review-of-post.repository.ts';
import { type DueKind, decodeNote, encodeNote, type StoredNote } from './notes.converter.ts';

const postOfNote = postMask('title', 'authorId', 'authorIds', 'isPublished', 'reviewTakenBy', 'trashedAt', 'deletedAt');

/** The fields of the post that a note depends on. */
export type PostOfNote = PickedPost<(typeof postOfNote.fields)[number]>;

/** Throws if the caller may not do this to a note of this post. Also called if the note does not exist. */
type Check = (post: PostOfNote, note: StoredNote | null, answers: readonly StoredNote[]) => void;

interface OfNote {
  readonly postId: string;
  readonly id: string;
}

/** Notes on posts, in documents that no other call reads. The review document has the number of a post's notes. */
export interface NoteRepository {
  /** All notes of a post, oldest first. Reads each, at least 1. */
  list(postId: string): Promise<StoredNote[]>;
  /** Reads 1 document. */
  find(id: string): Promise<StoredNote | null>;
  /**
   * Stores a note; a repeated id returns the stored one. An answer to an answer gets the same parent. `missing`: the post or the parent does not
   * exist. Reads 3 documents, 4 or 5 for an answer; writes 2, 3 for an answer.
   */
  create(note: StoredNote, check: Check): Promise<StoredNote | 'missing' | 'too-many'>;
  /** Writes these fields. Reads 2 documents, writes 1 unless they are already stored. */
  change(of: OfNote, changes: (note: StoredNote) => Partial<StoredNote>, check: Check): Promise<StoredNote | 'missing'>;
  /**
   * Deletes a note with its answers. Safe to repeat. Reads 2 documents and each answer, at least 1; writes 1, 1 for each answer, and 1.
   * @returns the note; null if it was deleted before
   */
  remove(of: OfNote, check: Check): Promise<StoredNote | null | 'missing'>;
  /** Notes with due notifications. Reads each, or 1 if there are none. */
  due(limit: number): Promise<StoredNote[]>;
  /** Marks people as notified of these notes. Reads 1 document, writes 1. */
  settle(id: string, kinds: readonly DueKind[]): Promise<void>;
}

export function createNoteRepository(db: Firestore): NoteRepository {
  const notes = db.collection('notes');
  const posts = db.collection('posts');
  const answersTo = (id: string) => notes.where('parentId', '==', id);

  async function readPost(transaction: Transaction, id: string): Promise<PostOfNote | null> {
    const [found] = await transaction.getAll(posts.doc(id), { fieldMask: postOfNote.fields });
    const post = found ? postOfNote.decode(found) : null;
    return isThere(post) ? post : null;
  }

  async function readBoth(transaction: Transaction, { postId, id }: OfNote) {
    const [post, found] = await Promise.all([readPost(transaction, postId), transaction.get(notes.doc(id))]);
    const note = decodeNote(found);
    return { post, note: note?.postId === postId ? note : null };
  }

  /** The note with this id, or its parent. If the note is deleted meanwhile, the transaction runs again. */
  async function readFirst(transaction: Transaction, postId: string, id: string): Promise<StoredNote | null> {
    const found = decodeNote(await transaction.get(notes.doc(id)));
    if (found?.postId !== postId) return null;
    return found.parentId === null ? found : readFirst(transaction, postId, found.parentId);
  }

  return {
    async list(postId) {
      const { docs } = await notes.where('postId', '==', postId).get();
      const found = docs.map(decodeNote).filter((note) => note !== null);
      return found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
    },

    find: async (id) => decodeNote(await notes.doc(id).get()),

    create: (note, check) =>
      runTransaction(db, async (transaction) => {
        const [{ post, note: stored }, counted] = await Promise.all([
          readBoth(transaction, note),
          transaction.get(reviewRef(db, note.postId)),
        ]);
        if (!post) return 'missing';
        check(post, null, []);
        if (stored) return stored;
        const parent = note.parentId === null ? null : await readFirst(transaction, note.postId, note.parentId);
        if (note.parentId !== null && !parent) return 'missing';
        if (Number(counted.get('notes') ?? 0) >= NOTE_LIMITS.perPost) return 'too-many';

        const parentId = parent?.id ?? null;
        const created = { ...note, parentId };
        transaction.create(notes.doc(note.id), encodeNote(created));
        if (parentId !== null)
          transaction.update(notes.doc(parentId), { people: FieldValue.arrayUnion(note.authorId) });
        count(transaction, note.postId, 1);
        return created;
      }),

    change: (of, changes, check) =>
      runTransaction(db, async (transaction) => {
        const { post, note } = await readBoth(transaction, of);
        if (!post) return 'missing';
        check(post, note, []);
        if (!note) return 'missing';
        const fields = changes(note);
        if (Object.keys(fields).length === 0) return note;
        const after = { ...note, ...fields };
        transaction.set(notes.doc(note.id), encodeNote(after));
        return after;
      }),

    remove: (of, check) =>
      runTransaction(db, async (transaction) => {
        const { post, note } = await readBoth(transaction, of);
        if (!post) return 'missing';
        const found = note && (await transaction.get(answersTo(note.id)));
        const answers = (found?.docs ?? []).map(decodeNote).filter((one) => one !== null);
        check(post, note, answers);
        if (!note) return null;
        for (const { id } of [note, ...answers]) transaction.delete(notes.doc(id));
        count(transaction, of.postId, -1 - answers.length);
        return note;
      }),

    async due(limit) {
      const { docs } = await notes.where('isNotificationDue', '==', true).limit(limit).get();
      return docs.map(decodeNote).filter((note) => note !== null);
    },

    settle: (id, kinds) =>
      runTransaction(db, async (transaction) => {
        const note = decodeNote(await transaction.get(notes.doc(id)));
        if (!note) return;
        const due = note.due.filter((kind) => !kinds.includes(kind));
        transaction.update(notes.doc(id), { due, isNotificationDue: due.length > 0 });
      }),
  };

  function count(transaction: Transaction, postId: string, by: number): void {
    transaction.set(reviewRef(db, postId), { notes: FieldValue.increment(by), schemaVersion: 1 }, { merge: true });
  }
}
