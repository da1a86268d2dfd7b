import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { env } from 'node:process';

/*
 * How commands reach a project. Projects whose name begins with `demo-` are on the emulators of the running local stack. Others need application
 * default credentials (`gcloud auth application-default login`).
 */

export interface Target {
  readonly projectId: string;
  readonly isLocal: boolean;
}

/** The project named by a command, else by the environment, else by .firebaserc. */
export function targetOf(project: string | undefined): Target {
  const projectId = project ?? env.GOOGLE_CLOUD_PROJECT ?? env.GCLOUD_PROJECT ?? defaultProject();
  return { projectId, isLocal: projectId.startsWith('demo-') || env.FIRESTORE_EMULATOR_HOST !== undefined };
}

/** For messages. */
export const nameOf = ({ projectId, isLocal }: Target): string => (isLocal ? `${projectId} (emulators)` : projectId);

function defaultProject(): string {
  const { projects } = JSON.parse(readFileSync(new URL('../../.firebaserc', import.meta.url), 'utf8'));
  return String(projects.default);
}

/** Lets the Admin SDK find the emulators of the running local stack. Call it before the SDK is loaded. */
export function useEmulators(): void {
  env.FIRESTORE_EMULATOR_HOST ??= `127.0.0.1:${env.INKWELL_FIRESTORE_PORT ?? 8080}`;
  env.FIREBASE_AUTH_EMULATOR_HOST ??= `127.0.0.1:${env.INKWELL_AUTH_PORT ?? 9099}`;
  env.FIREBASE_STORAGE_EMULATOR_HOST ??= `127.0.0.1:${env.INKWELL_STORAGE_PORT ?? 9199}`;
}

/**
 * Connects to a project and its bucket, the default one unless the command names another. Loads the SDK only here, because loading is slow and a
 * mistyped command should fail at once.
 */
export async function connectTo({ projectId, isLocal }: Target, bucketName = `${projectId}.firebasestorage.app`) {
  if (isLocal) useEmulators();
  const { applicationDefault, deleteApp, initializeApp } = await import('firebase-admin/app');
  const { getAuth } = await import('firebase-admin/auth');
  const { getFirestore } = await import('firebase-admin/firestore');
  const { openBucket } = await import('../src/storage/bucket.ts');
  const { STORAGE_ORIGIN } = await import('../src/uploads/image-url.ts');
  const app = initializeApp({
    projectId,
    storageBucket: bucketName,
    ...(!isLocal && { credential: applicationDefault() }),
  });
  const origin = isLocal ? `http://${env.FIREBASE_STORAGE_EMULATOR_HOST}` : STORAGE_ORIGIN;
  return {
    db: getFirestore(app),
    auth: getAuth(app),
    bucket: () => openBucket(app),
    publicBucket: { origin, name: bucketName },
    close: () => deleteApp(app),
  };
}

/** The deployment's secret for salted ids, from the environment or from the project. */
export async function newsletterSecretOf({ projectId, isLocal }: Target): Promise<string> {
  if (env.NEWSLETTER_SECRET) return env.NEWSLETTER_SECRET;
  if (isLocal) return (await import('../src/compose/config.ts')).LOCAL_NEWSLETTER_SECRET;
  const args = ['secrets', 'versions', 'access', 'latest', '--secret', 'NEWSLETTER_SECRET', '--project', projectId];
  return execFileSync('gcloud', args, { encoding: 'utf8' }).trim();
}

/** Why a project may not answer. */
export const hintFor = ({ projectId, isLocal }: Target): string =>
  isLocal
    ? `Is the local suite running (npm start)? Expected at ${env.FIRESTORE_EMULATOR_HOST}.`
    : `Sign in with \`gcloud auth application-default login\`, as somebody who may administer ${projectId}.`;
