import { canBlock, canChangeRole, canPublish, canWrite, type Viewer } from '@inkwell/shared/permissions';
import type { CommentsOfDeleted } from '@inkwell/shared/personal-data';
import type { Role } from '@inkwell/shared/roles';
import type { Writing } from '@inkwell/shared/writing';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { nextById } from '../firestore/next-by-id.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { FixedJob, NewJob } from '../jobs/job.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import { isLocalImage } from '../uploads/image-url.ts';
import { createRightTable, withRole } from './rights.repository.ts';
import { unscheduleJob } from './unschedule.job.ts';
import { decodeUser, encodeNewUser, findableUser, type StoredUser } from './users.converter.ts';

/** The fields of a profile; omitted fields do not change. */
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
    | 'isEmailVerified'
  >
>;

/** Why an administrative change was refused and nothing was written. */
export type Refusal =
  | 'not-found'
  | 'actor-not-admin'
  | 'own-role'
  | 'own-block'
  | 'target-is-admin'
  | 'target-is-blocked'
  | 'writer-is-blocked'
  | 'target-leaves'
  | 'own-account'
  | 'last-admin';
/** The account afterwards, and the job for its scheduled posts, which the caller must start. */
export type AdminChange = { readonly user: StoredUser; readonly job?: string | null } | { readonly refused: Refusal };

/** Who deletes which account, and when it is deleted. */
export interface Leave {
  readonly id: string;
  /** The account itself, an admin, or `system` for accounts that the sign-in provider no longer has. */
  readonly actorId: string;
  readonly comments: CommentsOfDeleted;
  readonly at: Date;
  readonly leavesAt: Date;
  /** The job that deletes it, with the key of `LeavingAccount`. */
  readonly job: FixedJob;
  readonly key: string;
}

/** The previous role, null if there was no account, or why the change was refused. */
export type RoleGrant = { readonly before: Role | null } | { readonly refused: 'target-is-blocked' | 'only-admin' };

export interface UserRepository {
  /** Reads 1 document. */
  find(id: string): Promise<StoredUser | null>;
  /** Moderators and admins, at most `limit`. Reads each, at least 1. */
  staff(limit: number): Promise<StoredUser[]>;
  /** The account with an address in lowercase, as Auth stores it. Reads 1 document. */
  findByEmail(email: string): Promise<StoredUser | null>;
  /** The existing accounts among `ids`. Reads 1 document for each distinct id. */
  findMany(ids: readonly string[]): Promise<ReadonlyMap<string, StoredUser>>;
  /**
   * Stores a new account unless there is one, and returns the stored account. Safe under parallel calls. Accounts created with a role, a
   * right or a block get an audit entry.
   */
  createIfAbsent(user: StoredUser): Promise<StoredUser>;
  /**
   * Writes these fields, and adds `job`; null if there is no account. Reads and writes 1 document, and one more for each added or removed picture and
   * for the job.
   */
  updateProfile(id: string, fields: ProfileFields, at: Date, job?: NewJob | null): Promise<StoredUser | null>;
  /** Writes one field without reading. */
  setSeen(id: string, at: Date): Promise<void>;
  /**
   * Changes a role and adds an audit entry, in one transaction that checks that the actor is an admin. So every demotion leaves its actor an admin:
   * of two parallel demotions, the second fails because its actor is no longer an admin. An unchanged role writes nothing.
   */
  changeRole(actorId: string, id: string, role: Role, at: Date): Promise<AdminChange>;
  /**
   * Gives or withdraws the right to write and adds an audit entry, in one transaction that checks that the actor is an admin. An unchanged right
   * writes nothing.
   */
  changeWriting(actorId: string, id: string, writing: Writing, at: Date): Promise<AdminChange>;
  /**
   * Changes a role from outside the product and adds an audit entry by `actorId`, in one transaction. Creates `account` if it does not exist. Refuses
   * to demote the only admin. An unchanged role writes nothing.
   */
  grantRole(account: StoredUser, role: Role, by: { actorId: string; at: Date }): Promise<RoleGrant>;
  /**
   * Blocks or unblocks an account and adds an audit entry, in one transaction. `comments`, the job that hides or shows all comments, is queued behind
   * earlier work on them, with its own entry. Listeners watch `blockedAt`. Safe to repeat.
   */
  setBlocked(
    actorId: string,
    id: string,
    isBlocked: boolean,
    at: Date,
    comments?: FixedJob | null,
  ): Promise<AdminChange>;
  /**
   * Starts the deletion of an account, in one transaction with its job. The account is blocked meanwhile. Refused for the last remaining admin,
   * except to `system`. A repeat changes nothing. Reads 1 or 2 documents, and for an admin also the admins; writes 2, or 3 with an admin's entry.
   */
  leave(leave: Leave): Promise<AdminChange>;
  /** Ids of all accounts, in order. Reads each. */
  ids(after: string | null, limit: number): Promise<string[]>;
  /**
   * Cancels the deletion. Changes nothing for accounts that are not leaving or whose time has come, because their deletion may have begun. Reads 1
   * document, writes 0 or 1.
   */
  keep(id: string, at: Date): Promise<StoredUser | null>;
}

