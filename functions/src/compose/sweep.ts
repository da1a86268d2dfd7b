import { clearOldActivity } from '../audit/audit.repository.ts';
import { createDraftRepository } from '../drafts/drafts.repository.ts';
import { createExportRepository } from '../exports/exports.repository.ts';
import { removeOldExports } from '../exports/old-exports.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { clearImportFiles } from '../imports/import-area.ts';
import { createImportRepository } from '../imports/imports.repository.ts';
import { entryOf } from '../inventory.ts';
import { createInvitationRepository } from '../invitations/invitations.repository.ts';
import { createLimitRepository } from '../limits/limits.repository.ts';
import { createMailRepository } from '../mail/mail.repository.ts';
import { createMailEventRepository } from '../mail/mail-events.repository.ts';
import { createSuppressionRepository } from '../mail/suppressions.repository.ts';
import { createNewsletterRepository } from '../newsletter/newsletter.repository.ts';
import { createSubscriberImportRepository } from '../newsletter/subscriber-imports.repository.ts';
import { createCopyRepository } from '../personal-data/copies.repository.ts';
import { removeGoneAccounts } from '../personal-data/gone-accounts.ts';
import { removeOldCopies } from '../personal-data/old-copies.ts';
import { createPersonalDataService } from '../personal-data/personal-data.service.ts';
import { removeUnusedPictures } from '../pictures/remove-unused.ts';
import { thinOutRevisions } from '../revisions/thin-out.ts';
import { createBulkRunRepository } from '../staff/bulk-runs.repository.ts';
import { sweep } from '../sweep/sweep.ts';
import { createTrafficFolding, sumOldMonths } from '../traffic/folding.ts';
import { createImageStore } from '../uploads/image-store.ts';
import { createContent } from './content.ts';
import type { Dependencies } from './dependencies.ts';

/** The `sweep` function: finishes interrupted work and deletes expired data. @throws AggregateError like `sweep` */
export function createSweep({ db, auth, bucket, clock, config, log }: Dependencies): () => Promise<void> {
  const content = createContent({ db, clock });
  const { pictures, jobs, users } = content;
  const { removeObjects } = createImageStore({ bucket, publicBucket: config.publicBucket, pictures, clock });
  const ofTraffic = { ...content, traffic: content.storedTraffic, clock };
  const mails = createMailRepository(db);
  const newsletter = createNewsletterRepository(db);
  const limits = createLimitRepository(db, { clock, secret: config.newsletterSecret });

  const copies = createCopyRepository(db);
  const personalData = createPersonalDataService({
    users,
    copies,
    // The function `work` runs these jobs.
    beginJob: async () => undefined,
    sitePages: content.sitePages,
    siteName: async () => (await content.settings.site()).name,
    secret: config.newsletterSecret,
    clock,
  });

  const steps = {
    'posts in the trash for 30 days': (isOver: () => boolean) => content.remover.removeOverdue(clock.now(), isOver),
    'pages in the trash for 30 days': (isOver: () => boolean) => content.pageRemover.removeOverdue(clock.now(), isOver),
    'interrupted deletions': async () => (await content.remover.finishAll()) || content.pageRemover.finishAll(),
    'expired subscriptions and mails': async () => {
      const at = clock.now();
      // Emails first, so that a new subscription never finds the email of an expired one.
      return (await mails.clearExpired(at)) || newsletter.clearExpired(at);
    },
    'suppressions of accounts deleted before their ids were salted': () =>
      createSuppressionRepository(db, config.newsletterSecret).saltErased(),
    'old events of mails': () => createMailEventRepository(db).clearExpired(clock.now()),
    'deleted comments and old reports': async () => {
      const at = clock.now();
      return (
        (await clearExpired(db.collection('removedComments'), at)) + (await clearExpired(db.collection('reports'), at))
      );
    },
    'old imports of subscribers': () => createSubscriberImportRepository(db, jobs).clearExpired(clock.now()),
    'sent pushes': () => clearExpired(db.collection('pushes'), clock.now()),
    'ended invitations': () => createInvitationRepository(db).clearExpired(clock.now()),
    'expired tokens': () => clearExpired(db.collection('tokens'), clock.now()),
    'old deliveries of webhooks': () => clearExpired(db.collection('webhookDeliveries'), clock.now()),
    'ended preview links': () => clearExpired(db.collection('previews'), clock.now()),
    'expired rate limits': () => limits.clearExpired(clock.now()),
    'discarded drafts and tombstones of drafts': () => createDraftRepository(db, pictures).clearExpired(clock.now()),
    'old revisions': () => thinOutRevisions({ revisions: content.history, clock }),
    'expired editing leases': () => content.leases.clearExpired(clock.now()),
    'finished jobs': () => jobs.clearExpired(clock.now()),
    'runs on many posts': () => createBulkRunRepository(db, jobs).clearExpired(clock.now()),
    'accounts without a sign-in account': async () => {
      await removeGoneAccounts({ nextAccounts: users.ids, auth, removeGone: personalData.removeGone, log });
      return 0;
    },
    'old copies of personal data': async () =>
      removeOldCopies({ copies, bucket: await bucket(), at: clock.now() }).then(
        async (files) => files + (await clearExpired(db.collection('dataCopies'), clock.now())),
      ),
    'old exports': async () =>
      removeOldExports({ exports: createExportRepository(db, jobs), bucket: await bucket(), at: clock.now() }),
    'imports that are over': () => createImportRepository(db, jobs).clearExpired(clock.now()),
    'files of imports': (isOver: () => boolean) => clearImportFiles({ bucket, at: clock.now(), isOver }),
    'activity of years ago': () => clearOldActivity(db, clock.now()),
    'days of visits that nothing folded': () => createTrafficFolding(ofTraffic)().then(() => 0),
    'months of visits that are old': () => sumOldMonths(ofTraffic),
    'unused pictures': (isOver: () => boolean) => removeUnusedPictures({ pictures, removeObjects, clock, isOver }),
  };
  // A tenth of the time is reserved for the step that has already started.
  return () => sweep(steps, log, entryOf('sweep').timeoutSeconds * 900);
}
