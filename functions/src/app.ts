import { AppError } from '@inkwell/shared/errors';
import express, { type Express } from 'express';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import helmet from 'helmet';
import { createActivityRepository } from './analytics/activity.repository.ts';
import { createAnalyticsRepository } from './analytics/analytics.repository.ts';
import { mountAnalyticsRoutes } from './analytics/analytics.routes.ts';
import { createAnalyticsService } from './analytics/analytics.service.ts';
import type { Config } from './config.ts';
import { createContent, mountContentRoutes } from './content.ts';
import { meterFirestore } from './firestore/meter.ts';
import { createAuthenticator } from './http/auth.ts';
import type { Clock } from './http/clock.ts';
import { createErrorHandler } from './http/errors.ts';
import { createTokenVerifier } from './http/id-token.ts';
import { describeError, type Log } from './http/log.ts';
import type { ApiRouter } from './http/mount.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { trackRequests } from './http/request.ts';
import { createRouter } from './http/router.ts';
import { createMigrationRepository } from './migration/migration.repository.ts';
import { mountMigrationRoutes } from './migration/migration.routes.ts';
import { createMigrationService } from './migration/migration.service.ts';
import { serveMailbox } from './newsletter/mailbox.routes.ts';
import { createNewsletterRepository } from './newsletter/newsletter.repository.ts';
import { mountNewsletterRoutes } from './newsletter/newsletter.routes.ts';
import { createNewsletterService } from './newsletter/newsletter.service.ts';
import { createNotificationRepository } from './notifications/notifications.repository.ts';
import { mountNotificationRoutes } from './notifications/notifications.routes.ts';
import { createNotificationService } from './notifications/notifications.service.ts';
import { serveOpenApi } from './openapi/openapi.routes.ts';
import { mountSessionRoutes } from './session/session.routes.ts';
import type { BucketProvider } from './storage/bucket.ts';
import { createImageStore } from './uploads/image-store.ts';
import { mountUploadRoutes } from './uploads/uploads.routes.ts';
import { createAccounts } from './users/accounts.service.ts';
import { createUserRepository } from './users/users.repository.ts';
import { mountUserRoutes } from './users/users.routes.ts';
import { createUserService } from './users/users.service.ts';

/** Everything the app needs from outside. */
export interface Dependencies {
  readonly db: Firestore;
  readonly auth: Pick<Auth, 'verifyIdToken' | 'getUser'>;
  /** Loaded on first use: most calls need no storage. */
  readonly bucket: BucketProvider;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Log;
}

/** The `api` function: every call of the contract, as an Express app. */
export function createApp(dependencies: Dependencies): Express {
  const { db, auth, bucket, clock, config, log } = dependencies;
  if (config.showCosts) meterFirestore(db);

  const users = createUserRepository(db);
  const onError = (message: string, error: unknown) => log('ERROR', message, { error: describeError(error) });
  const accounts = createAccounts({ users, auth, clock, onError });
  const router: ApiRouter = {
    calls: [],
    authenticator: createAuthenticator({ verifyToken: createTokenVerifier(auth), accounts }),
    rateLimiter: createRateLimiter({ clock }),
    trustedHops: config.trustedHops,
  };
  mountSessionRoutes(router);

  const images = createImageStore({ bucket, publicBucket: config.publicBucket, clock });
  const content = createContent({ db, clock, removeImage: images.remove });
  mountContentRoutes(router, content);
  const onProfileChanged = content.followProfile;
  mountUserRoutes(router, createUserService({ users, accounts, images, onProfileChanged, clock }));
  const notifications = createNotificationRepository(db);
  mountNotificationRoutes(router, createNotificationService({ notifications, users, clock }));
  const newsletter = createNewsletterRepository(db);
  mountNewsletterRoutes(router, createNewsletterService({ newsletter, clock, config }));
  mountUploadRoutes(router, images);
  const migration = createMigrationRepository(db);
  mountMigrationRoutes(router, createMigrationService({ migration, images, bucket, clock, config, onError }));
  const figures = createAnalyticsRepository(db);
  const activity = createActivityRepository(db);
  mountAnalyticsRoutes(
    router,
    createAnalyticsService({ figures, activity, posts: content.stored, authors: content.authors, clock }),
  );

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.use(trackRequests({ clock, log, projectId: config.projectId, showCosts: config.showCosts }));
  app.use(securityHeaders());
  app.use(createRouter(router));
  serveOpenApi(app);
  if (config.isLocal) serveMailbox(app, db);
  app.use(() => {
    throw new AppError('not-found');
  });
  app.use(createErrorHandler(log));
  return app;
}

/** Answers of an API are neither framed, sniffed nor run as a page. */
const securityHeaders = () =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000 },
  });
