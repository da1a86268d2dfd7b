import { personName } from '@inkwell/shared/format';
import { CommentsOfDeleted } from '@inkwell/shared/personal-data';
import { Role } from '@inkwell/shared/roles';
import { HandlesAnswer, ONLINE_MS, type User } from '@inkwell/shared/users';
import { Writing } from '@inkwell/shared/writing';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { wordPrefixesOf } from '../common/word-prefixes.ts';
import { firstCharacters, fold } from '../common/words.ts';
import { Moment } from '../firestore/moment.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';

const text = z._default(z.nullable(z.string()), null);

/**
 * Why and until when an account leaves. It is blocked meanwhile, so that every check for blocked accounts applies. The key identifies the account in
 * its job, which may be stored longer than the account.
 */
const LeavingAccount = z.object({
  key: z.string(),
  requestedAt: Moment,
  at: Moment,
  comments: CommentsOfDeleted,
  /** Whether it was blocked before. */
  wasBlocked: z.boolean(),
});
export type LeavingAccount = z.infer<typeof LeavingAccount>;

/** A stored account. Fields added later have defaults for older documents. */
const UserDocument = z.object({
  email: text,
  /** Whether its sign-in provider ever confirmed the address. Only then does data stored about the address belong to the account. */
  isEmailVerified: z._default(z.boolean(), false),
  firstName: text,
  lastName: text,
  displayName: text,
  mobileNumber: text,
  telephoneNumber: text,
  profileImageUrl: text,
  /** For the account's author page. */
  text,
  website: text,
  handles: z._default(HandlesAnswer, {}),
  /** Whether the picture is on the site itself or a `data:` URL, which the migration moves. */
  hasLocalImage: z._default(z.boolean(), false),
  role: Role,
  writing: z._default(Writing, 'none'),
  isBlocked: z._default(z.boolean(), false),
  blockedAt: z._default(z.nullable(Moment), null),
  leaving: z._default(z.nullable(LeavingAccount), null),
  /** When the account was last blocked or lost the right to write, which ended its preview links. */
  previewsEndedAt: z._default(z.nullable(Moment), null),
  /** When the account was last an administrator, which ended its invitations. */
  invitationsEndedAt: z._default(z.nullable(Moment), null),
  createdAt: Moment,
  lastSeenAt: z._default(z.nullable(Moment), null),
  /** Broadcasts up to this time have been read. */
  readBefore: z._default(z.nullable(Moment), null),
  /** Later broadcasts that have also been read. */
  readIds: z._default(z.array(z.string()), []),
  /** Whether the account was created when answers were already emailed. Older accounts choose this themselves. */
  startsWithMail: z._default(z.boolean(), false),
  /** Whether an older account was told about this choice. */
  knowsOfMail: z._default(z.boolean(), false),
});

/** An account as stored, with dates. */
export type StoredUser = z.infer<typeof UserDocument> & { readonly id: string };

/** Null if there is no document. @throws for a document that is not an account */
export function decodeUser(snapshot: DocumentSnapshot): StoredUser | null {
  const data = snapshot.data();
  return data === undefined ? null : decodeUserData(snapshot.id, data);
}

export const decodeUserData = (id: string, data: DocumentData): StoredUser => ({
  ...z.parse(UserDocument, data),
  id,
});

export function encodeNewUser(user: StoredUser): DocumentData {
  const { id: _id, ...fields } = user;
  return {
    ...fields,
    ...findableUser(fields),
    pictures: referencesOf(PICTURE_REFERENCES.users, fields),
    schemaVersion: 1,
  };
}

/** The number of characters of a name that sorting uses. */
const SORTED_CHARACTERS = 60;

/** The fields that admins search and sort accounts by. Write them with every change of a name or the email address. */
export function findableUser(user: Pick<StoredUser, 'displayName' | 'firstName' | 'lastName' | 'email'>): DocumentData {
  const { displayName, firstName, lastName, email } = user;
  return {
    wordPrefixes: wordPrefixesOf(displayName, firstName, lastName, email),
    sortName: firstCharacters(fold(personName(user)), SORTED_CHARACTERS),
  };
}

/** The account as shown to its owner and admins. `now` decides who is online. Product §3. */
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
    text: user.text,
    website: user.website,
    handles: user.handles,
    role: user.role,
    writing: user.writing,
    isBlocked: user.leaving?.wasBlocked ?? user.isBlocked,
    leavesAt: user.leaving?.at.toISOString() ?? null,
    isOnline: user.lastSeenAt !== null && now.getTime() - user.lastSeenAt.getTime() < ONLINE_MS,
    createdAt: user.createdAt.toISOString(),
    lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
  };
}
