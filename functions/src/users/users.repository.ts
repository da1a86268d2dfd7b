import { canBlock, canChangeRole } from '@inkwell/shared/permissions';
import type { Role } from '@inkwell/shared/roles';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import { isLocalImage } from '../uploads/image-url.ts';
import { decodeUser, encodeNewUser, findableUser, type StoredUser } from './users.converter.ts';

/** The fields of a person's profile; absent ones stay. */
export type ProfileFields = Partial<
  Pick<
    StoredUser,
    'displayName' | 'firstName' | 'lastName' | 'mobileNumber' | 'telephoneNumber' | 'profileImageUrl' | 'email'
  >
>;

/** Why an administrative change did not happen. The record is untouched then. */
export type Refusal =
  | 'not-found'
  | 'actor-not-admin'
  | 'own-role'
  | 'own-block'
  | 'target-is-admin'
  | 'target-is-blocked';
export type AdminChange = { readonly user: StoredUser } | { readonly refused: Refusal };

/** What came of giving a role from outside the product: the role before, null where there was no record, or why not. */
export type RoleGrant = { readonly before: Role | null } | { readonly refused: 'target-is-blocked' | 'only-admin' };

export interface UserRepository {
  /** Reads 1 document. */
  find(id: string): Promise<StoredUser | null>;
  /** The accounts that exist among `ids`. Reads 1 document per distinct id. */
  findMany(ids: readonly string[]): Promise<ReadonlyMap<string, StoredUser>>;
  /**
   * Stores a new account unless there is one already; answers what is stored then. Safe under parallel calls. One that begins with a role
   * or a block is noted in the audit log.
   */
  createIfAbsent(user: StoredUser): Promise<StoredUser>;
  /**
   * Writes the given fields; null when there is no account. Reads and writes 1, and one more of each for a picture that comes or
   * goes.
   */
  updateProfile(id: string, fields: ProfileFields, at: Date): Promise<StoredUser | null>;
  /** Blind write of one field. */
  setSeen(id: string, at: Date): Promise<void>;
  /**
   * Gives another role, with an audit entry, in one transaction that checks again that the actor is an admin. So every
   * demotion leaves its actor an admin, and the last one cannot vanish, two parallel demotions included: the second
   * finds that its actor is no longer one. A role the account has already changes nothing.
   */
  changeRole(actorId: string, id: string, role: Role, at: Date): Promise<AdminChange>;
  /**
   * Gives the account a role from outside the product, with an audit entry by `actorId`, in one transaction; `account` is
   * stored first where there is no record. The only admin stays one. A role the account has already changes nothing.
   */
  grantRole(account: StoredUser, role: Role, by: { actorId: string; at: Date }): Promise<RoleGrant>;
  /** Blocks or unblocks in one transaction with an audit entry; `blockedAt` tells listeners. A repeat changes nothing. */
  setBlocked(actorId: string, id: string, isBlocked: boolean, at: Date): Promise<AdminChange>;
}

/** The entry of the audit log for an account that is created with a role or a block, as by the seed. */
const creationOf = ({ id, role, isBlocked }: StoredUser) =>
  ({
    actorId: 'system',
    action: 'user.create',
    target: `users/${id}`,
    before: null,
    after: { role, isBlocked },
  }) as const;

const shownBy = (user: StoredUser) => referencesOf(PICTURE_REFERENCES.users, user);

