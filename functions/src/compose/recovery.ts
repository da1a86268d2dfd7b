import { describeError } from '../common/log.ts';
import { createMailQueue } from '../mail/mail-queue.repository.ts';
import { createDigestRepository } from '../newsletter-issues/digest.repository.ts';
import { createDigestService } from '../newsletter-issues/digest.service.ts';
import { createIssueMailRepository } from '../newsletter-issues/issue-mails.repository.ts';
import { createErasureRepository } from '../personal-data/erasure.repository.ts';
import { createRepeatedDeletions, type RepeatedDeletions } from '../personal-data/repeated-deletions.ts';
import { createPersonMailRepository } from '../personal-notifications/person-mails.repository.ts';
import { createWebhookRepository } from '../webhooks/webhooks.repository.ts';
import type { Config } from './config.ts';
import { createContent } from './content.ts';
import type { Dependencies } from './dependencies.ts';

/** The number of items held back, by kind. */
export type HeldBack = Readonly<
  Record<'mails' | 'issues' | 'gathered comments and notes' | 'jobs' | 'webhooks', number>
>;

/** Makes restored data safe to run (docs/decisions/0039-backups.md). */
export interface Recovery {
  readonly deletions: RepeatedDeletions;
  /**
   * Stops all email that was due when the backup was made, because it may have been sent since, and switches webhooks off. Functions must not run
   * meanwhile. Safe to repeat and to interrupt.
   */
  holdMail(): Promise<HeldBack>;
}

/** Jobs that send emails while they run. Newsletter issues are not included, because they have their own states. */
const MAILING_JOBS = ['broadcasts.mail', 'subscribers.import'];
const REASON = 'A backup was restored: this may have been mailed since it was made';

export function createRecovery({
  db,
  clock,
  log,
  config,
}: Pick<Dependencies, 'db' | 'clock' | 'log'> & { readonly config: Pick<Config, 'newsletterSecret'> }): Recovery {
  // Without `mailing`, due notifications appear in the product, but are not emailed.
  const content = createContent({
    db,
    clock,
    onNotifyError: (message, error) => log('ERROR', message, { error: describeError(error) }),
  });
  const { jobs, users, settings, personalNotifications, reviewing } = content;
  const digest = createDigestService({
    digests: createDigestRepository(db, content),
    settings: settings.ofNewsletter,
    site: settings.site,
    countsClicks: async () => false,
    clock,
  });
  return {
    deletions: createRepeatedDeletions({
      jobs,
      users,
      erasure: createErasureRepository(db, {
        likes: content.storedLikes,
        comments: content.followedComments,
        posts: content.stored,
      }),
      secret: config.newsletterSecret,
      clock,
    }),

    async holdMail() {
      const at = clock.now();
      const held = {
        jobs: await jobs.giveUpAll(MAILING_JOBS, REASON, at),
        issues: await createIssueMailRepository(db).stopRestored(REASON, at),
        mails: await createMailQueue(db, config.newsletterSecret).leaveOutAll(REASON, at),
        'gathered comments and notes': await createPersonMailRepository(db).forgetWaiting(at),
        webhooks: await createWebhookRepository(db).switchOffAll(),
      };
      await personalNotifications.catchUp();
      await reviewing.catchUp();
      await digest.skipDue();
      return held;
    },
  };
}
