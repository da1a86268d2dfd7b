import type { Note } from '@inkwell/shared/notes';
import type { Viewer } from '@inkwell/shared/permissions';
import type { StudioKind } from '@inkwell/shared/personal-kinds';
import { Quote } from '@inkwell/shared/quotes';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';
import { type AuthorNames, toAuthor } from '../users/authors.ts';

/** The notifications that are still due. */
const DueKind = z.enum(['note', 'resolved'] satisfies StudioKind[]);
export type DueKind = z.infer<typeof DueKind>;

const NoteDocument = z.object({
  postId: z.string(),
  text: z.string(),
  quote: z.nullable(Quote),
  /** The parent note, which is never itself an answer. */
  parentId: z.nullable(z.string()),
  authorId: z.string(),
  createdAt: Moment,
  editedAt: z.nullable(Moment),
  resolvedAt: z.nullable(Moment),
  resolvedBy: z.nullable(z.string()),
  /** Everybody who wrote the note or an answer to it; empty for answers. */
  people: z.array(z.string()),
  due: z.array(DueKind),
});

/** A note, or an answer to one. */
export type StoredNote = z.infer<typeof NoteDocument> & { readonly id: string };

export function decodeNote(snapshot: DocumentSnapshot): StoredNote | null {
  const data = snapshot.data();
  return data === undefined ? null : { ...z.parse(NoteDocument, data), id: snapshot.id };
}

export const encodeNote = ({ id: _id, ...note }: StoredNote): DocumentData => ({
  ...note,
  isNotificationDue: note.due.length > 0,
  schemaVersion: 1,
});

/** The initial fields of a note or answer. */
export const newNote = (
  given: Pick<StoredNote, 'id' | 'postId' | 'text' | 'quote' | 'parentId' | 'authorId'>,
  at: Date,
): StoredNote => ({
  ...given,
  createdAt: at,
  editedAt: null,
  resolvedAt: null,
  resolvedBy: null,
  people: given.parentId === null ? [given.authorId] : [],
  due: ['note'],
});

const dueWithout = ({ due }: StoredNote, kind: DueKind): DueKind[] => due.filter((one) => one !== kind);

export const resolved = (note: StoredNote, { by, at }: { by: string; at: Date }): Partial<StoredNote> => ({
  resolvedAt: at,
  resolvedBy: by,
  due: [...dueWithout(note, 'resolved'), 'resolved'],
});

export const opened = (note: StoredNote): Partial<StoredNote> => ({
  resolvedAt: null,
  resolvedBy: null,
  due: dueWithout(note, 'resolved'),
});

export function toNote(note: StoredNote, names: ReadonlyMap<string, AuthorNames | null>, viewer: Viewer): Note {
  const person = (id: string) => toAuthor(id, names.get(id), viewer);
  const { id, text, quote, parentId, authorId, createdAt, editedAt, resolvedAt, resolvedBy } = note;
  return {
    id,
    text,
    quote,
    parentId,
    authorId,
    author: person(authorId),
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    resolvedBy: resolvedBy === null ? null : person(resolvedBy),
  };
}
