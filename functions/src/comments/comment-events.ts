import type { WebhookEvent } from '@inkwell/shared/webhooks';
import { addressIdOf } from '../mail/tokens.ts';
import type { NewEvent } from '../webhooks/event-queue.repository.ts';
import type { Change, Outcome } from './changes.ts';
import type { StoredReport } from './comments.converter.ts';

/** Changes that write or decide about a single comment. */
const TOLD: readonly Change['kind'][] = ['create', 'edit', 'moderate', 'report'];

function typeOf(change: Change, { before, comment }: Outcome): WebhookEvent | null {
  // Without a difference, the change is a repeat.
  if (before === comment || !TOLD.includes(change.kind)) return null;
  if (change.kind === 'report') return 'comment.reported';
  if (comment.state === 'held') return before?.state === 'held' ? null : 'comment.held';
  // The notification of a comment is due until readers first see the comment.
  const isNew = before === null || (before.state !== 'visible' && before.notification === 'due');
  return isNew && comment.state === 'visible' ? 'comment.created' : null;
}

/** The event of a comment change for webhooks; null for changes without one. Imported comments are not new. */
export function commentEvent(change: Change, outcome: Outcome): NewEvent | null {
  const type = typeOf(change, outcome);
  if (!type) return null;
  const { id, postId, parentId, authorId, content, createdAt } = outcome.comment;
  const data = { id, postId, parentId, authorId, content, createdAt: createdAt.toISOString() };
  const reported = change.kind === 'report' && { reason: change.report.reason, reports: outcome.comment.reportsCount };
  return {
    type,
    about: `posts/${postId}`,
    at: 'at' in change ? change.at : change.kind === 'report' ? change.report.createdAt : createdAt,
    data: { ...data, ...reported },
    path: `/posts/${postId}#comment-${id}`,
    ...(change.kind === 'report' ? concerned(authorId, change.report) : { people: [authorId] }),
  };
}

/** A report contains the reporter's words, so deleting that person deletes the event too: an account, or the address that a visitor entered. */
const concerned = (
  authorId: string,
  { reporterId, email }: StoredReport,
): Pick<NewEvent, 'people' | 'subscriberId'> => ({
  people: reporterId === null ? [authorId] : [authorId, reporterId],
  ...(email && { subscriberId: addressIdOf(email) }),
});
