import { WEBHOOK_LIMITS } from '@inkwell/shared/webhooks';
import type { EditedCollection } from '../posts/saving/edited-collection.repository.ts';
import { publishDue } from '../posts/schedule/publish-due.ts';
import { createScheduledPostRepository } from '../posts/schedule/scheduled-posts.repository.ts';
import type { Config } from './config.ts';
import { createWriterOf } from './content/writing.ts';
import type { Dependencies } from './dependencies.ts';
import { createWebhookSending } from './webhooks.ts';

/** After this time, a run starts no further post, because the next run starts after a minute. */
const BEGIN_WITHIN_MS = 45_000;
/** As long as an attempt of an event may take. */
const EVENTS_MS = WEBHOOK_LIMITS.timeoutMs;

/** The `publish` function: publishes scheduled posts and pages that are due. @throws AggregateError like `publishDue` */
export function createPublish({
  db,
  clock,
  config,
  log,
}: Pick<Dependencies, 'db' | 'clock' | 'log'> & {
  readonly config: Pick<Config, 'siteUrl' | 'isLocal'>;
}): () => Promise<void> {
  const webhooks = createWebhookSending({ db, clock, config, log });
  const of = (name: EditedCollection['name']) => ({
    scheduled: createScheduledPostRepository(db, name),
    writer: createWriterOf(db, name),
  });
  const [posts, pages] = [of('posts'), of('pages')];
  return async () => {
    const eventsSent = webhooks.since();
    try {
      await publishDue({ ...pages, clock, log }, BEGIN_WITHIN_MS);
    } finally {
      await publishDue({ ...posts, clock, log }, BEGIN_WITHIN_MS).finally(() => eventsSent(EVENTS_MS));
    }
  };
}
