import { randomUUID } from 'node:crypto';
import type { Role } from '@inkwell/shared/roles';
import type { Writing } from '@inkwell/shared/writing';
import { beforeEach } from 'vitest';
import { auth, clock, db, resetFirestore } from './server.ts';

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
  /** The age of the account; new accounts have lower limits. */
  readonly ageMs?: number;
  /** False for an account that is older than emails about replies. */
  readonly startsWithMail?: boolean;
  /** Whether the account has confirmed its address. */
  readonly isVerified?: boolean;
  /** False if the account's first call stores it. */
  readonly hasRecord?: boolean;
}

/** Creates an account and signs it in. `lastSeenAt` is current, so that calls do not update it. */
export async function signIn(options: Options = {}): Promise<TestUser> {
  const { displayName = 'Ada Lovelace', hasRecord = true, isVerified = false } = options;
  const email = `${randomUUID()}@example.com`;
  const { localId, idToken } = await askAuth('signUp', { email, ...(displayName && { displayName }) });
  const user = { id: localId, email, displayName };
  if (hasRecord) await storeRecord(user, options);
  if (!isVerified) return { ...user, token: idToken };
  await auth.updateUser(localId, { emailVerified: true });
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

export const tokenOf = async (email: string): Promise<string> =>
  (await askAuth('signInWithPassword', { email })).idToken;

/** Sends a client request to the Auth emulator. */
async function askAuth(
  call: 'signUp' | 'signInWithPassword',
  fields: { readonly email: string; readonly displayName?: string },
): Promise<{ readonly localId: string; readonly idToken: string }> {
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  const answer = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, password: 'Inkwell#2026', returnSecureToken: true }),
  });
  if (!answer.ok) throw new Error(`the Auth emulator refused ${call} (${answer.status})`);
  return (await answer.json()) as { localId: string; idToken: string };
}

export const signInMany = (count: number, options?: Options): Promise<TestUser[]> =>
  Promise.all(Array.from({ length: count }, () => signIn(options)));

/** Before each test of a file, clears the database and signs these people in. The returned object is filled then, so read it only in tests. */
export function signInEach<Name extends string>(
  people: Readonly<Record<Name, Options>>,
): Readonly<Record<Name, TestUser>> {
  const names = Object.keys(people) as Name[];
  const users = Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, TestUser>;
  beforeEach(async () => {
    await resetFirestore();
    for (const name of names) Object.assign(users[name], await signIn(people[name]));
  });
  return users;
}
