import { READ_QUOTA } from '@inkwell/shared/endpoint';
import { SITE_URL } from '@inkwell/shared/site';
import { onRequest } from 'firebase-functions/https';
import { defineInt, defineSecret, defineString, projectID, storageBucket } from 'firebase-functions/params';
import { onSchedule } from 'firebase-functions/scheduler';
import { consoleLog, describeError } from './common/log.ts';
import {
  clockOf,
  isInstanceOf,
  isLocalProject,
  liveLimits,
  type Parameters,
  readConfig,
  siteAddress,
  siteOrigins,
  trustedHops,
} from './compose/config.ts';
import { connect, createDependencies } from './compose/dependencies.ts';
import { lazy } from './runtime/lazy.ts';
import { serve } from './runtime/serve.ts';
import { takeUpgrades } from './runtime/upgrades.ts';

/*
 * The functions and their parameters. What they are made of is put together in `compose/`. Deployment loads this module to
 * learn which functions there are, so it imports little and makes nothing before the first request.
 */

const REGION = 'europe-west1';

const apiMaxInstances = defineInt('API_MAX_INSTANCES', { default: 10, description: 'Most instances of `api` at once' });
const apiMinInstances = defineInt('API_MIN_INSTANCES', { default: 0, description: 'Instances of `api` kept warm' });
const liveMaxInstances = defineInt('LIVE_MAX_INSTANCES', {
  default: 2,
  description: 'Most instances of `live` at once: times LIVE_MAX_SOCKETS is how many readers can be connected',
});
/** Each function runs as an account of its own that may do what the function does (docs/operations.md). */
const apiAccount = defineString('API_SERVICE_ACCOUNT', { default: 'function-api@', description: 'Account of `api`' });
const pageAccount = defineString('PAGE_SERVICE_ACCOUNT', {
  default: 'function-page@',
  description: 'Account of `page`',
});
const liveAccount = defineString('LIVE_SERVICE_ACCOUNT', {
  default: 'function-live@',
  description: 'Account of `live`',
});
const sweepAccount = defineString('SWEEP_SERVICE_ACCOUNT', {
  default: 'function-sweep@',
  description: 'Account of `sweep`',
});
const workAccount = defineString('WORK_SERVICE_ACCOUNT', {
  default: 'function-work@',
  description: 'Account of `work`',
});
const publishAccount = defineString('PUBLISH_SERVICE_ACCOUNT', {
  default: 'function-publish@',
  description: 'Account of `publish`',
});
const newsletterSecret = defineSecret('NEWSLETTER_SECRET');

const parameters: Parameters = {
  projectId: projectID,
  storageBucket,
  siteUrl: defineString('SITE_URL', {
    default: SITE_URL ?? '',
    description:
      'Address of the site without a slash at its end: by default that of publication.config.ts; empty means https://PROJECT.web.app',
  }),
  trustedHops: defineInt('TRUSTED_HOPS', {
    default: 2,
    description:
      'Proxies in front of the functions whose entries in X-Forwarded-For are believed (Hosting and Google: 2)',
  }),
  liveMaxSockets: defineInt('LIVE_MAX_SOCKETS', {
    default: 900,
    description: 'Sockets of one instance of `live`; the platform allows 1,000 requests at once, sockets included',
  }),
  liveMaxSocketsPerAccount: defineInt('LIVE_MAX_SOCKETS_PER_ACCOUNT', {
    default: 10,
    description: 'Sockets of one account in an instance of `live`; 0 is no limit',
  }),
  liveMaxSocketsPerAddress: defineInt('LIVE_MAX_SOCKETS_PER_ADDRESS', {
    default: 100,
    description: 'Sockets of one network address in an instance of `live`; 0 is no limit',
  }),
  liveTrustedHops: defineInt('LIVE_TRUSTED_HOPS', {
    default: 1,
    description:
      'Proxies in front of `live` whose entries in X-Forwarded-For are believed: browsers dial it without Hosting (Google: 1)',
  }),
  newsletterSecret,
  newsletterMailsPerHour: defineInt('NEWSLETTER_MAILS_PER_HOUR', {
    default: 500,
    description: 'Confirmation mails that may leave in any hour, of all instances together; 0 is no limit',
  }),
};

/** Every call of the contract. Product §7. */
export const api = onRequest(
  {
    region: REGION,
    memory: '512MiB',
    cpu: 1,
    concurrency: 80,
    timeoutSeconds: 60,
    minInstances: apiMinInstances,
    maxInstances: apiMaxInstances,
    secrets: [newsletterSecret],
    serviceAccount: apiAccount,
    invoker: 'public',
  },
  serve({
    name: 'api',
    isInstance: isInstanceOf('api'),
    log: consoleLog,
    projectId: () => projectID.value(),
    open: lazy(async () => {
      const [{ createApp }, dependencies] = await Promise.all([
        import('./compose/api.ts'),
        createDependencies(readConfig(parameters), clockOf(parameters)),
      ]);
      return createApp(dependencies);
    }),
  }),
);

