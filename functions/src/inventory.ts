/* All functions: `index.ts` declares them with these options, and tools/deploy creates their accounts and alerts. */

export const REGION = 'europe-west1';

/** Secrets of a deployment: the key of links in emails, the mail server, and the credentials of Postmark's webhook (docs/operations.md). */
export const SECRET_NAMES = ['NEWSLETTER_SECRET', 'SMTP_URL', 'POSTMARK_EVENTS'] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** Log lines that raise an alert about email. */
export const MAIL_TROUBLE = [
  'mails wait for more than an hour',
  'mails cannot be handed in',
  'a mail was given up',
] as const;

const FIRESTORE_USER = 'roles/datastore.user';
const FIRESTORE_VIEWER = 'roles/datastore.viewer';
/** Deletes the sign-in accounts of deleted accounts, and confirms the addresses of invited ones. */
const AUTH_ADMIN = 'roles/firebaseauth.admin';
const AUTH_VIEWER = 'roles/firebaseauth.viewer';
/** `page` reads the search words and the site's icon there. */
const STORAGE_VIEWER = 'roles/storage.objectViewer';
const STORAGE_ADMIN = 'roles/storage.objectAdmin';

interface FunctionEntry {
  /** The function's purpose, for the name of its account. */
  readonly title: string;
  /** Absent for functions that answer requests. */
  readonly schedule?: string;
  readonly memory: '512MiB';
  readonly timeoutSeconds: number;
  /** The roles of the function's account in the project. */
  readonly roles: readonly string[];
  /** The roles of the function's account for the default bucket. */
  readonly bucketRoles: readonly string[];
  /** The secrets that the function, and its account, may read. */
  readonly secrets: readonly SecretName[];
  /** The consequence of failures, for the alert; absent for functions that answer requests. */
  readonly whileItFails?: string;
  /** Whether 5xx answers raise an alert. */
  readonly alertsOn5xx?: boolean;
}

export const FUNCTIONS = {
  api: {
    title: 'every call',
    memory: '512MiB',
    timeoutSeconds: 60,
    roles: [FIRESTORE_USER, AUTH_VIEWER],
    bucketRoles: [STORAGE_ADMIN],
    secrets: SECRET_NAMES,
    alertsOn5xx: true,
  },
  page: {
    title: 'served pages, feeds and sitemaps; reads only',
    memory: '512MiB',
    timeoutSeconds: 30,
    roles: [FIRESTORE_VIEWER],
    bucketRoles: [STORAGE_VIEWER],
    secrets: [],
    alertsOn5xx: true,
  },
  live: {
    title: 'sockets; reads only',
    // 2,000 sockets take 174 MB (docs/performance.md), which is too much for 256 MiB.
    memory: '512MiB',
    timeoutSeconds: 3600,
    roles: [FIRESTORE_VIEWER, AUTH_VIEWER],
    bucketRoles: [],
    secrets: [],
  },
  sweep: {
    title: 'the nightly cleanup',
    schedule: 'every day 03:00',
    memory: '512MiB',
    timeoutSeconds: 540,
    roles: [FIRESTORE_USER, AUTH_VIEWER],
    bucketRoles: [STORAGE_ADMIN],
    secrets: ['NEWSLETTER_SECRET'],
    whileItFails: 'expired data stays and interrupted deletions wait',
  },
  work: {
    title: 'jobs, each minute',
    schedule: 'every 1 minutes',
    memory: '512MiB',
    // The longest time for a page that cannot be divided, such as the first pass of an import.
    timeoutSeconds: 540,
    roles: [FIRESTORE_USER, AUTH_ADMIN],
    bucketRoles: [STORAGE_ADMIN],
    secrets: ['NEWSLETTER_SECRET', 'SMTP_URL'],
    whileItFails: 'jobs do not continue',
  },
  publish: {
    title: 'scheduled posts, each minute',
    schedule: 'every 1 minutes',
    memory: '512MiB',
    timeoutSeconds: 120,
    roles: [FIRESTORE_USER],
    bucketRoles: [],
    secrets: [],
    whileItFails: 'scheduled posts wait',
  },
  deliver: {
    title: 'queued mails and events of webhooks, each minute',
    schedule: 'every 1 minutes',
    memory: '512MiB',
    timeoutSeconds: 120,
    roles: [FIRESTORE_USER],
    bucketRoles: [],
    secrets: ['NEWSLETTER_SECRET', 'SMTP_URL'],
    whileItFails: 'mails and events of webhooks wait that were not delivered at once',
  },
} as const satisfies Readonly<Record<string, FunctionEntry>>;

export type FunctionName = keyof typeof FUNCTIONS;
export type ScheduledName = {
  [N in FunctionName]: (typeof FUNCTIONS)[N] extends { schedule: string } ? N : never;
}[FunctionName];

export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];

export const entryOf = (name: FunctionName): FunctionEntry => FUNCTIONS[name];

/** The name of the function's account, without the project. */
export const accountOf = (name: FunctionName): string => `function-${name}`;
/** The parameter that names another account for a deployment (docs/operations.md). */
export const accountParameterOf = (name: FunctionName): string => `${name.toUpperCase()}_SERVICE_ACCOUNT`;
