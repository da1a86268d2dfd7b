import { canReportComment } from '@inkwell/shared/comment-permissions';
import type { LegalReportInput, ReportInput, ReportReceipt } from '@inkwell/shared/comments';
import { AppError } from '@inkwell/shared/errors';
import type { Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { idFromKey, newId } from '../common/ids.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import { reportKeptUntil, type StoredReport } from './comments.converter.ts';
import type { CommentRepository } from './comments.repository.ts';

interface Dependencies {
  readonly comments: Pick<CommentRepository, 'find' | 'findReport' | 'change'>;
  readonly posts: Pick<PostRepository, 'findCard'>;
  readonly clock: Clock;
}

/** Stores reports on comments, which staff handle in moderation. */
export interface ReportService {
  /** One report per account and comment. Safe to repeat. @throws AppError `not-found`; `forbidden` for own comments */
  report(actor: NonNullable<Viewer>, id: string, input: ReportInput): Promise<ReportReceipt>;
  /** From visitors. The same report under the same `key` counts once. @throws AppError `not-found` */
  legalReport(id: string, input: LegalReportInput, key: string | null): Promise<ReportReceipt>;
}

export function createReportService({ comments, posts, clock }: Dependencies): ReportService {
  async function take(report: StoredReport): Promise<ReportReceipt> {
    const comment = await comments.find(report.commentId);
    const post = comment && (await posts.findCard(comment.postId));
    if (!comment || !post?.isPublished) throw new AppError('not-found');
    if (!canReportComment(report.reporterId === null ? null : { id: report.reporterId, role: 'user' }, comment)) {
      throw new AppError(comment.state === 'visible' ? 'forbidden' : 'not-found');
    }
    const outcome = await comments.change(post, { kind: 'report', id: comment.id, parentId: null, report });
    if (!outcome) throw new AppError('not-found');
    // A repeat gets the stored report.
    const kept = outcome.before === outcome.comment ? ((await comments.findReport(report.id)) ?? report) : report;
    return { receivedAt: kept.createdAt.toISOString(), keptUntil: reportKeptUntil(kept).toISOString() };
  }

  return {
    report: (actor, commentId, { reason }) =>
      take({
        id: idFromKey('report', actor.id, commentId),
        commentId,
        reporterId: actor.id,
        email: null,
        reason,
        createdAt: clock.now(),
      }),

    legalReport: (commentId, { reason, email = null }, key) =>
      take({
        // Visitors are anonymous, so a key only identifies reports with the same text.
        id: newId('legal-report', JSON.stringify([commentId, reason, email]), key),
        commentId,
        reporterId: null,
        email,
        reason,
        createdAt: clock.now(),
      }),
  };
}
