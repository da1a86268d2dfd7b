import { personName } from '@inkwell/shared/format';
import { Role } from '@inkwell/shared/roles';
import { ONLINE_MS, type User } from '@inkwell/shared/users';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { wordPrefixesOf } from '../common/word-prefixes.ts';
import { firstCharacters, fold } from '../common/words.ts';
import { Moment } from '../firestore/moment.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';

const text = z._default(z.nullable(z.string()), null);

/** A user's document. Fields added later have defaults, so that older documents stay readable. */
const UserDocument = z.object({
  email: text,
  firstName: text,
  lastName: text,
  displayName: text,
  mobileNumber: text,
  telephoneNumber: text,
  profileImageUrl: text,
  /** True while the picture is on the site itself or a `data:` URL: what the migration looks for. */
  hasLocalImage: z._default(z.boolean(), false),
  role: Role,
  isBlocked: z._default(z.boolean(), false),
  blockedAt: z._default(z.nullable(Moment), null),
  createdAt: Moment,
  lastSeenAt: z._default(z.nullable(Moment), null),
  /** Broadcasts up to this moment are read. */
  readBefore: z._default(z.nullable(Moment), null),
  /** Later broadcasts that are read too. */
  readIds: z._default(z.array(z.string()), []),
});

/** An account as stored; times are dates. */
export type StoredUser = z.infer<typeof UserDocument> & { readonly id: string };

/** Decodes a snapshot; null when there is no such document. Throws on a document that is not a user's. */
export function decodeUser(snapshot: DocumentSnapshot): StoredUser | null {
  const data = snapshot.data();
  return data === undefined ? null : decodeUserData(snapshot.id, data);
}

/** The same for what a document holds. */
export const decodeUserData = (id: string, data: DocumentData): StoredUser => ({
  ...z.parse(UserDocument, data),
  id,
});

/** What a new account's document holds. */
export function encodeNewUser(user: StoredUser): DocumentData {
  const { id: _id, ...fields } = user;
  return {
    ...fields,
    ...findableUser(fields),
    pictures: referencesOf(PICTURE_REFERENCES.users, fields),
    schemaVersion: 1,
  };
}

/** Characters of a name that decide its place in a list. */
const SORTED_CHARACTERS = 60;

/** What admins find and sort an account by, beside its own fields: whoever writes a name or the address writes this with it. */
export function findableUser(user: Pick<StoredUser, 'displayName' | 'firstName' | 'lastName' | 'email'>): DocumentData {
  const { displayName, firstName, lastName, email } = user;
  return {
    wordPrefixes: wordPrefixesOf(displayName, firstName, lastName, email),
    sortName: firstCharacters(fold(personName(user)), SORTED_CHARACTERS),
  };
}

/** The account as its owner and admins see it. `now` decides who is online. Product §3. */
export function toUser(user: StoredUser, now: Date): User {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    displayName: user.displayName,
    mobileNumber: user.mobileNumber,
    telephoneNumber: user.telephoneNumber,
    profileImageUrl: user.profileImageUrl,
    role: user.role,
    isBlocked: user.isBlocked,
    isOnline: user.lastSeenAt !== null && now.getTime() - user.lastSeenAt.getTime() < ONLINE_MS,
    createdAt: user.createdAt.toISOString(),
    lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
  };
}