export function createUserRepository(db: Firestore, pictures: Pick<PictureTable, 'move'>): UserRepository {
  const users = db.collection('users');

  const find = async (id: string) => decodeUser(await users.doc(id).get());

  async function readActorAndTarget(transaction: Transaction, actorId: string, id: string) {
    const [actor, target] = await transaction.getAll(users.doc(actorId), users.doc(id));
    return { actor: actor ? decodeUser(actor) : null, target: target ? decodeUser(target) : null };
  }

  return {
    find,

    async findMany(ids) {
      const refs = [...new Set(ids)].map((id) => users.doc(id));
      const found = refs.length > 0 ? (await db.getAll(...refs)).map(decodeUser) : [];
      return new Map(found.filter((user) => user !== null).map((user) => [user.id, user]));
    },

    async createIfAbsent(user) {
      try {
        const batch = db.batch().create(users.doc(user.id), encodeNewUser(user));
        if (user.role !== 'user' || user.isBlocked) appendAudit(db, batch, creationOf(user), user.createdAt);
        await batch.commit();
        return user;
      } catch (error) {
        const existing = await find(user.id);
        if (existing) return existing;
        throw error;
      }
    },

    updateProfile: (id, fields, at) =>
      runTransaction(db, async (transaction) => {
        const ref = users.doc(id);
        const before = decodeUser(await transaction.get(ref));
        if (!before || Object.keys(fields).length === 0) return before;
        const after = { ...before, ...fields };
        const found = findableUser(after);
        if (after.profileImageUrl === before.profileImageUrl) {
          transaction.update(ref, { ...fields, ...found });
          return after;
        }

        const image = { hasLocalImage: isLocalImage(after.profileImageUrl), pictures: shownBy(after) };
        const change = { before: shownBy(before), after: image.pictures };
        const references = await pictures.move(transaction, change, at);
        transaction.update(ref, { ...fields, ...found, ...image });
        references.write();
        return { ...after, hasLocalImage: image.hasLocalImage };
      }),

    async setSeen(id, at) {
      await users.doc(id).update({ lastSeenAt: at });
    },

    changeRole: (actorId, id, role, at) =>
      runTransaction(db, async (transaction) => {
        const { actor, target } = await readActorAndTarget(transaction, actorId, id);
        if (!actor || actor.isBlocked || actor.role !== 'admin') return { refused: 'actor-not-admin' as const };
        if (!target) return { refused: 'not-found' as const };
        if (!canChangeRole(actor, target)) return { refused: 'own-role' as const };
        if (target.role === role) return { user: target };
        if (role === 'admin' && target.isBlocked) return { refused: 'target-is-blocked' as const };

        transaction.update(users.doc(id), { role });
        const entry = { actorId, action: 'user.role', target: `users/${id}` } as const;
        appendAudit(db, transaction, { ...entry, before: { role: target.role }, after: { role } }, at);
        return { user: { ...target, role } };
      }),

    grantRole: (account, role, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const ref = users.doc(account.id);
        const user = decodeUser(await transaction.get(ref));
        if (user?.role === role) return { before: role };
        if (user?.isBlocked && role === 'admin') return { refused: 'target-is-blocked' as const };
        if (user?.role === 'admin') {
          const admins = await transaction.get(users.where('role', '==', 'admin').limit(2).select());
          if (admins.size < 2) return { refused: 'only-admin' as const };
        }

        if (user) transaction.update(ref, { role });
        else transaction.create(ref, encodeNewUser({ ...account, role }));
        const entry = { actorId, action: 'user.role', target: `users/${account.id}` } as const;
        appendAudit(db, transaction, { ...entry, before: user && { role: user.role }, after: { role } }, at);
        return { before: user?.role ?? null };
      }),

    setBlocked: (actorId, id, isBlocked, at) =>
      runTransaction(db, async (transaction) => {
        const { actor, target } = await readActorAndTarget(transaction, actorId, id);
        if (!actor || actor.isBlocked || actor.role !== 'admin') return { refused: 'actor-not-admin' as const };
        if (!target) return { refused: 'not-found' as const };
        if (isBlocked && actor.id === target.id) return { refused: 'own-block' as const };
        if (isBlocked && !canBlock(actor, target)) return { refused: 'target-is-admin' as const };
        if (target.isBlocked === isBlocked) return { user: target };

        const change = { isBlocked, blockedAt: isBlocked ? at : null };
        transaction.update(users.doc(id), change);
        const action = isBlocked ? ('user.block' as const) : ('user.unblock' as const);
        const states = { before: { isBlocked: target.isBlocked }, after: { isBlocked } };
        appendAudit(db, transaction, { actorId, action, target: `users/${id}`, ...states }, at);
        return { user: { ...target, ...change } };
      }),
  };
}
