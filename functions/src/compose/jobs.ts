import type { JobKindName } from '@inkwell/shared/jobs';
import { authorMoveKind } from '../authors/author-move.job.ts';
import { categoryUpgrade } from '../categories/categories.repository.ts';
import { categoryMoveKind, categoryNameKind } from '../categories/category.job.ts';
import { commentedUpgrade } from '../comments/commented-posts.repository.ts';
import { describeError } from '../common/log.ts';
import { exportKind } from '../exports/exports.job.ts';
import { createExportRepository } from '../exports/exports.repository.ts';
import { endExport } from '../exports/old-exports.ts';
import { createFollowingRepository } from '../following/following.repository.ts';
import { type MoveOf, withFollowers } from '../following/moved-followers.ts';
import { createNewPostRepository } from '../following/new-posts.repository.ts';
import { contentImportKind, contentReadKind } from '../imports/imports.job.ts';
import { confirmAddressKind } from '../invitations/confirm-address.job.ts';
import { createInvitationRepository } from '../invitations/invitations.repository.ts';
import { createDataVersionRepository } from '../jobs/data-version.repository.ts';
import { createDataVersion, type DataVersion } from '../jobs/data-version.ts';
import type { StepById, Worker } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { createRunner, type Runner } from '../jobs/runner.ts';
import { createLimitRepository } from '../limits/limits.repository.ts';
import { createMailEventRepository } from '../mail/mail-events.repository.ts';
import { refusalEvent } from '../mail/refusals.ts';
import { createSuppressionRepository } from '../mail/suppressions.repository.ts';
import { personKind } from '../moderation/person.job.ts';
import { createConfirmationMaker } from '../newsletter/confirmation-mail.ts';
import { createNewsletterRepository } from '../newsletter/newsletter.repository.ts';
import { importKind } from '../newsletter/subscriber-import.job.ts';
import { createSubscriberImportRepository } from '../newsletter/subscriber-imports.repository.ts';
import { subscriberUpgrade } from '../newsletter/subscriber-upgrade.repository.ts';
import { createIssueMailRepository } from '../newsletter-issues/issue-mails.repository.ts';
import { createReadIssueParts } from '../newsletter-issues/issue-parts.ts';
import { createIssueRepository } from '../newsletter-issues/newsletter-issues.repository.ts';
import { sendKind } from '../newsletter-issues/send.job.ts';
import { createIssueSender } from '../newsletter-issues/sending.service.ts';
import { createCopyRepository } from '../personal-data/copies.repository.ts';
import { copyKind } from '../personal-data/copy.job.ts';
import { erasureKind } from '../personal-data/erasure.job.ts';
import { createErasureRepository } from '../personal-data/erasure.repository.ts';
import { personalPage, spellingsOf } from '../personal-data/personal-documents.repository.ts';
import { broadcastMailKind } from '../personal-notifications/broadcast-mail.job.ts';
import { pictureUpgrade } from '../pictures/pictures.repository.ts';
import { addressUpgrade } from '../posts/addresses/published-addresses.repository.ts';
import {
  authorsUpgrade,
  moveAuthoredIn,
  moveCategorisedIn,
  moveTaggedIn,
} from '../posts/moves/moved-posts.repository.ts';
import { trashUpgrade } from '../posts/removal/post-removal.repository.ts';
import { unscheduleOwnIn } from '../posts/schedule/unscheduled-posts.repository.ts';
import { leaveSeriesIn } from '../posts/series/series-posts.repository.ts';
import { createReviewRepository } from '../reviews/reviews.repository.ts';
import { authorKind } from '../search/author.job.ts';
import { entryUpgrade, suggestionUpgrade, titleUpgrade } from '../search/entry-upgrade.repository.ts';
import { createSearchIndex } from '../search/search-index.repository.ts';
import { createSearchWords } from '../search/search-words.repository.ts';
import { seriesKind } from '../series/series.job.ts';
import { createBulkActionService } from '../staff/bulk-actions.service.ts';
import { runKind } from '../staff/bulk-run.job.ts';
import { createBulkRunSteps } from '../staff/bulk-run-steps.service.ts';
import { createBulkRunRepository } from '../staff/bulk-runs.repository.ts';
import { findableUpgrade } from '../staff/findable-upgrade.repository.ts';
import { tagKind, tagNameKind } from '../tags/tag.job.ts';
import { createTagRepository } from '../tags/tags.repository.ts';
import { createImageStore } from '../uploads/image-store.ts';
import { createBlockedAddresses } from '../users/blocked-addresses.repository.ts';
import { unscheduleKind } from '../users/unschedule.job.ts';
import type { Config } from './config.ts';
import { createWriterOf } from './content/writing.ts';
import { createContent } from './content.ts';
import type { Dependencies } from './dependencies.ts';
import { createExporting } from './exporting.ts';
import { createImporting, createImportReading } from './importing.ts';
import { mailPicturesOf } from './mail.ts';
import { mailingOf } from './mailing.ts';
import { createTransport } from './transport.ts';

