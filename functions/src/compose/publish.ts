import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { publishDue } from '../posts/publish-due.ts';
import { createScheduledPostRepository } from '../posts/scheduled-posts.repository.ts';
import { createPostWriterOf } from './content.ts';

/** No post is begun later in a run, because the next run starts after a minute. */
const BEGIN_WITHIN_MS = 45_000;

/** The `publish` function: publishes scheduled posts that are due. @throws AggregateError like `publishDue` */
export function createPublish({ db, clock, log }: { db: Firestore; clock: Clock; log: Log }): () => Promise<void> {
  const scheduled = createScheduledPostRepository(db);
  const writer = createPostWriterOf(db);
  return async () => {
    await publishDue({ scheduled, writer, clock, log }, BEGIN_WITHIN_MS);
  };
}
