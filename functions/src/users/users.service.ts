import { AppError, type ErrorCode } from '@inkwell/shared/errors';
import { canEditProfile, isAdmin, isStaff, type Viewer } from '@inkwell/shared/permissions';
import type { Role } from '@inkwell/shared/roles';
import type { ProfilePatch, User } from '@inkwell/shared/users';
import type { Clock } from '../common/clock.ts';
import type { ImageStore } from '../uploads/image-store.ts';
import type { Accounts } from './accounts.service.ts';
import { isReservedName } from './reserved-names.ts';
import { type StoredUser, toUser } from './users.converter.ts';
import type { AdminChange, Refusal, UserRepository } from './users.repository.ts';

type Actor = NonNullable<Viewer>;

/** What an administrative refusal says to people. */
const REFUSED: Record<Refusal, readonly [ErrorCode, string?]> = {
  'not-found': ['not-found'],
  'actor-not-admin': ['forbidden'],
  'own-role': ['forbidden', 'You cannot change your own role.'],
  'own-block': ['forbidden', 'You cannot block your own account.'],
  'target-is-admin': ['forbidden', 'Administrators cannot be blocked. Change the role first.'],
  'target-is-blocked': ['conflict', 'This account is blocked. Unblock it before making it an administrator.'],
};

interface Dependencies {
  readonly users: UserRepository;
  readonly accounts: Accounts;
  readonly images: Pick<ImageStore, 'canUse'>;
  /** Told after a name or a picture has changed, so that what carries them follows. */
  readonly onProfileChanged: (userId: string, change: { isRenamed: boolean }) => Promise<void>;
  /** Hides all that a person wrote below posts. */
  readonly hideComments: (actor: Actor, userId: string) => Promise<void>;
  readonly clock: Clock;
}

export interface UserService {
  /** The caller's account, with the name that Auth has for it by now. */
  current(user: StoredUser): Promise<User>;
  /**
   * Changes the given fields of the caller's profile; a repeat changes nothing more. Product §7.
   * @throws AppError `forbidden` for any other id, known or not; `bad-request` for a picture that is neither their own nor the
   * sign-in provider's, and for names that are addresses or reserved
   */
  updateProfile(actor: Actor, id: string, patch: ProfilePatch): Promise<User>;
  /** @throws AppError `forbidden` unless an admin asks, and for their own role; `not-found`; `conflict` */
  changeRole(actor: Actor, id: string, role: Role): Promise<User>;
  /**
   * Effective on the account's next call; hides its comments too where asked to. @throws AppError `forbidden` for admins' accounts;
   * `not-found`
   */
  setBlocked(actor: Actor, id: string, isBlocked: boolean, also?: { hideComments: boolean }): Promise<User>;
}

const holdsAddress = (name: string | null | undefined): boolean => /\S@\S/.test(name ?? '');

export function createUserService(dependencies: Dependencies): UserService {
  const { users, accounts, images, onProfileChanged, hideComments, clock } = dependencies;

  function settle(change: AdminChange): User {
    if ('user' in change) return toUser(change.user, clock.now());
    throw new AppError(...REFUSED[change.refused]);
  }

  return {
    current: async (user) => toUser(await accounts.complete(user), clock.now()),

    async updateProfile(actor, id, patch) {
      if (!canEditProfile(actor, id)) throw new AppError('forbidden');
      // Both are shown to everybody beside what the person wrote, where addresses are not.
      if (holdsAddress(patch.displayName)) {
        throw new AppError('bad-request', 'Display name cannot be an e-mail address');
      }
      if (holdsAddress(patch.firstName)) throw new AppError('bad-request', 'First name cannot be an e-mail address');
      const before = await users.find(id);
      if (!before) throw new AppError('not-found');
      for (const field of ['displayName', 'firstName'] as const) {
        const name = patch[field];
        if (name && name !== before[field] && !isStaff(actor) && isReservedName(name)) {
          throw new AppError('bad-request', 'This name is reserved');
        }
      }
      const image = patch.profileImageUrl;
      if (image && image !== before.profileImageUrl && !(await images.canUse(id, image))) {
        throw new AppError('bad-request', 'Invalid image URL');
      }

      const changes = Object.entries(patch).filter(([field, value]) => before[field as keyof ProfilePatch] !== value);
      const after = await users.updateProfile(id, Object.fromEntries(changes), clock.now());
      if (!after) throw new AppError('not-found');
      const isRenamed = after.displayName !== before.displayName || after.firstName !== before.firstName;
      const isShown = isRenamed || after.profileImageUrl !== before.profileImageUrl;
      if (isShown) await onProfileChanged(id, { isRenamed });
      return toUser(after, clock.now());
    },

    async changeRole(actor, id, role) {
      if (!isAdmin(actor)) throw new AppError('forbidden');
      return settle(await users.changeRole(actor.id, id, role, clock.now()));
    },

    async setBlocked(actor, id, isBlocked, also = { hideComments: false }) {
      if (!isAdmin(actor)) throw new AppError('forbidden');
      const user = settle(await users.setBlocked(actor.id, id, isBlocked, clock.now()));
      // After the block: what they write until then is hidden too.
      if (also.hideComments) await hideComments(actor, id);
      return user;
    },
  };
}
