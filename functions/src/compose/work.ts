import { WEBHOOK_LIMITS } from '@inkwell/shared/webhooks';
import { createWeeklySummary } from '../analytics/weekly-summary.ts';
import { describeError } from '../common/log.ts';
import { createDigestRepository } from '../newsletter-issues/digest.repository.ts';
import { createDigestService } from '../newsletter-issues/digest.service.ts';
import { storeNewWords } from '../search/known-words.ts';
import { createSearchWords } from '../search/search-words.repository.ts';
import { createTrafficFolding } from '../traffic/folding.ts';
import { createContent } from './content.ts';
import type { Dependencies } from './dependencies.ts';
import { createJobs } from './jobs.ts';
import { mailingOf } from './mailing.ts';
import { createWebhookSending } from './webhooks.ts';

/** After this time, a run starts no further page of a job, because the next run starts after a minute. */
const BEGIN_WITHIN_MS = 45_000;
/** As long as an attempt of an event may take. */
const EVENTS_MS = WEBHOOK_LIMITS.timeoutMs;
/** The number of search index entries whose words one run stores. */
const NEW_WORDS = 2_000;
/** A job that has been due for this long is stuck, because each run takes the jobs that have been due longest. */
const STANDS_STILL_MS = 10 * 60_000;

/** The `work` function: folds counter shards, sends due notifications and emails, records new posts for followers, stores search words, runs jobs. */
export function createWork(dependencies: Dependencies): () => Promise<void> {
  const { clock, log } = dependencies;
  const webhooks = createWebhookSending(dependencies);
  const { jobs, runner } = createJobs(dependencies);
  const words = createSearchWords(dependencies.db, dependencies.bucket);
  const onNotifyError = (message: string, error: unknown) => log('ERROR', message, { error: describeError(error) });
  const content = createContent({
    ...dependencies,
    onNotifyError,
    mailing: mailingOf(dependencies),
  });
  const { settings, personalNotifications, personMails, reviewing, shards, newPosts } = content;
  const foldTraffic = createTrafficFolding({ ...content, traffic: content.storedTraffic, clock });
  const digest = createDigestService({
    digests: createDigestRepository(dependencies.db, content),
    settings: settings.ofNewsletter,
    site: settings.site,
    countsClicks: async () => (await settings.ofTraffic()).countsClicks,
    clock,
  });
  const mailFigures =
    personMails &&
    createWeeklySummary({
      traffic: content.storedTraffic,
      posts: content.stored,
      mails: personMails,
      settings: settings.ofTraffic,
      siteName: async () => (await settings.site()).name,
      clock,
    });
  return async () => {
    const eventsSent = webhooks.since();
    try {
      await shards.foldAll();
    } finally {
      await personalNotifications.catchUp();
      await reviewing.catchUp();
      await newPosts.note(clock.now());
      await foldTraffic().catch((error) => log('ERROR', 'visits were not folded', { error: describeError(error) }));
      await personMails?.sendDue();
      await digest.sendDue();
      await mailFigures?.();
      await storeNewWords(words, NEW_WORDS);
      await runner.run(BEGIN_WITHIN_MS);
      const [job] = await jobs.due(new Date(clock.now().getTime() - STANDS_STILL_MS), 1);
      if (job !== undefined) log('ERROR', 'a job stands still', { job });
      await eventsSent(EVENTS_MS);
    }
  };
}
