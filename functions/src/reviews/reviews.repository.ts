import type { Viewer } from '@inkwell/shared/permissions';
import { canStep, REVIEW_LIMITS, reviewStateOf } from '@inkwell/shared/reviews';
import { FieldPath, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageRequest } from '../common/paging.ts';
import { nextById } from '../firestore/next-by-id.ts';
import { runTransaction } from '../firestore/transaction.ts';
import {
  cardMask,
  decodeCard,
  decodePost,
  isThere,
  type StoredCard,
  type StoredPost,
} from '../posts/posts.converter.ts';
import { NO_REVIEW, newStep, noteEnd, reviewRef } from '../posts/saving/review-of-post.repository.ts';
import { actingAccount } from '../users/acting-account.repository.ts';
import { decodeReview, fieldsAfter, isRepeat, type StoredReview, type WantedStep } from './reviews.converter.ts';

/** `conflict`: the post is in another state, or somebody else has taken it. */
export type StepOutcome =
  | { readonly kind: 'done' | 'conflict'; readonly post: StoredPost; readonly review: StoredReview }
  | { readonly kind: 'not-found' };

/** A review with steps that have due notifications. */
export interface DueReview extends StoredReview {
  readonly postId: string;
}

export interface ReviewRepository {
  /** The steps of a post. Reads 1 document. */
  find(postId: string): Promise<StoredReview>;
  /**
   * Makes a step if the post's state allows it. Repeating the last step changes nothing. Reads 3 documents, writes 3.
   * @param check throws if the account's current state does not allow it, because posts by an author who was blocked meanwhile must not be in review
   */
  make(postId: string, step: WantedStep, check: (account: Viewer, post: StoredPost) => void): Promise<StepOutcome>;
  /** Ends the reviews of a person's submissions. Safe to repeat and to interrupt. Reads each, writes 2 for each. @returns the posts */
  endOf(userId: string, by: { actorId: string; at: Date }): Promise<string[]>;
  /** Posts in review, longest waiting first, with their total. Reads the page and one aggregation. */
  waiting(page: PageRequest): Promise<{ items: StoredCard[]; total: number }>;
  /** Reviews with steps that have due notifications. Reads each, or 1 if there are none. */
  due(limit: number): Promise<DueReview[]>;
  /** Marks people as notified of these steps. Reads 1 document, writes 1. */
  settle(postId: string, stepIds: readonly string[]): Promise<void>;
}

/** The number of posts in one query. */
const PER_QUERY = 100;

export function createReviewRepository(db: Firestore): ReviewRepository {
  const posts = db.collection('posts');
  const reviews = db.collection('reviews');
  const inReview = posts.where('inReviewSince', '>', new Date(0));

  const end = (id: string, userId: string, { actorId, at }: { actorId: string; at: Date }) =>
    runTransaction(db, async (transaction) => {
      const post = decodePost(await transaction.get(posts.doc(id)));
      if (!isThere(post) || post.submittedBy !== userId) return;
      transaction.update(posts.doc(id), { ...NO_REVIEW });
      noteEnd(db, transaction, post, { step: 'end', actorId, at });
    });

  return {
    find: async (postId) => decodeReview(await reviewRef(db, postId).get()),

    make: (postId, wanted, check) =>
      runTransaction(db, async (transaction): Promise<StepOutcome> => {
        const { step, actorId, note, at } = wanted;
        const [first, second] = await transaction.getAll(posts.doc(postId), reviewRef(db, postId));
        const post = first ? decodePost(first) : null;
        if (!second || !isThere(post)) return { kind: 'not-found' };
        check(await actingAccount(db, transaction, actorId), post);
        const review = decodeReview(second);
        const isTaken = step === 'take' && post.reviewTakenBy !== null;
        if (isRepeat(review, post, wanted) || (isTaken && post.reviewTakenBy === actorId)) {
          return { kind: 'done', post, review };
        }
        if (isTaken || !canStep(step, reviewStateOf(post))) return { kind: 'conflict', post, review };

        const fields = fieldsAfter(step, wanted);
        const made = newStep({ step, actorId, note, takenBy: post.reviewTakenBy, at });
        const after = {
          steps: [...review.steps, made].slice(-REVIEW_LIMITS.history),
          due: [...review.due, made.id],
        };
        transaction.update(posts.doc(postId), { ...fields });
        const stored = { ...after, isNotificationDue: true, schemaVersion: 1 };
        transaction.set(reviewRef(db, postId), stored, { merge: true });
        const entry = { actorId, action: `post.${step}`, target: posts.doc(postId).path, name: post.title } as const;
        const [before, now] = [post, { ...post, ...fields }].map((one) => ({ review: reviewStateOf(one) }));
        appendAudit(db, transaction, { ...entry, before: before ?? null, after: now ?? null }, at);
        return { kind: 'done', post: { ...post, ...fields }, review: after };
      }),

    async endOf(userId, by) {
      const ended: string[] = [];
      const submitted = posts.where('submittedBy', '==', userId).select();
      // Continues after the last one, so that it ends even if a post keeps its field.
      let after: string | null = null;
      do {
        const page = await nextById(submitted, after, PER_QUERY);
        for (const { id } of page.docs) await end(id, userId, by);
        ended.push(...page.docs.map(({ id }) => id));
        after = page.next;
      } while (after !== null);
      return ended;
    },

    async waiting({ limit, after }) {
      const ordered = inReview.orderBy('inReviewSince').orderBy(FieldPath.documentId());
      const rest = after ? ordered.startAfter(Timestamp.fromMillis(after.createdAtMs), after.id) : ordered;
      const page = rest.limit(limit).select(...cardMask.fields);
      const [{ docs }, counted] = await Promise.all([page.get(), inReview.count().get()]);
      return { items: docs.map(decodeCard).filter(isThere), total: counted.data().count };
    },

    async due(limit) {
      const { docs } = await reviews.where('isNotificationDue', '==', true).limit(limit).get();
      return docs.map((found) => ({ postId: found.id, ...decodeReview(found) }));
    },

    settle: (postId, stepIds) =>
      runTransaction(db, async (transaction) => {
        const ref = reviewRef(db, postId);
        const snapshot = await transaction.get(ref);
        if (!snapshot.exists) return;
        const left = decodeReview(snapshot).due.filter((id) => !stepIds.includes(id));
        transaction.update(ref, { due: left, isNotificationDue: left.length > 0 });
      }),
  };
}