/** The audit entry of an account created with a role, a right or a block, e.g. by the seed. */
const creationOf = ({ id, role, writing, isBlocked }: StoredUser) =>
  ({
    actorId: 'system',
    action: 'user.create',
    target: `users/${id}`,
    before: null,
    after: { role, ...(writing !== 'none' && { writing }), isBlocked },
  }) as const;

/** Whether an account may do less with its posts than before, so that its scheduled posts become drafts. */
const losesRights = (before: Viewer, after: Viewer): boolean =>
  (canWrite(before) && !canWrite(after)) || (canPublish(before) && !canPublish(after));

const shownBy = (user: StoredUser) => referencesOf(PICTURE_REFERENCES.users, user);

export function createUserRepository(db: Firestore, pictures: Pick<PictureTable, 'move'>): UserRepository {
  const users = db.collection('users');
  const rights = createRightTable(db);

  const find = async (id: string) => decodeUser(await users.doc(id).get());

  async function readActorAndTarget(transaction: Transaction, actorId: string, id: string) {
    const [actor, target] = await transaction.getAll(users.doc(actorId), users.doc(id));
    return { actor: actor ? decodeUser(actor) : null, target: target ? decodeUser(target) : null };
  }

  /** Whether another admin remains without this one. */
  async function hasOtherAdmin(transaction: Transaction, id: string): Promise<boolean> {
    const { docs } = await transaction.get(users.where('role', '==', 'admin').select('leaving'));
    return docs.some((admin) => admin.id !== id && !admin.get('leaving'));
  }

  /** Creates a job for the scheduled posts of an account that loses rights. Call before the transaction writes. @returns the job, if any */
  async function endPlans(
    transaction: Transaction,
    { before, after, actorId, at }: { before: StoredUser; after: Viewer; actorId: string; at: Date },
  ): Promise<string | null> {
    if (!losesRights(before, after)) return null;
    const job = unscheduleJob(before.id, actorId);
    await createJobTable(db).follow(transaction, job, at);
    return job.id;
  }

  return {
    find,

    async staff(limit) {
      const { docs } = await users.where('role', 'in', ['moderator', 'admin']).limit(limit).get();
      return docs.map(decodeUser).filter((user) => user !== null);
    },

    async findByEmail(email) {
      const { docs } = await users.where('email', '==', email).limit(1).get();
      return docs[0] ? decodeUser(docs[0]) : null;
    },

    async findMany(ids) {
      const refs = [...new Set(ids)].map((id) => users.doc(id));
      const found = refs.length > 0 ? (await db.getAll(...refs)).map(decodeUser) : [];
      return new Map(found.filter((user) => user !== null).map((user) => [user.id, user]));
    },

    async createIfAbsent(user) {
      try {
        const batch = db.batch().create(users.doc(user.id), encodeNewUser(user));
        if (canWrite(user) || user.isBlocked) appendAudit(db, batch, creationOf(user), user.createdAt);
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

        const job = await endPlans(transaction, { before: target, after: withRole(target, role), actorId, at });
        return { user: rights.setRole(transaction, target, role, { actorId, at }), job };
      }),

    changeWriting: (actorId, id, writing, at) =>
      runTransaction(db, async (transaction) => {
        const { actor, target } = await readActorAndTarget(transaction, actorId, id);
        if (!actor || actor.isBlocked || actor.role !== 'admin') return { refused: 'actor-not-admin' as const };
        if (!target) return { refused: 'not-found' as const };
        if (target.writing === writing) return { user: target };
        if (target.isBlocked) return { refused: 'writer-is-blocked' as const };

        const job = await endPlans(transaction, { before: target, after: { ...target, writing }, actorId, at });
        return { user: rights.setWriting(transaction, target, writing, { actorId, at }), job };
      }),

    grantRole: (account, role, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const ref = users.doc(account.id);
        const user = decodeUser(await transaction.get(ref));
        if (user?.role === role) return { before: role };
        if (user?.isBlocked && role === 'admin') return { refused: 'target-is-blocked' as const };
        if (user?.role === 'admin') {
          if (!(await hasOtherAdmin(transaction, user.id))) return { refused: 'only-admin' as const };
        }

        if (user) {
          await endPlans(transaction, { before: user, after: withRole(user, role), actorId, at });
          rights.setRole(transaction, user, role, { actorId, at });
          return { before: user.role };
        }
        transaction.create(ref, encodeNewUser({ ...account, role }));
        const entry = { actorId, action: 'user.role', target: `users/${account.id}` } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: { role } }, at);
        return { before: null };
      }),

    setBlocked: (actorId, id, isBlocked, at, comments = null) =>
      runTransaction(db, async (transaction) => {
        const { actor, target } = await readActorAndTarget(transaction, actorId, id);
        if (!actor || actor.isBlocked || actor.role !== 'admin') return { refused: 'actor-not-admin' as const };
        if (!target) return { refused: 'not-found' as const };
        if (isBlocked && actor.id === target.id) return { refused: 'own-block' as const };
        if (isBlocked && !canBlock(actor, target)) return { refused: 'target-is-admin' as const };
        if (target.leaving && !isBlocked && !target.leaving.wasBlocked) return { refused: 'target-leaves' as const };

        const about = { actorId, target: `users/${id}` };
        // Both are read first, because a transaction must read before it writes.
        const [job] = await Promise.all([
          isBlocked && !(target.leaving?.wasBlocked ?? target.isBlocked)
            ? endPlans(transaction, { before: target, after: null, actorId, at })
            : Promise.resolve(null),
          comments && createJobTable(db).follow(transaction, comments, at),
        ]);
        if (comments) {
          const action = isBlocked ? 'comments.hide-all' : 'comments.show-all';
          appendAudit(db, transaction, { ...about, action, before: null, after: { reason: null } }, at);
        }
        if (target.leaving) {
          // The account stays blocked. This decides whether its address is kept.
          if (target.leaving.wasBlocked === isBlocked) return { user: target };
          const leaving = { ...target.leaving, wasBlocked: isBlocked };
          transaction.update(users.doc(id), { leaving, ...(isBlocked && { writing: 'none' }) });
          const act = isBlocked ? 'user.block' : 'user.unblock';
          const entry = { ...about, action: act, before: { isBlocked: !isBlocked }, after: { isBlocked } } as const;
          appendAudit(db, transaction, entry, at);
          return { user: { ...target, leaving }, job };
        }
        if (target.isBlocked === isBlocked) return { user: target };

        const ended = isBlocked && { writing: 'none' as const, previewsEndedAt: at };
        const change = { isBlocked, blockedAt: isBlocked ? at : null, ...ended };
        transaction.update(users.doc(id), change);
        const action = isBlocked ? 'user.block' : 'user.unblock';
        const { writing } = target;
        const lost = isBlocked && writing !== 'none';
        const states = {
          before: { isBlocked: target.isBlocked, ...(lost && { writing }) },
          after: { isBlocked, ...(lost && { writing: 'none' }) },
        };
        appendAudit(db, transaction, { ...about, action, ...states }, at);
        return { user: { ...target, ...change }, job };
      }),

    leave: ({ id, actorId, comments, at, leavesAt, job, key }) =>
      runTransaction(db, async (transaction) => {
        const isByAdmin = actorId !== id && actorId !== 'system';
        const { actor, target } = isByAdmin
          ? await readActorAndTarget(transaction, actorId, id)
          : { actor: null, target: decodeUser(await transaction.get(users.doc(id))) };
        if (isByAdmin && (!actor || actor.isBlocked || actor.role !== 'admin')) {
          return { refused: 'actor-not-admin' as const };
        }
        if (!target) return { refused: 'not-found' as const };
        if (target.leaving) return { user: target };
        if (actorId !== 'system' && target.role === 'admin' && !(await hasOtherAdmin(transaction, id))) {
          return { refused: 'last-admin' as const };
        }
        const leaving = { key, requestedAt: at, at: leavesAt, comments, wasBlocked: target.isBlocked };
        // Sockets are closed by `blockedAt`.
        transaction.update(users.doc(id), { leaving, isBlocked: true, blockedAt: at });
        createJobTable(db).add(transaction, job, at);
        if (isByAdmin) {
          const entry = { actorId, action: 'user.delete', target: `users/${id}` } as const;
          appendAudit(db, transaction, { ...entry, before: null, after: { leavesAt, comments } }, at);
        }
        return { user: { ...target, leaving, isBlocked: true, blockedAt: at } };
      }),

    ids: async (after, limit) => (await nextById(users.select(), after, limit)).docs.map(({ id }) => id),

    keep: (id, at) =>
      runTransaction(db, async (transaction) => {
        const user = decodeUser(await transaction.get(users.doc(id)));
        if (!user?.leaving || user.leaving.at <= at) return user;
        const { wasBlocked } = user.leaving;
        const change = { leaving: null, isBlocked: wasBlocked, blockedAt: wasBlocked ? user.blockedAt : null };
        transaction.update(users.doc(id), change);
        return { ...user, ...change };
      }),
  };
}
