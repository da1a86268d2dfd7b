import { getApps, initializeApp } from 'firebase-admin/app';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import { consoleLog, type Log } from '../common/log.ts';
import type { RunPass } from '../imports/pass.ts';
import type { Transport } from '../mail/transport.ts';
import { createTxtLookUp, type TxtLookUp } from '../mail/txt-look-up.ts';
import { type BucketProvider, openBucket } from '../storage/bucket.ts';
import type { Config } from './config.ts';
import { createTransport } from './transport.ts';

/** External services of the functions. */
export interface Dependencies {
  readonly db: Firestore;
  readonly auth: Pick<Auth, 'verifyIdToken' | 'getUser' | 'getUsers' | 'deleteUser' | 'updateUser'>;
  /** Loaded on first use, because most calls need no storage. */
  readonly bucket: BucketProvider;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: Log;
  readonly transport: Transport;
  /** Null on the local stack, whose domain has no DNS entry. */
  readonly lookUpTxt: TxtLookUp | null;
  /** For tests: how to run first passes of imports; in threads by default. */
  readonly runPass?: RunPass;
}

/** Connects to the project's Firestore, and to its bucket on first use. */
export async function connect() {
  const { getFirestore } = await import('firebase-admin/firestore');
  const firebase = getApps()[0] ?? initializeApp();
  return { firebase, db: getFirestore(firebase), bucket: () => openBucket(firebase) };
}

export async function createDependencies(config: Config, clock: Clock): Promise<Dependencies> {
  const { firebase, db, bucket } = await connect();
  const auth = async () => (await import('firebase-admin/auth')).getAuth(firebase);
  return {
    db,
    // Loaded with the first token, so that visitors do not wait for it.
    auth: {
      verifyIdToken: async (token, checkRevoked) => (await auth()).verifyIdToken(token, checkRevoked),
      getUser: async (uid) => (await auth()).getUser(uid),
      getUsers: async (ids) => (await auth()).getUsers(ids),
      deleteUser: async (uid) => (await auth()).deleteUser(uid),
      updateUser: async (uid, changes) => (await auth()).updateUser(uid, changes),
    },
    bucket,
    clock,
    config,
    log: consoleLog,
    transport: createTransport(config, { clock }),
    lookUpTxt: config.isLocal ? null : createTxtLookUp(),
  };
}
