import { type BucketProvider, openBucket } from '@inkwell/functions/src/storage/bucket.ts';
import { getApps, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

export interface Emulators {
  readonly db: Firestore;
  readonly auth: Auth;
  readonly openBucket: BucketProvider;
  /** The origin of the Storage emulator, the prefix of picture addresses. */
  readonly storageOrigin: string;
}

const VARIABLES = ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_STORAGE_EMULATOR_HOST'] as const;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]):\d+$/;

/**
 * The reason why these variables do not refer to emulators of a local project; null if they do. The seed creates accounts with a known password, so
 * it must never reach a real project.
 */
export function refusalOf(env: Readonly<Record<string, string | undefined>>): string | null {
  for (const name of VARIABLES) {
    const host = env[name];
    if (!host) return `${name} is not set: the seed is for emulators only`;
    if (!LOOPBACK.test(host)) return `${name} is ${host}, which is not on this machine: the seed is for emulators only`;
  }
  const project = env.GCLOUD_PROJECT ?? '';
  if (!project.startsWith('demo-'))
    return `The project is "${project}": the seed is for local projects only, whose names begin with demo-`;
  return null;
}

/**
 * Clients of the emulators in the environment.
 * @throws Error if the environment refers to anything else
 */
export function connectToEmulators(env: Readonly<Record<string, string | undefined>>): Emulators {
  const refusal = refusalOf(env);
  if (refusal) throw new Error(refusal);
  const projectId = env.GCLOUD_PROJECT ?? '';
  const storageBucket = `${projectId}.firebasestorage.app`;
  const app = getApps()[0] ?? initializeApp({ projectId, storageBucket });
  return {
    db: getFirestore(app),
    auth: getAuth(app),
    openBucket: () => openBucket(app),
    storageOrigin: `http://${env.FIREBASE_STORAGE_EMULATOR_HOST}`,
  };
}
