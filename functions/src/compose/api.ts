import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { AppError } from '@inkwell/shared/errors';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { createActivityRepository } from '../activity/activity.repository.ts';
import { mountActivityRoutes } from '../activity/activity.routes.ts';
import { createActivityService } from '../activity/activity.service.ts';
import { createActivityRepository as createRecentRepository } from '../analytics/activity.repository.ts';
import { createAnalyticsRepository } from '../analytics/analytics.repository.ts';
import { mountAnalyticsRoutes } from '../analytics/analytics.routes.ts';
import { createAnalyticsService } from '../analytics/analytics.service.ts';
import { mountTrafficRoutes } from '../analytics/traffic.routes.ts';
import { createTrafficService } from '../analytics/traffic.service.ts';
import { createAccountStanding } from '../common/account-standing.ts';
import { createTokenVerifier } from '../common/id-token.ts';
import { describeError } from '../common/log.ts';
import type { ResponseCache } from '../common/response-cache.ts';
import { chargeOf } from '../costs/charges.ts';
import { createExportRepository } from '../exports/exports.repository.ts';
import { mountExportRoutes } from '../exports/exports.routes.ts';
import { createAdminExportService } from '../exports/exports.service.ts';
import { meterFirestore } from '../firestore/meter.ts';
import { createAuthenticator } from '../http/auth.ts';
import { createErrorHandler } from '../http/errors.ts';
import type { ApiRouter } from '../http/mount.ts';
import { createOriginCheck } from '../http/origin.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { createReadQuota } from '../http/read-quota.ts';
import type { Rendered } from '../http/reply.ts';
import { trackRequests } from '../http/request.ts';
import { createRouter } from '../http/router.ts';
import { fetchPicture } from '../imports/fetch-picture.ts';
import { mountImportRoutes } from '../imports/imports.routes.ts';
import { createInvitationRepository } from '../invitations/invitations.repository.ts';
import { mountInvitationRoutes } from '../invitations/invitations.routes.ts';
import { createInvitationService } from '../invitations/invitations.service.ts';
import { mountJobRoutes } from '../jobs/jobs.routes.ts';
import { createJobService } from '../jobs/jobs.service.ts';
import { createLimitRepository } from '../limits/limits.repository.ts';
import { createMailRepository } from '../mail/mail.repository.ts';
import { mountMailRoutes } from '../mail/mail.routes.ts';
import { serveMailbox } from '../mail/mailbox.routes.ts';
import { createMailboxService } from '../mail/mailbox.service.ts';
import { createSuppressionRepository } from '../mail/suppressions.repository.ts';
import { serveMcp } from '../mcp/mcp.routes.ts';
import { createMigrationRepository } from '../migration/migration.repository.ts';
import { mountMigrationRoutes } from '../migration/migration.routes.ts';
import { createMigrationService } from '../migration/migration.service.ts';
import { personJob } from '../moderation/person.job.ts';
import { createNewsletterRepository } from '../newsletter/newsletter.repository.ts';
import { mountNewsletterRoutes } from '../newsletter/newsletter.routes.ts';
import { createNewsletterService } from '../newsletter/newsletter.service.ts';
import { createSubscriberImportRepository } from '../newsletter/subscriber-imports.repository.ts';
import { mountSubscriberRoutes } from '../newsletter/subscribers.routes.ts';
import { createSubscriberService } from '../newsletter/subscribers.service.ts';
import { createIssueClickService } from '../newsletter-issues/issue-clicks.service.ts';
import { linksOf } from '../newsletter-issues/issue-links.ts';
import { createIssueMailRepository } from '../newsletter-issues/issue-mails.repository.ts';
import { createReadIssueParts } from '../newsletter-issues/issue-parts.ts';
import { createIssueRepository } from '../newsletter-issues/newsletter-issues.repository.ts';
import { mountNewsletterIssueRoutes } from '../newsletter-issues/newsletter-issues.routes.ts';
import { createNewsletterIssueService } from '../newsletter-issues/newsletter-issues.service.ts';
import { createBroadcastRepository } from '../notifications/broadcasts.repository.ts';
import { mountNotificationRoutes } from '../notifications/notifications.routes.ts';
import { createNotificationService } from '../notifications/notifications.service.ts';
import { serveOpenApi } from '../openapi/openapi.routes.ts';
import { createCopyRepository } from '../personal-data/copies.repository.ts';
import { mountPersonalDataRoutes } from '../personal-data/personal-data.routes.ts';
import { createPersonalDataService } from '../personal-data/personal-data.service.ts';
import { mountPersonMailRoutes } from '../personal-notifications/person-mails.routes.ts';
import { createPersonalNotificationRepository } from '../personal-notifications/personal-notifications.repository.ts';
import { createPictureLibrary } from '../picture-library/picture-library.repository.ts';
import { mountPictureLibraryRoutes } from '../picture-library/picture-library.routes.ts';
import { createPictureLibraryService } from '../picture-library/picture-library.service.ts';
import { createPlaceRepository } from '../picture-library/places.repository.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { mountPictureRoutes } from '../pictures/pictures.routes.ts';
import { createPictureService } from '../pictures/pictures.service.ts';
import { createPreviewRepository } from '../previews/previews.repository.ts';
import { mountPreviewRoutes } from '../previews/previews.routes.ts';
import { createPreviewService } from '../previews/previews.service.ts';
import { mountSessionRoutes } from '../session/session.routes.ts';
import { createBulkActionService } from '../staff/bulk-actions.service.ts';
import { createBulkRunSteps } from '../staff/bulk-run-steps.service.ts';
import { createBulkRunRepository } from '../staff/bulk-runs.repository.ts';
import { createBulkRunService } from '../staff/bulk-runs.service.ts';
import { mountStaffRoutes } from '../staff/staff.routes.ts';
import { createStaffListRepository } from '../staff/staff-lists.repository.ts';
import { createStaffListService } from '../staff/staff-lists.service.ts';
import { createTokenRepository } from '../tokens/tokens.repository.ts';
import { mountTokenRoutes } from '../tokens/tokens.routes.ts';
import { createTokenService } from '../tokens/tokens.service.ts';
import { createImageStore } from '../uploads/image-store.ts';
import type { MailPictures } from '../uploads/mail-pictures.ts';
import { mountUploadRoutes } from '../uploads/uploads.routes.ts';
import { createUploadService } from '../uploads/uploads.service.ts';
import { type Account, createAccounts } from '../users/accounts.service.ts';
import { createBlockedAddresses } from '../users/blocked-addresses.repository.ts';
import { createUserRepository } from '../users/users.repository.ts';
import { mountUserRoutes } from '../users/users.routes.ts';
import { type BlockedComments, createUserService } from '../users/users.service.ts';
import { createDeliveryRepository } from '../webhooks/deliveries.repository.ts';
import { createWebhookRepository } from '../webhooks/webhooks.repository.ts';
import { mountWebhookRoutes } from '../webhooks/webhooks.routes.ts';
import { createWebhookService } from '../webhooks/webhooks.service.ts';
import { createContent, mountContentRoutes } from './content.ts';
import type { Dependencies } from './dependencies.ts';
import { createAdminImports } from './importing.ts';
import { createJobs } from './jobs.ts';
import { createMailDelivery, createMailServices, mailPicturesOf } from './mail.ts';
import { mailingOf } from './mailing.ts';
import { createPublicCache } from './response-cache.ts';
import { createWebhookSending } from './webhooks.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The `api` function: every call of the contract, as an Express app. */
export function createApp(
  dependencies: Dependencies,
  cache: ResponseCache<Rendered> = createPublicCache<Rendered>(dependencies.clock),
): Express {
  const { db, auth, bucket, clock, config, log } = dependencies;
  const { siteUrl, newsletterSecret: secret } = config;
  if (config.showCosts) meterFirestore(db);

  const pictures = createPictureTable(db);
  const users = createUserRepository(db, pictures);
  const onError = (message: string, error: unknown) => log('ERROR', message, { error: describeError(error) });
  const siteName = async () => (await content.settings.site()).name;
  const blockedAddresses = createBlockedAddresses(db, secret);
  const accounts = createAccounts({ users, auth, blockedAddresses, siteName, clock, onError });
  const limits = createLimitRepository(db, { clock, secret });
  const standing = createAccountStanding({ auth, clock });
  const tokens = createTokenService({ tokens: createTokenRepository(db), users, standing, secret, clock, onError });
  const sender = createWebhookSending(dependencies);
  const router: ApiRouter<Account> = {
    calls: [],
    authenticator: createAuthenticator({ verifyToken: createTokenVerifier({ auth, standing }), accounts, tokens }),
    rateLimiter: createRateLimiter({ clock }),
    limits,
    readQuota: createReadQuota({ clock, perMinute: config.documentsPerMinute }),
    chargeOf,
    cache,
    isBypassOpen: config.isLocal,
    isNewcomer: ({ role, createdAt }) => role === 'user' && clock.now().getTime() - createdAt.getTime() < DAY_MS,
    trustedHops: config.trustedHops,
    deadlines: config.deadlines,
    eventsSince: sender.since,
    isOwnPage: createOriginCheck(config.siteOrigins),
  };
  mountSessionRoutes(router);
  mountTokenRoutes(router, tokens);
  mountWebhookRoutes(
    router,
    createWebhookService({
      hooks: createWebhookRepository(db),
      deliveries: createDeliveryRepository(db),
      isLocal: config.isLocal,
      sender,
      users,
      secret,
      clock,
    }),
  );

  const images = createImageStore({ bucket, publicBucket: config.publicBucket, pictures, clock });
  const addressOf = async (userId: string) => {
    const { email = null, emailVerified, metadata } = await auth.getUser(userId);
    return { email, isVerified: emailVerified, createdAt: new Date(metadata.creationTime) };
  };
  const isVerified = async (userId: string) => (await addressOf(userId)).isVerified;
  const jobs = createJobs(dependencies);
  const beginJob = jobs.runner.begin;
  const content = createContent({
    db,
    clock,
    isVerified,
    beginJob,
    siteUrl,
    siteOrigins: config.siteOrigins,
    pace: config.pace,
    onNotifyError: onError,
    mailing: mailingOf(dependencies),
    pictureFacts: images.factsOf,
    bucket,
    onSearchError: (error) => onError('the words of search were not read', error),
  });
  mountContentRoutes(router, content);
  if (content.personMails) mountPersonMailRoutes(router, content.personMails);
  /** Dependencies that several services share. */
  const shared = { ...content, users, accounts, images, limits, addressOf, siteName, siteUrl, secret, beginJob, clock };
  const { site } = content.settings;
  mountPreviewRoutes(router, createPreviewService({ ...shared, previews: createPreviewRepository(db) }));
  const onProfileChanged = (userId: string) => {
    content.authors.forget(userId);
    cache.invalidate();
  };
  const blockedComments: BlockedComments = {
    jobFor: (actorId, userId, isHidden) => personJob({ userId, actorId, isHidden, reason: null, cause: 'block' }),
    begin: beginJob,
  };
  mountUserRoutes(router, createUserService({ ...shared, onProfileChanged, blockedComments }));
  mountPersonalDataRoutes(router, createPersonalDataService({ ...shared, copies: createCopyRepository(db) }));
  const delivery = createMailDelivery({ ...dependencies, site });
  mountMailRoutes(router, createMailServices({ ...dependencies, settings: content.settings }));
  mountInvitationRoutes(
    router,
    createInvitationService({ ...shared, invitations: createInvitationRepository(db), delivery, site }),
  );
  const lists = createStaffListService({ ...shared, lists: createStaffListRepository(db) });
  const bulkActions = createBulkActionService({ ...content, onError });
  const runs = createBulkRunRepository(db, jobs.jobs);
  const steps = createBulkRunSteps({ runs, bulkActions, users });
  const bulkRuns = createBulkRunService({ runs, steps, lists, bulkActions, ...jobs, clock });
  mountStaffRoutes(router, { lists, bulkActions, bulkRuns });
  mountActivityRoutes(
    router,
    createActivityService({ entries: createActivityRepository(db), authors: content.authors }),
  );
  mountNotificationRoutes(
    router,
    createNotificationService({
      ...shared,
      site,
      broadcasts: createBroadcastRepository(db),
      personal: createPersonalNotificationRepository(db),
    }),
  );
  const newsletter = createNewsletterRepository(db);
  mountSubscriberRoutes(
    router,
    createSubscriberService({
      ...shared,
      newsletter,
      imports: createSubscriberImportRepository(db, jobs.jobs),
      site,
      recall: createSuppressionRepository(db, secret).recall,
      won: content.traffic.won,
      isDigestOn: async () => (await content.settings.ofNewsletter()).digestIsOn,
    }),
  );
  const issueMails = createIssueMailRepository(db);
  const partsWith = (mailPictures: MailPictures | null) =>
    createReadIssueParts({ siteUrl, pictures: mailPictures, findPost: content.stored.find });
  const issues = createIssueRepository(db, { pictures, jobs: jobs.jobs, mails: issueMails });
  const issueStart = async (id: string) => (await issues.find(id))?.startedAt ?? null;
  mountNewsletterRoutes(router, createNewsletterService({ ...shared, newsletter, issueStart, delivery, site, config }));
  mountNewsletterIssueRoutes(
    router,
    createNewsletterIssueService({
      ...shared,
      issues,
      mails: issueMails,
      jobs: jobs.jobs,
      deliverNow: delivery.now,
      hasServer: dependencies.transport.isOn,
      shownPartsOf: partsWith(null),
      mailedPartsOf: partsWith(mailPicturesOf(dependencies)),
      findPost: content.stored.find,
      countsClicks: async () => (await content.settings.ofTraffic()).countsClicks,
      site,
    }),
    createIssueClickService({ ...shared, find: issues.find }),
  );
  mountUploadRoutes(router, createUploadService({ images, fetchPicture }));
  mountPictureRoutes(router, createPictureService({ pictures, limits, clock }));
  const { publicBucket } = config;
  const library = createPictureLibrary(db);
  const places = createPlaceRepository(db);
  mountPictureLibraryRoutes(
    router,
    createPictureLibraryService({ library, places, images, authors: content.authors, publicBucket, clock }),
  );
  const migration = createMigrationRepository(db, { pictures, history: content.history });
  mountMigrationRoutes(router, createMigrationService({ migration, images, bucket, clock, config, onError }));
  mountExportRoutes(
    router,
    createAdminExportService({ exports: createExportRepository(db, jobs.jobs), jobs: jobs.jobs, beginJob, clock }),
  );
  mountImportRoutes(router, createAdminImports(dependencies, beginJob));
  mountJobRoutes(router, createJobService({ ...jobs, clock, log: dependencies.log }));
  const figures = createAnalyticsRepository(db);
  const activity = createRecentRepository(db);
  mountAnalyticsRoutes(
    router,
    createAnalyticsService({ figures, activity, posts: content.stored, authors: content.authors, clock }),
  );
  mountTrafficRoutes(
    router,
    createTrafficService({
      ...content,
      traffic: content.storedTraffic,
      posts: content.stored,
      findIssue: async (id) => {
        const issue = await issues.find(id);
        return (
          issue && { ...issue, ...issue.counts, links: issue.countsClicks ? linksOf(issue.content, siteUrl) : null }
        );
      },
      timeZone: async () => (await content.settings.ofTraffic()).timeZone,
      clock,
    }),
  );

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.use(trackRequests({ clock, log, projectId: config.projectId, showCosts: config.showCosts }));
  app.use(securityHeaders());
  app.use(createRouter(router));
  serveOpenApi(app);
  serveMcp(app, router, { tokens, siteUrl, site, log });
  if (config.isLocal) serveMailbox(app, createMailboxService({ mails: createMailRepository(db) }));
  app.use(() => {
    throw new AppError('not-found');
  });
  app.use(createErrorHandler(log));
  return app;
}

/** Headers against framing, content sniffing and scripts. Computed once, because all answers have the same ones. */
function securityHeaders(): RequestHandler {
  const request = new IncomingMessage(new Socket());
  const sample = new ServerResponse(request);
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000 },
  })(request, sample, () => undefined);
  const headers = new Map(Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)]));

  return (_req, res, next) => {
    res.setHeaders(headers);
    next();
  };
}