/** The app's shell with the content of the address in it, feeds and sitemaps. */
export const page = onRequest(
  {
    region: REGION,
    memory: '512MiB',
    cpu: 1,
    concurrency: 80,
    timeoutSeconds: 30,
    minInstances: apiMinInstances,
    maxInstances: apiMaxInstances,
    serviceAccount: pageAccount,
    invoker: 'public',
  },
  serve({
    name: 'page',
    isInstance: isInstanceOf('page'),
    log: consoleLog,
    projectId: () => projectID.value(),
    open: lazy(async () => {
      const [{ createPage }, { db }] = await Promise.all([import('./compose/page.ts'), connect()]);
      const siteUrl = siteAddress(parameters);
      return createPage({
        db,
        clock: clockOf(parameters),
        log: consoleLog,
        projectId: projectID.value(),
        siteUrl,
        shellUrl: `${siteUrl}/app.html`,
        trustedHops: trustedHops(parameters),
        documentsPerMinute: READ_QUOTA.documentsPerMinute,
        isLocal: isLocalProject(parameters),
      });
    }),
  }),
);

async function startLive() {
  const [{ createLive }, { getAuth }, { firebase, db }] = await Promise.all([
    import('./compose/live.ts'),
    import('firebase-admin/auth'),
    connect(),
  ]);
  return createLive({
    db,
    auth: getAuth(firebase),
    allowedOrigins: siteOrigins(parameters),
    ...liveLimits(parameters),
    log: (event, details) => consoleLog('WARNING', event, details),
  });
}

const liveHub = isInstanceOf('live')
  ? takeUpgrades(startLive, (error) => consoleLog('ERROR', 'live-not-started', { error: describeError(error) }))
  : () => null;

/** `/ws`: live notifications (product §7). Requests that are not upgrades are told whether it works. */
export const live = onRequest(
  {
    region: REGION,
    // 2,000 sockets take 174 MB (docs/performance.md); what is left of 256 MiB is too little for a heap to grow into.
    memory: '512MiB',
    cpu: 1,
    concurrency: 1000,
    timeoutSeconds: 3600,
    maxInstances: liveMaxInstances,
    serviceAccount: liveAccount,
    invoker: 'public',
  },
  (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    if (req.path === '/health') {
      const hub = liveHub();
      res.status(hub ? 200 : 503).json({
        websocket: hub !== null,
        sockets: hub?.size() ?? 0,
        ...(isLocalProject(parameters) && { residentBytes: process.memoryUsage.rss() }),
      });
    } else {
      res.setHeader('Upgrade', 'websocket');
      res.status(426).type('text/plain').send('Upgrade Required');
    }
  },
);

/** Finishes each night what was interrupted by day. */
export const sweep = onSchedule(
  {
    region: REGION,
    schedule: 'every day 03:00',
    memory: '512MiB',
    timeoutSeconds: 540,
    maxInstances: 1,
    secrets: [newsletterSecret],
    serviceAccount: sweepAccount,
  },
  async () => {
    const [{ createSweep }, dependencies] = await Promise.all([
      import('./compose/sweep.ts'),
      createDependencies(readConfig(parameters), clockOf(parameters)),
    ]);
    await createSweep(dependencies)();
  },
);

const openWork = lazy(async () => {
  const [{ createWork }, dependencies] = await Promise.all([
    import('./compose/work.ts'),
    createDependencies(readConfig(parameters), clockOf(parameters)),
  ]);
  return createWork(dependencies);
});

/** Goes on with long work. A run that is cut off loses one page, which another one does again. */
export const work = onSchedule(
  {
    region: REGION,
    schedule: 'every 1 minutes',
    memory: '512MiB',
    timeoutSeconds: 120,
    maxInstances: 1,
    secrets: [newsletterSecret],
    serviceAccount: workAccount,
  },
  async () => (await openWork())(),
);

const openPublish = lazy(async () => {
  const [{ createPublish }, { db }] = await Promise.all([import('./compose/publish.ts'), connect()]);
  return createPublish({ db, clock: clockOf(parameters), log: consoleLog });
});

/** Publishes what was scheduled. A run that is cut off or left out is made up for by the next one. */
export const publish = onSchedule(
  {
    region: REGION,
    schedule: 'every 1 minutes',
    memory: '512MiB',
    timeoutSeconds: 120,
    maxInstances: 1,
    serviceAccount: publishAccount,
  },
  async () => (await openPublish())(),
);
