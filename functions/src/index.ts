import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { SITE_URL } from '@inkwell/shared/site';
import { getApps, initializeApp } from 'firebase-admin/app';
import { onRequest } from 'firebase-functions/https';
import { defineInt, defineSecret, defineString, projectID, storageBucket } from 'firebase-functions/params';
import { onSchedule } from 'firebase-functions/scheduler';
import type { Dependencies } from './app.ts';
import type { Config } from './config.ts';
import { systemClock } from './http/clock.ts';
import { answerBeforeRuntime } from './http/front.ts';
import { consoleLog, describeError } from './http/log.ts';
import { onHttpServer } from './live/host.ts';
import type { LiveHub } from './live/hub.ts';
import { openBucket } from './storage/bucket.ts';
import { STORAGE_ORIGIN } from './uploads/image-url.ts';

/*
 * The one composition root: the only module that reads configuration and makes clients of services. Deployment loads it to
 * learn which functions there are, so it imports little and makes nothing before the first request.
 */

const REGION = 'europe-west1';

const siteUrl = defineString('SITE_URL', {
  default: SITE_URL ?? '',
  description:
    'Address of the site without a slash at its end: by default that of publication.config.ts; empty means https://PROJECT.web.app',
});
const trustedHops = defineInt('TRUSTED_HOPS', {
  default: 2,
  description:
    'Proxies in front of the functions whose entries in X-Forwarded-For are believed (Hosting and Google: 2)',
});
const apiMaxInstances = defineInt('API_MAX_INSTANCES', { default: 10, description: 'Most instances of `api` at once' });
const apiMinInstances = defineInt('API_MIN_INSTANCES', { default: 0, description: 'Instances of `api` kept warm' });
const liveMaxInstances = defineInt('LIVE_MAX_INSTANCES', {
  default: 2,
  description: 'Most instances of `live` at once: times LIVE_MAX_SOCKETS is how many readers can be connected',
});
const liveMaxSockets = defineInt('LIVE_MAX_SOCKETS', {
  default: 900,
  description: 'Sockets of one instance of `live`; the platform allows 1,000 requests at once, sockets included',
});
const newsletterSecret = defineSecret('NEWSLETTER_SECRET');

const LOCAL_MAX_SOCKETS = 5_000;

/** Projects of the local emulators: nothing that starts with this exists in the cloud. */
const isLocal = () => projectID.value().startsWith('demo-');

/** Address of the site without a slash at its end. */
function siteAddress(): string {
  const localUrl = `http://localhost:${process.env.INKWELL_PORT ?? '3000'}`;
  return siteUrl.value() || (isLocal() ? localUrl : `https://${projectID.value()}.web.app`);
}

/** Addresses that Hosting serves the app under. */
function siteOrigins(): string[] {
  const id = projectID.value();
  return [siteUrl.value(), `https://${id}.web.app`, `https://${id}.firebaseapp.com`].filter((origin) => origin !== '');
}

function readConfig(): Config {
  const projectId = projectID.value();
  const local = isLocal();
  // Asking for a secret that the local suite does not have would only warn about it at each start.
  const secret = local ? (process.env.NEWSLETTER_SECRET ?? 'known to every developer') : newsletterSecret.value();
  if (!secret) throw new Error('NEWSLETTER_SECRET has no value');
  const storageEmulator = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  return {
    projectId,
    siteUrl: siteAddress(),
    trustedHops: local ? 1 : trustedHops.value(),
    showCosts: local && process.env.SHOW_COSTS !== 'off',
    publicBucket: {
      name: storageBucket.value(),
      origin: storageEmulator ? `http://${storageEmulator}` : STORAGE_ORIGIN,
    },
    isLocal: local && process.env.FIRESTORE_EMULATOR_HOST !== undefined,
    newsletterSecret: secret,
  };
}

async function createFirebase() {
  const { getFirestore } = await import('firebase-admin/firestore');
  const firebase = getApps()[0] ?? initializeApp();
  return { firebase, db: getFirestore(firebase) };
}

