import { AppError } from '@inkwell/shared/errors';
import { ImageUrl, isBlank, nameAsSeen } from '@inkwell/shared/fields';
import { BUILT_NAME } from '@inkwell/shared/site';
import { USER_LIMITS } from '@inkwell/shared/users';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import type { Clock } from '../common/clock.ts';
import { withoutMeter } from '../common/meter.ts';
import { underWay } from '../common/under-way.ts';
import { isLocalImage, isProviderPicture } from '../uploads/image-url.ts';
import type { BlockedAddresses } from './blocked-addresses.repository.ts';
import { isReservedName } from './reserved-names.ts';
import type { StoredUser } from './users.converter.ts';
import type { UserRepository } from './users.repository.ts';

/** The caller's account with all stored fields. */
export type Account = StoredUser;

export interface TokenIdentity {
  readonly uid: string;
  readonly email?: string | undefined;
  /** Whether the provider has confirmed that the address is theirs. */
  readonly isEmailVerified?: boolean | undefined;
}

/** The shortest time between two updates of one account's presence. */
const SEEN_EVERY_MS = 5 * 60_000;
/** The longest delay of an answer by an update of presence. */
const SEEN_WAIT_MS = 150;
/** New accounts without a name are looked up in Auth on every call, older ones only when the account is shown. */
const NAME_FOLLOWS_WITHIN_MS = 60 * 60_000;

interface Dependencies {
  readonly users: UserRepository;
  readonly auth: Pick<Auth, 'getUser'>;
  readonly blockedAddresses: Pick<BlockedAddresses, 'has'>;
  /** The current name of the publication. */
  readonly siteName: () => Promise<string>;
  readonly clock: Clock;
  readonly onError: (message: string, error: unknown) => void;
}

export interface Accounts {
  /**
   * The stored account, created from the Auth record on the first call (safe for parallel calls), and marked as seen. Reads 1 document;
   * looks up the Auth record only for new accounts, missing names and changed email addresses.
   * @throws AppError `unauthorized` if the account was deleted while its token was valid
   */
  recall(identity: TokenIdentity): Promise<StoredUser>;
  /** Adds a missing name from the Auth record, because providers report a new user before the name is set. */
  complete(user: StoredUser): Promise<StoredUser>;
}

export function createAccounts({ users, auth, blockedAddresses, siteName, clock, onError }: Dependencies): Accounts {
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
    const displayName = nameOf(await authRecord(user.id), await siteName());
    return displayName === null ? user : ((await users.updateProfile(user.id, { displayName }, clock.now())) ?? user);
  }

  async function followAddress(user: StoredUser): Promise<StoredUser> {
    const { email = null, emailVerified: isEmailVerified } = await authRecord(user.id);
    if (email === user.email && isEmailVerified === user.isEmailVerified) return user;
    return (await users.updateProfile(user.id, { email, isEmailVerified }, clock.now())) ?? user;
  }

  /** Parallel calls of one user write once per instance; the stored time covers other instances. */
  async function markSeen(user: StoredUser): Promise<StoredUser> {
    const at = clock.now();
    const lastMs = Math.max(user.lastSeenAt?.getTime() ?? 0, seenAtMs.get(user.id) ?? 0);
    if (at.getTime() - lastMs < SEEN_EVERY_MS) return { ...user, lastSeenAt: new Date(lastMs) };

    if (seenAtMs.size > 5_000) seenAtMs.clear();
    seenAtMs.set(user.id, at.getTime());
    // Not metered, because all calls within five minutes share the write.
    const written = underWay(
      withoutMeter(() => users.setSeen(user.id, at)).catch((error: unknown) =>
        onError('presence was not written', error),
      ),
    );
    await Promise.race([written, new Promise((resolve) => setTimeout(resolve, SEEN_WAIT_MS).unref())]);
    return { ...user, lastSeenAt: at };
  }

  return {
    complete,

    async recall(identity) {
      let user = await users.find(identity.uid);
      if (!user) {
        const record = await authRecord(identity.uid);
        const at = clock.now();
        const account = newAccount(record, at, await siteName());
        const isBlocked = account.email !== null && (await blockedAddresses.has(account.email));
        user = await users.createIfAbsent({ ...account, ...(isBlocked && { isBlocked, blockedAt: at }) });
      }
      if (user.isBlocked) return user;

      const isVerifiedSince = identity.isEmailVerified === true && !user.isEmailVerified;
      if (isVerifiedSince || (identity.email !== undefined && identity.email !== user.email)) {
        user = await followAddress(user);
      }
      const ageMs = clock.now().getTime() - user.createdAt.getTime();
      if (user.displayName === null && ageMs < NAME_FOLLOWS_WITHIN_MS) user = await complete(user);
      return markSeen(user);
    },
  };
}

/** Rejects names that would publish an email address or impersonate staff. */
function nameOf(record: UserRecord, siteName: string): string | null {
  const name = Array.from(nameAsSeen(record.displayName ?? ''))
    .slice(0, USER_LIMITS.name)
    .join('');
  return isBlank(name) || /\S@\S/.test(name) || isReservedName(name, siteName) ? null : name;
}

/** @param siteName by default that of the build, for accounts created while the site does not run */
export function newAccount(record: UserRecord, now: Date, siteName: string = BUILT_NAME): StoredUser {
  const photo = ImageUrl.safeParse(record.photoURL);
  const profileImageUrl = photo.success && isProviderPicture(photo.data) ? photo.data : null;
  // Auth stores times in whole seconds. The end of that second makes earlier broadcasts older than the account.
  const createdMs = Date.parse(record.metadata.creationTime) + 999;
  return {
    id: record.uid,
    email: record.email ?? null,
    isEmailVerified: record.emailVerified === true,
    firstName: null,
    lastName: null,
    displayName: nameOf(record, siteName),
    mobileNumber: null,
    telephoneNumber: null,
    profileImageUrl,
    text: null,
    website: null,
    handles: {},
    hasLocalImage: isLocalImage(profileImageUrl),
    role: 'user',
    writing: 'none',
    isBlocked: false,
    blockedAt: null,
    leaving: null,
    previewsEndedAt: null,
    invitationsEndedAt: null,
    createdAt: new Date(Math.min(now.getTime(), Number.isNaN(createdMs) ? now.getTime() : createdMs)),
    lastSeenAt: null,
    readBefore: null,
    readIds: [],
    startsWithMail: true,
    knowsOfMail: false,
  };
}
