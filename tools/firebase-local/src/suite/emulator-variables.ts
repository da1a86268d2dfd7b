import type { Service } from './firebase-config.ts';
import { LOOPBACK } from './ports.ts';

export interface EmulatorAddresses {
  projectId: string;
  /** The default bucket. */
  bucket: string;
  services: readonly Service[];
  ports: { auth: number; firestore: number; storage: number };
}

/** The variables that tell firebase-admin, and libraries built on it, the project and the emulators. */
export function emulatorVariables({ projectId, bucket, services, ports }: EmulatorAddresses): Record<string, string> {
  const env: Record<string, string> = {
    GCLOUD_PROJECT: projectId,
    GOOGLE_CLOUD_PROJECT: projectId,
    // Otherwise, client libraries wait for the metadata server of Google's machines, and log a warning that it does not
    // exist.
    METADATA_SERVER_DETECTION: 'none',
    FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket: bucket }),
  };
  if (services.includes('firestore')) env.FIRESTORE_EMULATOR_HOST = `${LOOPBACK}:${ports.firestore}`;
  if (services.includes('auth')) env.FIREBASE_AUTH_EMULATOR_HOST = `${LOOPBACK}:${ports.auth}`;
  if (services.includes('storage')) {
    env.FIREBASE_STORAGE_EMULATOR_HOST = `${LOOPBACK}:${ports.storage}`;
    env.STORAGE_EMULATOR_HOST = `http://${LOOPBACK}:${ports.storage}`;
  }
  return env;
}
