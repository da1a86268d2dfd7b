import { randomUUID } from 'node:crypto';
import type { Role } from '@inkwell/shared/roles';
import type { Writing } from '@inkwell/shared/writing';
import { auth, clock, db } from './server.ts';

/** A signed-in account of the Auth emulator. */
export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly token: string;
}

interface Options {
  readonly role?: Role;
  readonly writing?: Writing;
  readonly displayName?: string;
  readonly isBlocked?: boolean;
  /** The age of the account; new ones have lower limits. */
  readonly ageMs?: number;
  /** False: the account is one of before answers were mailed. */
  readonly startsWithMail?: boolean;
  /** False: the account's first call stores it. */
  readonly hasRecord?: boolean;
}

/** Creates an account and signs it in. It was seen just now, so that calls do not update `lastSeenAt`. */
export async function signIn(options: Options = {}): Promise<TestUser> {
  const { displayName = 'Ada Lovelace', hasRecord = true } = options;
  const email = `${randomUUID()}@example.com`;
  const { uid } = await auth.createUser({ email, password: 'Inkwell#2026', ...(displayName && { displayName }) });
  const user = { id: uid, email, displayName };
  if (hasRecord) await storeRecord(user, options);
  return { ...user, token: await tokenOf(email) };
}

/** Stores an account, or replaces the stored one. */
export async function storeRecord(
  { id, email, displayName }: Omit<TestUser, 'token'>,
  { role = 'user', writing, isBlocked = false, ageMs = 0, startsWithMail = true }: Options = {},
): Promise<void> {
  const now = clock.now();
  await db.doc(`users/${id}`).set({
    email,
    firstName: null,
    lastName: null,
    displayName: displayName || null,
    mobileNumber: null,
    telephoneNumber: null,
    profileImageUrl: null,
    hasLocalImage: false,
    role,
    ...(writing && { writing }),
    isBlocked,
    blockedAt: isBlocked ? now : null,
    createdAt: new Date(now.getTime() - ageMs),
    lastSeenAt: now,
    readBefore: null,
    readIds: [],
    startsWithMail,
    schemaVersion: 1,
  });
}

export async function tokenOf(email: string): Promise<string> {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  const url = `http://${host}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Inkwell#2026', returnSecureToken: true }),
  });
  const { idToken } = (await answer.json()) as { idToken?: string };
  if (!idToken) throw new Error(`the Auth emulator refused to sign in (${answer.status})`);
  return idToken;
}

export const signInMany = (count: number, options?: Options): Promise<TestUser[]> =>
  Promise.all(Array.from({ length: count }, () => signIn(options)));
