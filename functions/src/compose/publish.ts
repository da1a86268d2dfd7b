import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import type { EditedCollection } from '../posts/saving/edited-collection.repository.ts';
import { publishDue } from '../posts/schedule/publish-due.ts';
import { createScheduledPostRepository } from '../posts/schedule/scheduled-posts.repository.ts';
import { createWriterOf } from './content/writing.ts';

/** After this time, a run starts no further post, because the next run starts after a minute. */
const BEGIN_WITHIN_MS = 45_000;

/** The `publish` function: publishes scheduled posts and pages that are due. @throws AggregateError like `publishDue` */
export function createPublish({ db, clock, log }: { db: Firestore; clock: Clock; log: Log }): () => Promise<void> {
  const of = (name: EditedCollection['name']) => ({
    scheduled: createScheduledPostRepository(db, name),
    writer: createWriterOf(db, name),
  });
  const [posts, pages] = [of('posts'), of('pages')];
  return async () => {
    try {
      await publishDue({ ...pages, clock, log }, BEGIN_WITHIN_MS);
    } finally {
      await publishDue({ ...posts, clock, log }, BEGIN_WITHIN_MS);
    }
  };
}