/** The stored jobs and their runner. */
export interface Jobs {
  readonly jobs: JobTable;
  readonly runner: Runner;
  readonly dataVersion: DataVersion;
  readonly workers: Readonly<Record<JobKindName, Worker>>;
}

interface JobDependencies extends Pick<Dependencies, 'db' | 'bucket' | 'clock' | 'log' | 'runPass'> {
  readonly auth: Pick<Dependencies['auth'], 'getUser' | 'deleteUser' | 'updateUser'>;
  readonly config: Pick<
    Config,
    'siteUrl' | 'publicBucket' | 'newsletterSecret' | 'newsletterMailsPerHour' | 'isLocal' | 'smtpUrl'
  >;
}

/** All kinds of jobs with their dependencies, for the calls that create jobs and for the function that runs them. */
export function createJobs({ db, auth, bucket, clock, config, log, runPass }: JobDependencies): Jobs {
  const { siteUrl, publicBucket, newsletterSecret: secret, newsletterMailsPerHour } = config;
  const onError = (message: string, error: unknown) => log('ERROR', message, { error: describeError(error) });
  const content = createContent({ db, clock, onNotifyError: onError, mailing: mailingOf({ auth, config }) });
  const { pictures, jobs, users } = content;
  const searchIndex = createSearchIndex(db);
  const dataVersion: DataVersion = createDataVersion({
    versions: createDataVersionRepository(db),
    upgrades: [
      trashUpgrade(db),
      addressUpgrade(db),
      titleUpgrade(db),
      categoryUpgrade(db),
      authorsUpgrade(db),
      pictureUpgrade(db),
      commentedUpgrade(db),
      subscriberUpgrade(db),
      entryUpgrade(db, searchIndex),
      suggestionUpgrade(db, searchIndex),
      findableUpgrade(db),
    ],
    jobs,
    clock,
    log,
  });
  const bulkActions = createBulkActionService({ ...content, onError });
  const images = createImageStore({ bucket, publicBucket, pictures, clock });
  const { site } = content.settings;
  const siteName = async () => (await site()).name;
  /** Dependencies that several kinds share. */
  const shared = { auth, bucket, publicBucket, site, siteName, siteUrl, secret, clock, log };
  const addressOf = async (userId: string) => {
    const { email, emailVerified } = await auth.getUser(userId);
    return email !== undefined && emailVerified ? spellingsOf(db, email) : [];
  };
  const suppressions = createSuppressionRepository(db, secret);
  const storedExports = createExportRepository(db, jobs);
  const erase = erasureKind({
    ...shared,
    erasure: createErasureRepository(db, {
      likes: content.storedLikes,
      comments: content.followedComments,
      posts: content.stored,
    }),
    spellingsOf: (email) => spellingsOf(db, email),
    forgetAddress: suppressions.forgetAddress,
    blockedAddresses: createBlockedAddresses(db, secret),
    moveAuthored: moveAuthoredIn(db, searchIndex),
    async removePicture(name) {
      await images.removeObjects(name);
      await pictures.forget(name);
    },
    forgetWords: createSearchWords(db, bucket).forget,
    endExport: async () => endExport({ exports: storedExports, bucket: await bucket() }),
  });
  const copy = copyKind({
    ...shared,
    copies: createCopyRepository(db),
    findUser: users.find,
    addressesOf: ({ id }) => addressOf(id),
    page: (row, person, at) => personalPage(db, row, person, at),
  });
  const issueMails = createIssueMailRepository(db);
  const events = createMailEventRepository(db);
  const issueKind = sendKind(
    createIssueSender({
      ...shared,
      issues: createIssueRepository(db, { pictures, jobs, mails: issueMails }),
      mails: issueMails,
      partsOf: createReadIssueParts({
        siteUrl,
        pictures: mailPicturesOf({ bucket, config, log }),
        findPost: content.stored.find,
      }),
      mailsPerHour: async () => (await content.settings.ofNewsletter()).mailsPerHour,
      countsClicks: async () => (await content.settings.ofTraffic()).countsClicks,
      noteRefusal: async (refusal) => {
        const at = clock.now();
        await events.record(refusalEvent({ ...refusal, at }), at);
      },
      // A separate transport, so that an email to one person never waits for a connection behind an issue.
      transport: createTransport(config, { clock }),
      keepsMails: config.isLocal,
    }),
  );
  const followers = { following: createFollowingRepository(db), newPosts: createNewPostRepository(db) };
  const followed = <Params>(step: StepById<Params>, moveOf: MoveOf<Params>) => withFollowers(step, moveOf, followers);
  const tags = createTagRepository(db, { pictures, jobs });
  const workers: Readonly<Record<JobKindName, Worker>> = {
    'schema.migrate': dataVersion.kind,
    'comments.moderate': personKind(content.moderation),
    'authors.reindex': authorKind(searchIndex),
    'categories.move': categoryMoveKind(
      followed(moveCategorisedIn(db, searchIndex), ({ from, into }) => ({
        kind: 'category',
        from: String(from),
        into: String(into),
      })),
    ),
    'categories.reindex': categoryNameKind(searchIndex.reindexCategory),
    'posts.unschedule': unscheduleKind(
      unscheduleOwnIn(db, {
        users,
        writer: createWriterOf(db, 'posts'),
        reviews: createReviewRepository(db),
        clock,
      }),
    ),
    'accounts.confirm': confirmAddressKind({ findInvitation: createInvitationRepository(db).find, auth }),
    'accounts.copy': copy,
    'accounts.erase': erase,
    'tags.move': tagKind(
      followed(moveTaggedIn(db, searchIndex), async ({ from }) => ({
        kind: 'tag',
        from,
        into: (await tags.byIds([from])).get(from)?.id ?? null,
      })),
    ),
    'tags.reindex': tagNameKind(searchIndex.reindexTag),
    'series.remove': seriesKind(followed(leaveSeriesIn(db), ({ from }) => ({ kind: 'series', from, into: null }))),
    'authors.move': authorMoveKind(
      followed(moveAuthoredIn(db, searchIndex), ({ from, into }) => ({ kind: 'author', from, into })),
    ),
    'subscribers.import': importKind({
      imports: createSubscriberImportRepository(db, jobs),
      newsletter: createNewsletterRepository(db),
      limits: createLimitRepository(db, { clock, secret: secret }),
      makeConfirmation: createConfirmationMaker(config),
      site,
      isSuppressed: suppressions.isSuppressed,
      clock,
      newsletterMailsPerHour,
    }),
    'newsletter.send': issueKind,
    'content.import': contentImportKind(createImporting({ db, bucket, clock, auth, config })),
    'content.export': exportKind({
      stored: storedExports,
      // A new service for each part, so that names are cached for one part only.
      exporting: () => createExporting({ db, bucket, clock, config }),
      ...shared,
    }),
    'content.read': contentReadKind(
      createImportReading({ db, bucket, clock, config, ...(runPass && { runPass }) }, onError),
    ),
    'broadcasts.mail': broadcastMailKind(
      content.personMails ?? { mailBroadcast: async () => ({ next: null, count: 0 }) },
    ),
    'posts.bulk': runKind(createBulkRunSteps({ runs: createBulkRunRepository(db, jobs), bulkActions, users })),
  };
  return {
    jobs,
    dataVersion,
    workers,
    runner: createRunner({ jobs, workers: Object.values(workers), isReady: () => dataVersion.prepare(), clock, log }),
  };
}
