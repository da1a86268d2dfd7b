import type { Firestore } from 'firebase-admin/firestore';

const PAGE = 200;

/**
 * Clears what the newsletter no longer needs: queued mails, unconfirmed subscriptions and what is left of unsubscribed
 * ones, each once its `expireAt` has passed. Time-to-live policies do the same in production, some time within a day.
 * Safe to repeat and to interrupt. @returns how many documents it deleted
 */
export async function sweepNewsletter(db: Firestore, at: Date): Promise<number> {
  let deleted = 0;
  // Mails first: a subscription that starts over must not meet the mail of the one before.
  for (const collection of ['mail', 'subscribers']) {
    const expired = db.collection(collection).where('expireAt', '<=', at).orderBy('expireAt').limit(PAGE).select();
    for (;;) {
      const { docs } = await expired.get();
      if (docs.length === 0) break;
      const results = await Promise.all(
        // Who subscribed again since the query keeps the subscription; the next run looks again.
        docs.map(({ ref, updateTime }) => ref.delete({ lastUpdateTime: updateTime }).then(() => 1, passOver)),
      );
      const count = results.reduce((sum, one) => sum + one, 0);
      deleted += count;
      if (count === 0) break;
    }
  }
  return deleted;
}

/** FAILED_PRECONDITION: changed meanwhile. */
function passOver(error: unknown): 0 {
  if (error instanceof Object && 'code' in error && error.code === 9) return 0;
  throw error;
}
