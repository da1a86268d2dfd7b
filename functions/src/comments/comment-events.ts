import type { WebhookEvent } from '@inkwell/shared/webhooks';
import { addressIdOf } from '../mail/tokens.ts';
import type { NewEvent } from '../webhooks/event-queue.repository.ts';
import type { Change, Outcome } from './changes.ts';
import type { StoredReport } from './comments.converter.ts';

/** Changes that write or decide about a single comment. */
const TOLD: readonly Change['kind'][] = ['create', 'edit', 'moderate', 'report'];

function typeOf(change: Change, { before, comment }: Outcome): WebhookEvent | null {
  // Without a difference, it is a repeat.
  if (before === comment || !TOLD.includes(change.kind)) return null;
  if (change.kind === 'report') return 'comment.reported';
  if (comment.state === 'held') return before?.state === 'held' ? null : 'comment.held';
  // A comment that nobody has seen yet still has its notification to send.
  const isNew = before === null || (before.state !== 'visible' && before.notification === 'due');
  return isNew && comment.state === 'visible' ? 'comment.created' : null;
}

/** What a change of a comment tells webhooks; null for changes that they are not told of. Imported comments are not new. */
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

/** A report has the words of who made it, so the event goes with that person too: an account, or the address that a visitor gave. */
const concerned = (
  authorId: string,
  { reporterId, email }: StoredReport,
): Pick<NewEvent, 'people' | 'subscriberId'> => ({
  people: reporterId === null ? [authorId] : [authorId, reporterId],
  ...(email && { subscriberId: addressIdOf(email) }),
});
