import { READ_QUOTA } from '@inkwell/shared/endpoint';
import { SITE_URL } from '@inkwell/shared/site';
import { onRequest } from 'firebase-functions/https';
import { defineInt, defineSecret, defineString, projectID, storageBucket } from 'firebase-functions/params';
import { onSchedule } from 'firebase-functions/scheduler';
import { consoleLog } from './common/log.ts';
import {
  clockOf,
  developmentRenderer,
  hostingAddress,
  isInstanceOf,
  isLocalProject,
  liveLimits,
  newsletterSecretOf,
  type Parameters,
  publicBucketOf,
  readConfig,
  siteAddress,
  siteOrigins,
  smtpUrlOf,
  trustedHops,
} from './compose/config.ts';
import { connect, createDependencies } from './compose/dependencies.ts';
import { renderedAt } from './compose/development-renderer.ts';
import {
  accountOf,
  accountParameterOf,
  entryOf,
  FUNCTIONS,
  type FunctionName,
  REGION,
  type ScheduledName,
  type SecretName,
} from './inventory.ts';
import { lazy } from './runtime/lazy.ts';
import { serve } from './runtime/serve.ts';
import { takeUpgrades } from './runtime/upgrades.ts';

/*
 * Declares the functions of `inventory.ts` and their parameters; `compose/` assembles them. A deployment loads this module to list the
 * functions, so it imports little and creates nothing before the first request.
 */

const apiMaxInstances = defineInt('API_MAX_INSTANCES', { default: 10, description: 'Most instances of `api` at once' });
const apiMinInstances = defineInt('API_MIN_INSTANCES', { default: 0, description: 'Instances of `api` kept warm' });
const liveMaxInstances = defineInt('LIVE_MAX_INSTANCES', {
  default: 2,
  description: 'Most instances of `live` at once: times LIVE_MAX_SOCKETS is how many readers can be connected',
});
const secrets = {
  NEWSLETTER_SECRET: defineSecret('NEWSLETTER_SECRET'),
  SMTP_URL: defineSecret('SMTP_URL'),
  POSTMARK_EVENTS: defineSecret('POSTMARK_EVENTS'),
} as const satisfies Readonly<Record<SecretName, unknown>>;

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
  newsletterSecret: secrets.NEWSLETTER_SECRET,
  smtpUrl: secrets.SMTP_URL,
  postmarkEvents: secrets.POSTMARK_EVENTS,
  sesTopicArn: defineString('SES_TOPIC_ARN', {
    default: '',
    description: 'Topic of Amazon SNS to which SES publishes bounces and complaints; empty without one',
  }),
  newsletterMailsPerHour: defineInt('NEWSLETTER_MAILS_PER_HOUR', {
    default: 500,
    description: 'Confirmation mails that may leave in any hour, of all instances together; 0 is no limit',
  }),
};

/** The options of a function. Each function runs as its own account (docs/operations.md). */
function optionsOf(name: FunctionName) {
  const { memory, timeoutSeconds, secrets: readable } = entryOf(name);
  const description = `Account of \`${name}\``;
  return {
    region: REGION,
    memory,
    timeoutSeconds,
    serviceAccount: defineString(accountParameterOf(name), { default: `${accountOf(name)}@`, description }),
    ...(readable.length > 0 && { secrets: readable.map((secret) => secrets[secret]) }),
  };
}

const scheduled = (name: ScheduledName) => ({
  ...optionsOf(name),
  schedule: FUNCTIONS[name].schedule,
  maxInstances: 1,
});

/** The dependencies of functions with all permissions. */
const dependenciesOf = (name: 'api' | 'sweep' | 'work') =>
  createDependencies(readConfig(parameters, name), clockOf(parameters));

/** An HTTP function that is created before its first request. */
const servedOver = (name: 'api' | 'page', open: typeof openApi) =>
  onRequest(
    {
      ...optionsOf(name),
      cpu: 1,
      concurrency: 80,
      minInstances: apiMinInstances,
      maxInstances: apiMaxInstances,
      invoker: 'public',
    },
    serve({ name, isInstance: isInstanceOf(name), log: consoleLog, projectId: () => projectID.value(), open }),
  );

const openApi = lazy(async () => {
  const [{ createApp }, dependencies] = await Promise.all([import('./compose/api.ts'), dependenciesOf('api')]);
  return createApp(dependencies);
});

