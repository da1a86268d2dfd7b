import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, PageQuery } from './fields.ts';
import { type FieldWith, isShort, POST_FIELDS, shapeOf, WRITTEN_FIELDS, type WrittenField } from './post-fields.ts';
import { PostConflict, PostId, StaffPost } from './posts.ts';
import { Author } from './users.ts';

/**
 * Why a revision was made. `publish` is also the reason for a post created as published; `undelete`: restored from the trash; `import`: migration of
 * its pictures; `found`: the state before the first change of a post that had no revisions yet.
 */
export const RevisionReason = z.enum([
  'create',
  'save',
  'publish',
  'unpublish',
  'restore',
  'undelete',
  'import',
  'found',
]);
export type RevisionReason = z.infer<typeof RevisionReason>;

type RestoredField = Exclude<WrittenField, FieldWith<'staysOnRestore'>>;

/** The fields that restoring a revision changes. */
export const RESTORED_FIELDS = WRITTEN_FIELDS.filter(
  (field): field is RestoredField => !('staysOnRestore' in POST_FIELDS[field]),
);

/** The written fields of a post after one change, without the long ones, for lists. */
export const RevisionCard = z.object({
  id: DocumentId,
  postId: PostId,
  ...shapeOf('answer', WRITTEN_FIELDS.filter(isShort)),
  reason: RevisionReason,
  /** Null if unknown. */
  editor: z.nullable(Author),
  /** The restored revision; null for other reasons. */
  restoredId: z.nullable(DocumentId),
  /** Words of the text that the change added and removed; moved words do not count. */
  wordsAdded: z.int(),
  wordsRemoved: z.int(),
  createdAt: Instant,
});
export type RevisionCard = z.infer<typeof RevisionCard>;

export const Revision = z.extend(RevisionCard, shapeOf('answer', WRITTEN_FIELDS));
export type Revision = z.infer<typeof Revision>;

/** The id of a post's revision with this `updatedAt`; it may have been thinned out since. */
export const revisionIdOf = (updatedAt: string): string => String(Date.parse(updatedAt));

const RevisionParams = z.extend(IdParams, { revisionId: DocumentId });

export const RestoreInput = z.object({
  /** As in `PostPatch`: if the post has been saved since, the answer is 409 with the stored post (`PostConflict`). */
  baseUpdatedAt: z.optional(Instant),
});

export const revisionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts/:id/revisions',
    access: 'writer',
    scope: 'posts:read',
    summary: 'The revisions of a post without their texts, newest first. Older revisions are thinned out.',
    params: IdParams,
    query: PageQuery,
    response: z.array(RevisionCard),
    paged: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/posts/:id/revisions/:revisionId',
    access: 'writer',
    scope: 'posts:read',
    summary: 'One revision of a post with its text.',
    params: RevisionParams,
    response: Revision,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/posts/:id/revisions/:revisionId/restore',
    access: 'writer',
    scope: 'posts:write',
    summary:
      'Restores title, text, excerpt, picture and category of a revision, as an edit that makes a new revision. Safe to repeat.',
    params: RevisionParams,
    body: RestoreInput,
    bodyOptional: true,
    response: StaffPost,
    conflict: PostConflict,
  }),
} as const;
