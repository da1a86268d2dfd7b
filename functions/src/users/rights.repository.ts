import { canPublish } from '@inkwell/shared/permissions';
import type { Role } from '@inkwell/shared/roles';
import type { Writing } from '@inkwell/shared/writing';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { StoredUser } from './users.converter.ts';

interface By {
  readonly actorId: string;
  /** Who offered the right that the actor accepted. */
  readonly onBehalfOf?: string;
  readonly at: Date;
}

/**
 * Changes an account's rights within the caller's transaction, with an audit entry. `account` is the account as read in that transaction. Each method
 * writes 2 documents and returns the changed account.
 */
export interface RightTable {
  setRole(transaction: Transaction, account: StoredUser, role: Role, by: By): StoredUser;
  setWriting(transaction: Transaction, account: StoredUser, writing: Writing, by: By): StoredUser;
}

/** The rights that end with a role: preview links of former staff, and invitations of former admins. */
const ending = (before: Role, after: Role, at: Date) => ({
  ...(after === 'user' && { previewsEndedAt: at }),
  ...(before === 'admin' && after !== 'admin' && { invitationsEndedAt: at }),
});

/** The account with another role. Former staff have no right to write. */
export const withRole = <Account extends Pick<StoredUser, 'role' | 'writing'>>(
  account: Account,
  role: Role,
): Account => ({
  ...account,
  role,
  ...(role === 'user' && { writing: 'none' }),
});

export function createRightTable(db: Firestore): RightTable {
  const users = db.collection('users');

  return {
    setRole(transaction, account, role, { at, ...who }) {
      const { writing } = withRole(account, role);
      const change = { role, writing, ...ending(account.role, role, at) };
      transaction.update(users.doc(account.id), change);
      const entry = { ...who, action: 'user.role', target: `users/${account.id}` } as const;
      const isLost = writing !== account.writing;
      const before = { role: account.role, ...(isLost && { writing: account.writing }) };
      appendAudit(db, transaction, { ...entry, before, after: { role, ...(isLost && { writing }) } }, at);
      return { ...account, ...change };
    },

    setWriting(transaction, account, writing, { at, ...who }) {
      const change = { writing, ...(!canPublish({ ...account, writing }) && { previewsEndedAt: at }) };
      transaction.update(users.doc(account.id), change);
      const entry = { ...who, action: 'user.writing', target: `users/${account.id}` } as const;
      appendAudit(db, transaction, { ...entry, before: { writing: account.writing }, after: { writing } }, at);
      return { ...account, ...change };
    },
  };
}
