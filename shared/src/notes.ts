import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, requiredText } from './fields.ts';
import { Quote } from './quotes.ts';
import { Author } from './users.ts';

export const NOTE_LIMITS = { text: 2_000, perPost: 500 } as const;

/** A note on a passage or a whole post, or an answer to one. Only staff and the post's authors see it. */
export const Note = z.object({
  id: DocumentId,
  text: z.string(),
  /** The passage; null for the whole post, and for answers. */
  quote: z.nullable(Quote),
  /** The parent note. */
  parentId: z.nullable(DocumentId),
  authorId: z.string(),
  author: Author,
  createdAt: Instant,
  editedAt: z.nullable(Instant),
  /** When the note was resolved, and by whom; null for open ones and for answers. */
  resolvedAt: z.nullable(Instant),
  resolvedBy: z.nullable(Author),
});
export type Note = z.infer<typeof Note>;

const NoteText = requiredText(NOTE_LIMITS.text, {
  required: 'Please write a note',
  tooLong: `Note too long (at most ${NOTE_LIMITS.text} characters)`,
});

export const NoteInput = z.object({
  text: NoteText,
  quote: z.optional(z.nullable(Quote)),
  /** The parent note. An answer to an answer joins the same note. */
  parentId: z.optional(z.nullable(DocumentId)),
});
export type NoteInput = z.infer<typeof NoteInput>;

/** Only its author changes a note's text. Everybody who sees a note can resolve and reopen it. */
export const NotePatch = z.partial(z.object({ text: NoteText, isResolved: z.boolean() }));
export type NotePatch = z.infer<typeof NotePatch>;

export const NOTE_TEXTS = {
  tooMany: `There are ${NOTE_LIMITS.perPost} notes on this post. Please delete some first.`,
  answered: 'This note has answers by others. You can resolve it instead.',
  answerResolved: 'Only a note can be resolved, not an answer',
} as const;

const NoteParams = z.object({ id: DocumentId, noteId: DocumentId });
const NOTE_RATE = { bucket: 'note', by: 'user', perMinute: 60, scope: 'instance' } as const;

export const noteApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts/:id/notes',
    access: 'writer',
    scope: 'posts:read',
    summary: `The notes on a post with their answers, oldest first, at most ${NOTE_LIMITS.perPost}: for staff and the post's authors.`,
    params: IdParams,
    response: z.array(Note),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts/:id/notes',
    access: 'writer',
    scope: 'posts:write',
    invalidates: 'nothing',
    summary: `Writes a note on a passage or a whole post, or answers one. A post has at most ${NOTE_LIMITS.perPost} notes; further ones are answered 409.`,
    params: IdParams,
    body: NoteInput,
    response: Note,
    status: 201,
    rate: NOTE_RATE,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/posts/:id/notes/:noteId',
    access: 'writer',
    scope: 'posts:write',
    invalidates: 'nothing',
    summary: "Changes the text of the caller's own note, or resolves or reopens a note.",
    params: NoteParams,
    body: NotePatch,
    response: Note,
    rate: NOTE_RATE,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/posts/:id/notes/:noteId',
    access: 'writer',
    scope: 'posts:write',
    mayConflict: true,
    invalidates: 'nothing',
    summary:
      'Deletes a note with its answers. Writers delete their own, unless others have answered (409); staff delete any.',
    params: NoteParams,
    rate: NOTE_RATE,
  }),
} as const;
