import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import { decodePost, firstSeen, isThere, type StoredPost } from '../posts/posts.converter.ts';
import { publishedIn } from '../posts/posts.repository.ts';
import { publishedWithin } from '../posts/published-order.repository.ts';
import { decodeProgress, encodeIssue, type IssueFields, type StoredProgress } from './newsletter-issues.converter.ts';

export const DAY_MS = 24 * 60 * 60_000;
/** The number of the week's new posts that the best are chosen from. */
const CANDIDATES = 100;

export interface NewDigest {
  readonly fields: IssueFields;
  readonly countsClicks: boolean;
  readonly job: FixedJob;
  /** The job that leaves out the remaining emails of the previous digest. */
  readonly cancelJob: (before: StoredProgress) => FixedJob;
}

const IS_OVER: ReadonlySet<StoredProgress['status']> = new Set(['sent', 'cancelled']);

export interface DigestRepository {
  /** The last week handled, and when. Reads 1 document. */
  last(): Promise<{ readonly week: string; readonly at: Date } | null>;
  /** Posts that readers first saw in a period, that are still public and dated within it, most popular first. Reads at most 100. */
  bestOf(span: { readonly from: Date; readonly to: Date }, limit: number): Promise<StoredPost[]>;
  /**
   * Marks a week as handled, and stores its digest, if any, with its job in the same transaction. Cancels the previous digest if it is still being
   * sent, so that nobody gets two at once. Reads 1 document, 1 more for a digest and 1 for each picture; writes 1, 2 more for a digest, 2 to cancel
   * one and 1 for each picture. @returns false if the week was already handled
   */
  settle(week: string, digest: NewDigest | null, at: Date): Promise<boolean>;
}

export const digestId = (week: string): string => `digest-${week}`;

const popularityOf = (snapshot: DocumentSnapshot): number => Number(snapshot.get('popularity') ?? 0);

export function createDigestRepository(
  db: Firestore,
  { pictures, jobs }: { pictures: Pick<PictureTable, 'move'>; jobs: Pick<JobTable, 'add'> },
): DigestRepository {
  const state = db.doc('system/digest');
  const issues = db.collection('newsletterIssues');

  return {
    async last() {
      const snapshot = await state.get();
      return snapshot.exists ? { week: String(snapshot.get('week')), at: snapshot.get('at').toDate() } : null;
    },

    async bestOf(span, limit) {
      const query = publishedWithin(publishedIn(db, {}), span).orderBy('publishedAt', 'desc').limit(CANDIDATES);
      const { docs } = await query.get();
      const best = docs.sort((a, b) => popularityOf(b) - popularityOf(a)).map(decodePost);
      return best
        .filter(isThere)
        .filter((post) => firstSeen(post) >= span.from)
        .slice(0, limit);
    },

    settle: (week, digest, at) =>
      runTransaction(db, async (transaction) => {
        const before = await transaction.get(state);
        // Week names sort like the weeks.
        if (before.exists && String(before.get('week')) >= week) return false;
        const beforeRef = digest && before.exists ? issues.doc(digestId(String(before.get('week')))) : null;
        const earlier = beforeRef && decodeProgress(await transaction.get(beforeRef));
        const shown = digest ? referencesOf(PICTURE_REFERENCES.newsletterIssues, { ...digest.fields }) : [];
        const moved = digest ? await pictures.move(transaction, { before: [], after: shown }, at) : null;
        transaction.set(state, { week, at, schemaVersion: 1 });
        if (digest && earlier && !IS_OVER.has(earlier.status)) {
          const cancelled = { status: 'cancelled', stopReason: null, archivedAt: null, round: earlier.round + 1 };
          transaction.update(issues.doc(earlier.id), cancelled);
          jobs.add(transaction, digest.cancelJob(earlier), at);
        }
        if (digest) {
          transaction.create(issues.doc(digestId(week)), {
            ...encodeIssue(digest.fields, { createdBy: 'system', at }),
            status: 'queueing',
            startedAt: at,
            round: 1,
            want: 'digest',
            pictures: shown,
            countsClicks: digest.countsClicks,
          });
          moved?.write();
          jobs.add(transaction, digest.job, at);
        }
        return true;
      }),
  };
}

/** The period of a digest if none was sent the week before. */
export const WEEK_MS = 7 * DAY_MS;
