import { canPublish, canWrite } from '@inkwell/shared/permissions';
import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../../common/clock.ts';
import { nextById } from '../../firestore/next-by-id.ts';
import type { StepById } from '../../jobs/job.ts';
import type { Unscheduling } from '../../users/unschedule.job.ts';
import type { UserRepository } from '../../users/users.repository.ts';
import type { PostWriter } from '../saving/post-writes.repository.ts';

const PAGE = 25;

interface Dependencies {
  readonly users: Pick<UserRepository, 'find'>;
  readonly writer: Pick<PostWriter, 'update'>;
  readonly reviews: { endOf(userId: string, by: { actorId: string; at: Date }): Promise<unknown> };
  readonly clock: Clock;
}

/**
 * Turns an author's next 25 scheduled posts into drafts, whoever scheduled them, each with an audit entry. Ends the reviews of posts submitted by an
 * account that may no longer write. Changes nothing if the account has regained the right to publish. Reads 1 document, and each post twice; writes
 * each and its entry. Safe to repeat.
 */
export const unscheduleOwnIn =
  (db: Firestore, { users, writer, reviews, clock }: Dependencies): StepById<Unscheduling> =>
  async ({ userId, actorId }, after) => {
    const account = await users.find(userId);
    const viewer = account?.isBlocked ? null : account;
    if (canPublish(viewer)) return { count: 0, next: null };
    if (after === null && !canWrite(viewer)) await reviews.endOf(userId, { actorId, at: clock.now() });
    const ofAuthor = db.collection('posts').where('authorIds', 'array-contains', userId);
    const { docs, next } = await nextById(ofAuthor.where('status', '==', 'scheduled').select(), after, PAGE);
    // A post that was published or deleted meanwhile does not change.
    for (const { id } of docs)
      await writer.update(id, { publishAt: null }, { actorId, base: null, restoredId: null, at: clock.now() });
    return { count: docs.length, next };
  };
