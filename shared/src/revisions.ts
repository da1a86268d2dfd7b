import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, PageQuery } from './fields.ts';
import { type FieldWith, POST_FIELDS, shapeOf, WRITTEN_FIELDS, type WrittenField } from './post-fields.ts';
import { PostConflict, PostId, StaffPost } from './posts.ts';
import { Author } from './users.ts';

/**
 * Why there is a revision: the post was created, changed, published (also at once when it was created) or unpublished; an earlier revision
 * was restored; its pictures were taken into storage; or it is what was found when the post was first changed after revisions came to be.
 */
export const RevisionReason = z.enum(['create', 'save', 'publish', 'unpublish', 'restore', 'import', 'found']);
export type RevisionReason = z.infer<typeof RevisionReason>;

type RestoredField = Exclude<WrittenField, FieldWith<'staysOnRestore'>>;

/** Which fields come back with a revision. */
export const RESTORED_FIELDS = WRITTEN_FIELDS.filter(
  (field): field is RestoredField => !('staysOnRestore' in POST_FIELDS[field]),
);

const { content, ...shortFields } = shapeOf('answer', WRITTEN_FIELDS);

/** What an editor wrote into a post, as it was after one change; without the text, as lists carry it. */
export const RevisionCard = z.object({
  id: DocumentId,
  postId: PostId,
  ...shortFields,
  reason: RevisionReason,
  /** Who made it; null where nobody noted it. */
  editor: z.nullable(Author),
  /** The revision that was restored; null for other reasons. */
  restoredId: z.nullable(DocumentId),
  /** Words of the text that came and went with it; words that only moved do not count. */
  wordsAdded: z.int(),
  wordsRemoved: z.int(),
  createdAt: Instant,
});
export type RevisionCard = z.infer<typeof RevisionCard>;

export const Revision = z.extend(RevisionCard, { content });
export type Revision = z.infer<typeof Revision>;

/** The id of the revision that a post with this `updatedAt` is; it may have been thinned out since. */
export const revisionIdOf = (updatedAt: string): string => String(Date.parse(updatedAt));

const RevisionParams = z.extend(IdParams, { revisionId: DocumentId });

export const RestoreInput = z.object({
  /** As in `PostPatch`: if the post was edited since, the answer is 409 with the stored post (`PostConflict`). */
  baseUpdatedAt: z.optional(Instant),
});

export const revisionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts/:id/revisions',
    access: 'staff',
    summary: 'The revisions of a post without their texts, newest first. Older revisions are thinned out.',
    params: IdParams,
    query: PageQuery,
    response: z.array(RevisionCard),
    paged: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/posts/:id/revisions/:revisionId',
    access: 'staff',
    summary: 'One revision of a post with its text.',
    params: RevisionParams,
    response: Revision,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/posts/:id/revisions/:revisionId/restore',
    access: 'staff',
    summary:
      'Restores title, text, excerpt, picture and category of a revision, as an edit that makes a new revision. Safe to repeat.',
    params: RevisionParams,
    body: RestoreInput,
    bodyOptional: true,
    response: StaffPost,
    conflict: PostConflict,
  }),
} as const;