/** Every call of the contract. Product §7. */
export const api = servedOver('api', openApi);

const openPage = lazy(async () => {
  const developmentUrl = developmentRenderer(parameters);
  // If the renderer cannot be loaded, readers get the plain app.
  const server = developmentUrl ? renderedAt(developmentUrl) : import('@inkwell/web/server');
  server.catch(() => undefined);
  const [{ createPage }, { db, bucket }] = await Promise.all([import('./compose/page.ts'), connect()]);
  return createPage({
    db,
    bucket,
    renderPage: async (asked) => (await server).renderPage(asked),
    publicBucket: publicBucketOf(parameters),
    clock: clockOf(parameters),
    log: consoleLog,
    projectId: projectID.value(),
    siteUrl: siteAddress(parameters),
    shellUrl: `${hostingAddress(parameters)}/app.html`,
    trustedHops: trustedHops(parameters),
    documentsPerMinute: READ_QUOTA.documentsPerMinute,
    isLocal: isLocalProject(parameters),
  });
});

/** The app shell with the content of its address, feeds and sitemaps. */
export const page = servedOver('page', openPage);

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

const liveHub = isInstanceOf('live') ? await startLive() : null;
if (liveHub) takeUpgrades(liveHub);

/** `/ws`: live notifications (product §7). Other requests get a health check or 426. */
export const live = onRequest(
  {
    ...optionsOf('live'),
    cpu: 1,
    concurrency: 1000,
    maxInstances: liveMaxInstances,
    invoker: 'public',
  },
  (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    if (req.path === '/health') {
      res.status(liveHub ? 200 : 503).json({
        websocket: liveHub !== null,
        sockets: liveHub?.size() ?? 0,
        ...(isLocalProject(parameters) && { residentBytes: process.memoryUsage.rss() }),
      });
    } else {
      res.setHeader('Upgrade', 'websocket');
      res.status(426).type('text/plain').send('Upgrade Required');
    }
  },
);

const openSweep = lazy(async () => {
  const [{ createSweep }, dependencies] = await Promise.all([import('./compose/sweep.ts'), dependenciesOf('sweep')]);
  return createSweep(dependencies);
});

/** Finishes interrupted work each night, and deletes expired data. */
export const sweep = onSchedule(scheduled('sweep'), async () => (await openSweep())());

const openWork = lazy(async () => {
  const [{ createWork }, dependencies] = await Promise.all([import('./compose/work.ts'), dependenciesOf('work')]);
  return createWork(dependencies);
});

/** Runs jobs. If a run is killed, the next run repeats its current page. */
export const work = onSchedule(scheduled('work'), async () => (await openWork())());

const openPublish = lazy(async () => {
  const [{ createPublish }, { db }] = await Promise.all([import('./compose/publish.ts'), connect()]);
  const config = { siteUrl: siteAddress(parameters), isLocal: isLocalProject(parameters) };
  return createPublish({ db, clock: clockOf(parameters), config, log: consoleLog });
});

/** Publishes scheduled posts that are due, including those of interrupted or missed runs. */
export const publish = onSchedule(scheduled('publish'), async () => (await openPublish())());

const openDeliver = lazy(async () => {
  const [{ createDeliver }, { db }] = await Promise.all([import('./compose/deliver.ts'), connect()]);
  const config = {
    smtpUrl: smtpUrlOf(parameters, 'deliver'),
    newsletterSecret: newsletterSecretOf(parameters, 'deliver'),
    siteUrl: siteAddress(parameters),
    isLocal: isLocalProject(parameters),
  };
  return createDeliver({ db, clock: clockOf(parameters), config, log: consoleLog });
});

/** Delivers due emails and webhook events. Items leased by a killed run are due again when their leases end. */
export const deliver = onSchedule(scheduled('deliver'), async () => (await openDeliver())());

const OPEN: Readonly<Record<Exclude<FunctionName, 'live'>, () => Promise<unknown>>> = {
  api: openApi,
  page: openPage,
  sweep: openSweep,
  work: openWork,
  publish: openPublish,
  deliver: openDeliver,
};
// An instance opens its port only after this module has loaded, so a revision whose code or secrets fail to load gets no traffic.
for (const [name, open] of Object.entries(OPEN)) if (isInstanceOf(name)) await open();
