import { AppError, type ErrorCode } from '@inkwell/shared/errors';
import { type Actor, canChangeWriting, canEditProfile, canWrite, isAdmin, isStaff } from '@inkwell/shared/permissions';
import type { Role } from '@inkwell/shared/roles';
import type { ProfilePatch, User } from '@inkwell/shared/users';
import type { Writing } from '@inkwell/shared/writing';
import type { Clock } from '../common/clock.ts';
import type { FixedJob, NewJob } from '../jobs/job.ts';
import type { ImageStore } from '../uploads/image-store.ts';
import type { Accounts } from './accounts.service.ts';
import { holdsAddress } from './authors.ts';
import { isReservedName } from './reserved-names.ts';
import { type StoredUser, toUser } from './users.converter.ts';
import type { AdminChange, Refusal, UserRepository } from './users.repository.ts';

/** The answers to administrative refusals. */
export const REFUSED: Record<Refusal, readonly [ErrorCode, string?]> = {
  'not-found': ['not-found'],
  'actor-not-admin': ['forbidden'],
  'own-role': ['forbidden', 'You cannot change your own role.'],
  'own-block': ['forbidden', 'You cannot block your own account.'],
  'target-is-admin': ['forbidden', 'Administrators cannot be blocked. Change the role first.'],
  'target-is-blocked': ['conflict', 'This account is blocked. Unblock it before making it an administrator.'],
  'target-leaves': ['conflict', 'This account is being deleted. Only its owner can keep it.'],
  'own-account': ['forbidden', 'Delete your own account in your profile.'],
  'last-admin': ['conflict', 'This is the only administrator. Make somebody else an administrator first.'],
  'writer-is-blocked': ['conflict', 'This account is blocked. Unblock it before giving it the right to write.'],
};

/** The work that a change of name causes: search finds posts by their authors' names. */
export interface Renaming {
  /** The job that is stored with the new name; null for an account without published posts. */
  jobFor(userId: string): Promise<NewJob | null>;
  /** Runs it for a few seconds; the function `work` continues it. */
  begin(jobId: string): Promise<void>;
  /** Call after a change of name without a job, because a first post published meanwhile may have read the earlier name. */
  catchUp(userId: string): Promise<void>;
}

/** The work on all comments of an account that a block hides, or that unblocking shows again. */
export interface BlockedComments {
  /** The job stored with the block or unblock. */
  jobFor(actorId: string, userId: string, isHidden: boolean): FixedJob;
  /** Runs it for a few seconds; the function `work` continues it. */
  begin(jobId: string): Promise<void>;
}

interface Dependencies {
  readonly users: UserRepository;
  readonly accounts: Accounts;
  readonly images: Pick<ImageStore, 'canUse'>;
  readonly renaming: Renaming;
  /** Called after a change of name or picture. */
  readonly onProfileChanged: (userId: string) => void;
  readonly blockedComments: BlockedComments;
  /** Runs a job for a few seconds; the function `work` continues it. */
  readonly beginJob: (id: string) => Promise<void>;
  /** The current name of the publication. */
  readonly siteName: () => Promise<string>;
  readonly clock: Clock;
}

export interface UserService {
  /** The caller's account, with a missing name added from Auth. */
  current(user: StoredUser): Promise<User>;
  /**
   * Changes the caller's profile. Safe to repeat. Product §7.
   * @throws AppError `forbidden` for any other id; `bad-request` for a picture that is neither the caller's nor the sign-in provider's, and
   * for names that are email addresses or reserved
   */
  updateProfile(actor: Actor, id: string, patch: ProfilePatch): Promise<User>;
  /** @throws AppError `forbidden` unless the actor is an admin and for their own role; `not-found`; `conflict` */
  changeRole(actor: Actor, id: string, role: Role): Promise<User>;
  /** Takes effect on the account's next call. @throws AppError `forbidden`; `not-found`; `conflict` for a blocked account */
  changeWriting(actor: Actor, id: string, writing: Writing): Promise<User>;
  /** Takes effect on the account's next call. @throws AppError `forbidden` for accounts of admins; `not-found` */
  setBlocked(
    actor: Actor,
    id: string,
    isBlocked: boolean,
    also?: { hideComments?: boolean; showComments?: boolean },
  ): Promise<User>;
}

export function createUserService(dependencies: Dependencies): UserService {
  const { users, accounts, images, renaming, onProfileChanged, blockedComments, beginJob, siteName, clock } =
    dependencies;

  async function settle(change: AdminChange): Promise<User> {
    if ('refused' in change) throw new AppError(...REFUSED[change.refused]);
    if (change.job) await beginJob(change.job);
    return toUser(change.user, clock.now());
  }

  return {
    current: async (user) => toUser(await accounts.complete(user), clock.now()),

    async updateProfile(actor, id, patch) {
      if (!canEditProfile(actor, id)) throw new AppError('forbidden');
      // Everybody sees both names, but not email addresses.
      if (holdsAddress(patch.displayName)) {
        throw new AppError('bad-request', 'Display name cannot be an email address');
      }
      if (holdsAddress(patch.firstName)) throw new AppError('bad-request', 'First name cannot be an email address');
      const before = await users.find(id);
      if (!before) throw new AppError('not-found');
      for (const field of ['displayName', 'firstName'] as const) {
        const name = patch[field];
        if (name && name !== before[field] && !isStaff(actor) && isReservedName(name, await siteName())) {
          throw new AppError('bad-request', 'This name is reserved');
        }
      }
      const image = patch.profileImageUrl;
      if (image && image !== before.profileImageUrl && !(await images.canUse(id, image))) {
        throw new AppError('bad-request', 'Invalid image URL');
      }

      const changes = Object.entries(patch).filter(
        ([field, value]) => JSON.stringify(before[field as keyof ProfilePatch]) !== JSON.stringify(value),
      );
      const isRenamed = changes.some(([field]) => field === 'displayName' || field === 'firstName');
      const job = isRenamed ? await renaming.jobFor(id) : null;
      const after = await users.updateProfile(id, Object.fromEntries(changes), clock.now(), job);
      if (!after) throw new AppError('not-found');
      const isAboutChanged = changes.some(([field]) => field === 'text' || field === 'website' || field === 'handles');
      const isShown = isRenamed || after.profileImageUrl !== before.profileImageUrl;
      // Only authors have a page. Readers must not clear the cache with a text that nobody sees.
      if (isShown || (isAboutChanged && canWrite(actor))) onProfileChanged(id);
      if (job?.id) await renaming.begin(job.id);
      else if (isRenamed) await renaming.catchUp(id);
      return toUser(after, clock.now());
    },

    async changeRole(actor, id, role) {
      if (!isAdmin(actor)) throw new AppError('forbidden');
      return settle(await users.changeRole(actor.id, id, role, clock.now()));
    },

    async changeWriting(actor, id, writing) {
      if (!canChangeWriting(actor)) throw new AppError('forbidden');
      return settle(await users.changeWriting(actor.id, id, writing, clock.now()));
    },

    async setBlocked(actor, id, isBlocked, also = {}) {
      if (!isAdmin(actor)) throw new AppError('forbidden');
      const concernsComments = isBlocked ? also.hideComments : also.showComments;
      const job = concernsComments ? blockedComments.jobFor(actor.id, id, isBlocked) : null;
      const user = await settle(await users.setBlocked(actor.id, id, isBlocked, clock.now(), job));
      if (job) await blockedComments.begin(job.id);
      return user;
    },
  };
}