async function createDependencies(): Promise<Dependencies> {
  const { firebase, db } = await createFirebase();
  const auth = async () => (await import('firebase-admin/auth')).getAuth(firebase);
  return {
    db,
    // Loaded with the first token: visitors do not wait for it.
    auth: {
      verifyIdToken: async (token, checkRevoked) => (await auth()).verifyIdToken(token, checkRevoked),
      getUser: async (uid) => (await auth()).getUser(uid),
    },
    bucket: () => openBucket(firebase),
    clock: systemClock,
    config: readConfig(),
    log: consoleLog,
  };
}

const app = lazy(async () => {
  const [{ createApp }, dependencies] = await Promise.all([import('./app.ts'), createDependencies()]);
  return createApp(dependencies);
});

/** Answers by the app that `open` gives. In an instance of the function `name` that begins before the runtime's own stack. */
function serve(name: string, open: () => Promise<RequestListener>) {
  const handler = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      const handle = await open();
      handle(req, res);
    } catch (error) {
      consoleLog('ERROR', `${name} could not start`, { error: describeError(error) });
      res.writeHead(503, { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' }).end('Service unavailable');
    }
  };
  if (process.env.FUNCTION_TARGET === name) {
    onHttpServer((server) => answerBeforeRuntime(server, handler));
    // Loads while the server opens its port; a failure shows, and is tried again, with the first request.
    void open().catch(() => undefined);
  }
  return handler;
}

let liveHub: LiveHub | null = null;

async function startLive(): Promise<LiveHub> {
  const [{ createLive }, { getAuth }, { firebase, db }] = await Promise.all([
    import('./live/live.ts'),
    import('firebase-admin/auth'),
    createFirebase(),
  ]);
  return createLive({
    db,
    auth: getAuth(firebase),
    allowedOrigins: siteOrigins(),
    maxSockets: isLocal() ? LOCAL_MAX_SOCKETS : liveMaxSockets.value(),
    log: (event, details) => consoleLog('WARNING', event, details),
  });
}

if (process.env.FUNCTION_TARGET === 'live') {
  const starting = startLive();
  // Registered before the runtime's own handler, which ends the process.
  process.once('SIGTERM', () => liveHub?.shutdown());
  // Upgrades are taken from the moment the server exists: the first request of a cold instance may be one, and it reaches the
  // server without passing through the handler below. The socket waits while the hub is being made.
  onHttpServer((server) => {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      starting.then(
        (hub) => hub.upgrade(request, socket, head),
        () => socket.destroy(),
      );
    });
    starting.then(
      (hub) => {
        liveHub = hub;
      },
      (error: unknown) => consoleLog('ERROR', 'live-not-started', { error: String(error) }),
    );
  });
}

/** `/ws`: live notifications (product §7). Requests that are no upgrades learn whether it works. */
export const live = onRequest(
  {
    region: REGION,
    memory: '256MiB',
    cpu: 1,
    concurrency: 1000,
    timeoutSeconds: 3600,
    maxInstances: liveMaxInstances,
    invoker: 'public',
  },
  (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    if (req.path === '/healthz') {
      res.status(liveHub ? 200 : 503).json({
        websocket: liveHub !== null,
        sockets: liveHub?.size() ?? 0,
        ...(isLocal() && { residentBytes: process.memoryUsage.rss() }),
      });
    } else {
      res.setHeader('Upgrade', 'websocket');
      res.status(426).type('text/plain').send('Upgrade Required');
    }
  },
);

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
    invoker: 'public',
  },
  serve('api', app),
);

const pageApp = lazy(async () => {
  const [{ createPage }, { db }] = await Promise.all([import('./pages/create-page.ts'), createFirebase()]);
  const site = siteAddress();
  return createPage({
    db,
    clock: systemClock,
    log: consoleLog,
    siteUrl: site,
    shellUrl: `${site}/app.html`,
  });
});

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
    invoker: 'public',
  },
  serve('page', pageApp),
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
  },
  async () => {
    const [{ createSweep }, dependencies] = await Promise.all([import('./sweep/sweep.ts'), createDependencies()]);
    await createSweep(dependencies)();
  },
);

/** Makes the value once; a failed making is forgotten, so that the next caller tries again. */
function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
