import type { Viewer } from './permissions.ts';

/* Permissions for one comment. They are separate from the other predicates because the first page needs none of them. */

/** Only its author can delete a comment. Product §6. */
export const canDeleteComment = (viewer: Viewer, comment: { authorId: string }): boolean =>
  viewer !== null && viewer.id === comment.authorId;

/** Authors can edit their comments until staff hide them. */
export const canEditComment = (viewer: Viewer, comment: { authorId: string; state: string }): boolean =>
  viewer !== null && viewer.id === comment.authorId && (comment.state === 'visible' || comment.state === 'held');

/** Held and hidden comments are visible to their author here, and to staff in the moderation list. */
export const canSeeComment = (viewer: Viewer, comment: { authorId: string; state: string }): boolean =>
  comment.state === 'visible' || (viewer !== null && viewer.id === comment.authorId);

/** Nobody can report their own comments. */
export const canReportComment = (viewer: Viewer, comment: { authorId: string; state: string }): boolean =>
  comment.state === 'visible' && viewer?.id !== comment.authorId;
