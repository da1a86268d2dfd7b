import { createDraftRepository } from '../drafts/drafts.repository.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createLimitRepository } from '../limits/limits.repository.ts';
import { createMailRepository } from '../mail/mail.repository.ts';
import { createNewsletterRepository } from '../newsletter/newsletter.repository.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { removeUnusedPictures } from '../pictures/remove-unused.ts';
import { thinOutRevisions } from '../revisions/thin-out.ts';
import { sweep } from '../sweep/sweep.ts';
import { createImageStore } from '../uploads/image-store.ts';
import { createContent } from './content.ts';
import type { Dependencies } from './dependencies.ts';

/** The `sweep` function: finishes what was interrupted and clears what has expired. @throws AggregateError as `sweep` does */
export function createSweep({ db, bucket, clock, config, log }: Dependencies): () => Promise<void> {
  const pictures = createPictureTable(db);
  const { removeObjects } = createImageStore({ bucket, publicBucket: config.publicBucket, pictures, clock });
  const jobs = createJobTable(db);
  const content = createContent({ db, clock });
  const mails = createMailRepository(db);
  const newsletter = createNewsletterRepository(db);
  const limits = createLimitRepository(db, { clock, secret: config.newsletterSecret });

  const steps = {
    'interrupted deletions': () => content.remover.finishAll(),
    'expired subscriptions and mails': async () => {
      const at = clock.now();
      // Mails first: a subscription that starts over must not meet the mail of the one before.
      const cleared = await mails.clearExpired(at);
      return cleared + (await newsletter.clearExpired(at));
    },
    'deleted comments and old reports': async () => {
      const at = clock.now();
      return (
        (await clearExpired(db.collection('removedComments'), at)) + (await clearExpired(db.collection('reports'), at))
      );
    },
    'ended preview links': () => clearExpired(db.collection('previews'), clock.now()),
    'counters that count nothing any more': () => limits.clearExpired(clock.now()),
    'discarded drafts and tombstones of drafts': () => createDraftRepository(db, pictures).clearExpired(clock.now()),
    'old revisions': () => thinOutRevisions({ revisions: content.history, clock }),
    'posts that nobody edits any more': () => content.leases.clearExpired(clock.now()),
    'finished work': () => jobs.clearExpired(clock.now()),
    'unused pictures': () => removeUnusedPictures({ pictures, removeObjects, clock }),
  };
  return () => sweep(steps, log);
}
