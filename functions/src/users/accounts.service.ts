import { AppError } from '@inkwell/shared/errors';
import { ImageUrl, isBlank, nameAsSeen } from '@inkwell/shared/fields';
import { USER_LIMITS } from '@inkwell/shared/users';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import type { Clock } from '../common/clock.ts';
import { withoutMeter } from '../common/meter.ts';
import { isLocalImage, isProviderPicture } from '../uploads/image-url.ts';
import { isReservedName } from './reserved-names.ts';
import type { StoredUser } from './users.converter.ts';
import type { UserRepository } from './users.repository.ts';

/** The caller's own account, as calls get it: all that is stored of it. */
export type Account = StoredUser;

/** What a verified ID token says about its holder. */
export interface TokenIdentity {
  readonly uid: string;
  readonly email?: string | undefined;
}

/** Presence is written at most this often per user. */
const SEEN_EVERY_MS = 60_000;
/** Presence delays no answer by more than this. */
const SEEN_WAIT_MS = 150;
/** A young account without a name is looked up again on every call, an older one only when the account is shown. */
const NAME_FOLLOWS_WITHIN_MS = 60 * 60_000;

interface Dependencies {
  readonly users: UserRepository;
  readonly auth: Pick<Auth, 'getUser'>;
  readonly clock: Clock;
  readonly onError: (message: string, error: unknown) => void;
}

/** The caller's account behind a verified token. */
export interface Accounts {
  /**
   * The stored account; created from the Auth record on the first call, also when several come at once. Marks the user
   * as seen. Reads 1 document; the Auth record is looked up only for new accounts, those without a name, and changed
   * addresses.
   * @throws AppError `unauthorized` when the account was deleted while its token was still valid
   */
  recall(identity: TokenIdentity): Promise<StoredUser>;
  /** Takes a missing name over from the Auth record: a provider reports a new user before the name is set. */
  complete(user: StoredUser): Promise<StoredUser>;
}

export function createAccounts({ users, auth, clock, onError }: Dependencies): Accounts {
  const seenAtMs = new Map<string, number>();

  async function authRecord(uid: string): Promise<UserRecord> {
    try {
      return await auth.getUser(uid);
    } catch (cause) {
      if ((cause as { code?: unknown }).code === 'auth/user-not-found') {
        throw new AppError('unauthorized', undefined, { cause });
      }
      throw cause;
    }
  }

  async function complete(user: StoredUser): Promise<StoredUser> {
    if (user.displayName !== null) return user;
    const displayName = nameOf(await authRecord(user.id));
    return displayName === null ? user : ((await users.updateProfile(user.id, { displayName }, clock.now())) ?? user);
  }

  async function followAddress(user: StoredUser): Promise<StoredUser> {
    const email = (await authRecord(user.id)).email ?? null;
    return email === user.email ? user : ((await users.updateProfile(user.id, { email }, clock.now())) ?? user);
  }

  /** Parallel calls of one user write once per instance; what other instances wrote is in the record. */
  async function markSeen(user: StoredUser): Promise<StoredUser> {
    const at = clock.now();
    const lastMs = Math.max(user.lastSeenAt?.getTime() ?? 0, seenAtMs.get(user.id) ?? 0);
    if (at.getTime() - lastMs < SEEN_EVERY_MS) return { ...user, lastSeenAt: new Date(lastMs) };

    if (seenAtMs.size > 5_000) seenAtMs.clear();
    seenAtMs.set(user.id, at.getTime());
    // Shared by the calls of a minute, so that it counts for none of them.
    const written = withoutMeter(() => users.setSeen(user.id, at)).catch((error: unknown) =>
      onError('presence was not written', error),
    );
    await Promise.race([written, new Promise((resolve) => setTimeout(resolve, SEEN_WAIT_MS).unref())]);
    return { ...user, lastSeenAt: at };
  }

  return {
    complete,

    async recall(identity) {
      let user = await users.find(identity.uid);
      if (!user) user = await users.createIfAbsent(newAccount(await authRecord(identity.uid), clock.now()));
      if (user.isBlocked) return user;

      if (identity.email !== undefined && identity.email !== user.email) user = await followAddress(user);
      const ageMs = clock.now().getTime() - user.createdAt.getTime();
      if (user.displayName === null && ageMs < NAME_FOLLOWS_WITHIN_MS) user = await complete(user);
      return markSeen(user);
    },
  };
}

/** Names come from anywhere: one that is an address would publish it, one of those who run the place would deceive. */
function nameOf(record: UserRecord): string | null {
  const name = Array.from(nameAsSeen(record.displayName ?? ''))
    .slice(0, USER_LIMITS.name)
    .join('');
  return isBlank(name) || /\S@\S/.test(name) || isReservedName(name) ? null : name;
}

/** The record that a new account begins with. */
export function newAccount(record: UserRecord, now: Date): StoredUser {
  const photo = ImageUrl.safeParse(record.photoURL);
  const profileImageUrl = photo.success && isProviderPicture(photo.data) ? photo.data : null;
  // Auth tells whole seconds: the end of that second, so that what was broadcast just before is older than the account.
  const createdMs = Date.parse(record.metadata.creationTime) + 999;
  return {
    id: record.uid,
    email: record.email ?? null,
    firstName: null,
    lastName: null,
    displayName: nameOf(record),
    mobileNumber: null,
    telephoneNumber: null,
    profileImageUrl,
    hasLocalImage: isLocalImage(profileImageUrl),
    role: 'user',
    isBlocked: false,
    blockedAt: null,
    createdAt: new Date(Math.min(now.getTime(), Number.isNaN(createdMs) ? now.getTime() : createdMs)),
    lastSeenAt: null,
    readBefore: null,
    readIds: [],
  };
}
