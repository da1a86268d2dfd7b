import { canBlock, canChangeRole } from '@inkwell/shared/permissions';
import type { Role } from '@inkwell/shared/roles';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { NewJob } from '../jobs/job.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import { isLocalImage } from '../uploads/image-url.ts';
import { decodeUser, encodeNewUser, findableUser, type StoredUser } from './users.converter.ts';

/** The fields of a profile; omitted fields stay. */
export type ProfileFields = Partial<
  Pick<
    StoredUser,
    | 'displayName'
    | 'firstName'
    | 'lastName'
    | 'mobileNumber'
    | 'telephoneNumber'
    | 'profileImageUrl'
    | 'text'
    | 'website'
    | 'handles'
    | 'email'
  >
>;

/** Why an administrative change was refused and nothing was written. */
export type Refusal =
  | 'not-found'
  | 'actor-not-admin'
  | 'own-role'
  | 'own-block'
  | 'target-is-admin'
  | 'target-is-blocked';
export type AdminChange = { readonly user: StoredUser } | { readonly refused: Refusal };

/** The previous role, null if there was no account, or why the change was refused. */
export type RoleGrant = { readonly before: Role | null } | { readonly refused: 'target-is-blocked' | 'only-admin' };

export interface UserRepository {
  /** Reads 1 document. */
  find(id: string): Promise<StoredUser | null>;
  /** The existing accounts among `ids`. Reads 1 document for each distinct id. */
  findMany(ids: readonly string[]): Promise<ReadonlyMap<string, StoredUser>>;
  /**
   * Stores a new account unless there is one, and returns the stored account. Safe under parallel calls. Accounts created with a role or a
   * block get an audit entry.
   */
  createIfAbsent(user: StoredUser): Promise<StoredUser>;
  /**
   * Writes the given fields, and adds `job`; null if there is no account. Reads and writes 1 document, and one more for each added or removed
   * picture and for the job.
   */
  updateProfile(id: string, fields: ProfileFields, at: Date, job?: NewJob | null): Promise<StoredUser | null>;
  /** Writes one field without reading. */
  setSeen(id: string, at: Date): Promise<void>;
  /**
   * Changes a role and adds an audit entry, in one transaction that checks that the actor is an admin. So every demotion leaves its actor
   * an admin: of two parallel demotions, the second fails because its actor is no longer an admin. An equal role changes nothing.
   */
  changeRole(actorId: string, id: string, role: Role, at: Date): Promise<AdminChange>;
  /**
   * Changes a role from outside the product and adds an audit entry by `actorId`, in one transaction. Creates `account` if it does not
   * exist. Refuses to demote the only admin. An equal role changes nothing.
   */
  grantRole(account: StoredUser, role: Role, by: { actorId: string; at: Date }): Promise<RoleGrant>;
  /**
   * Blocks or unblocks and adds an audit entry, in one transaction; `comments`, the job that hides or shows all comments, follows earlier work
   * about them, with an entry of its own. Listeners watch `blockedAt`. Safe to repeat.
   */
  setBlocked(
    actorId: string,
    id: string,
    isBlocked: boolean,
    at: Date,
    comments?: (NewJob & { readonly id: string }) | null,
  ): Promise<AdminChange>;
}

/** The audit entry of an account created with a role or a block, as by the seed. */
const creationOf = ({ id, role, isBlocked }: StoredUser) =>
  ({
    actorId: 'system',
    action: 'user.create',
    target: `users/${id}`,
    before: null,
    after: { role, isBlocked },
  }) as const;

/** The additional field of a change to a role without the right to make preview links: earlier links end. */
const endingPreviews = ({ role }: { readonly role: Role }, at: Date) => role === 'user' && { previewsEndedAt: at };

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

    updateProfile: (id, fields, at, job = null) =>
      runTransaction(db, async (transaction) => {
        const ref = users.doc(id);
        const before = decodeUser(await transaction.get(ref));
        if (!before || Object.keys(fields).length === 0) return before;
        const after = { ...before, ...fields };
        const found = findableUser(after);
        const addJob = () => job && createJobTable(db).add(transaction, job, at);
        if (after.profileImageUrl === before.profileImageUrl) {
          addJob();
          transaction.update(ref, { ...fields, ...found });
          return after;
        }

        const image = { hasLocalImage: isLocalImage(after.profileImageUrl), pictures: shownBy(after) };
        const change = { before: shownBy(before), after: image.pictures };
        const references = await pictures.move(transaction, change, at);
        addJob();
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

        transaction.update(users.doc(id), { role, ...endingPreviews({ role }, at) });
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

        if (user) transaction.update(ref, { role, ...endingPreviews({ role }, at) });
        else transaction.create(ref, encodeNewUser({ ...account, role }));
        const entry = { actorId, action: 'user.role', target: `users/${account.id}` } as const;
        appendAudit(db, transaction, { ...entry, before: user && { role: user.role }, after: { role } }, at);
        return { before: user?.role ?? null };
      }),

    setBlocked: (actorId, id, isBlocked, at, comments = null) =>
      runTransaction(db, async (transaction) => {
        const { actor, target } = await readActorAndTarget(transaction, actorId, id);
        if (!actor || actor.isBlocked || actor.role !== 'admin') return { refused: 'actor-not-admin' as const };
        if (!target) return { refused: 'not-found' as const };
        if (isBlocked && actor.id === target.id) return { refused: 'own-block' as const };
        if (isBlocked && !canBlock(actor, target)) return { refused: 'target-is-admin' as const };

        const about = { actorId, target: `users/${id}` };
        if (comments) {
          await createJobTable(db).follow(transaction, comments, at);
          const action = isBlocked ? 'comments.hide-all' : 'comments.show-all';
          appendAudit(db, transaction, { ...about, action, before: null, after: { reason: null } }, at);
        }
        if (target.isBlocked === isBlocked) return { user: target };

        const change = { isBlocked, blockedAt: isBlocked ? at : null };
        transaction.update(users.doc(id), { ...change, ...(isBlocked && { previewsEndedAt: at }) });
        const action = isBlocked ? 'user.block' : 'user.unblock';
        const states = { before: { isBlocked: target.isBlocked }, after: { isBlocked } };
        appendAudit(db, transaction, { ...about, action, ...states }, at);
        return { user: { ...target, ...change } };
      }),
  };
}
