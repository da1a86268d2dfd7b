import { canPublish } from '@inkwell/shared/permissions';
import type { Role } from '@inkwell/shared/roles';
import type { Writing } from '@inkwell/shared/writing';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { StoredUser } from './users.converter.ts';

interface By {
  readonly actorId: string;
  /** Who offered the right that the actor took. */
  readonly onBehalfOf?: string;
  readonly at: Date;
}

/**
 * What an account may do, changed within the caller's transaction and with an audit entry. `account` is the account as that transaction read
 * it. Each writes 2 documents and returns the account afterwards.
 */
export interface RightTable {
  setRole(transaction: Transaction, account: StoredUser, role: Role, by: By): StoredUser;
  setWriting(transaction: Transaction, account: StoredUser, writing: Writing, by: By): StoredUser;
}

/** What ends with a role: preview links of those who are no members of staff any more, invitations of those who are no administrators. */
const ending = (before: Role, after: Role, at: Date) => ({
  ...(after === 'user' && { previewsEndedAt: at }),
  ...(before === 'admin' && after !== 'admin' && { invitationsEndedAt: at }),
});

/** The account in another role; who is no member of staff any more has no right to write. */
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
