import type { Role } from '@inkwell/shared/roles';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { newAccount } from './accounts.service.ts';
import { decodeUser, encodeNewUser } from './users.converter.ts';

/** Auth did not answer, or not to us. */
export class UnreadableAccounts extends Error {}

/**
 * Gives the account with this address a role, from outside the product: the way to the first admin. An account that never
 * opened the product gets its record now. With an audit entry, in one transaction; a repeat changes nothing.
 *
 * @returns the role before; null when there was no record
 * @throws Error with a text for people when there is no such account, it is blocked and would become an admin, or the
 * product would be left without an admin
 */
export async function setRole({
  auth,
  db,
  email,
  role,
  at,
}: {
  auth: Pick<Auth, 'getUserByEmail'>;
  db: Firestore;
  email: string;
  role: Role;
  at: Date;
}): Promise<{ before: Role | null }> {
  const record = await auth.getUserByEmail(email).catch((cause: unknown) => {
    const isUnknown = cause instanceof Object && 'code' in cause && cause.code === 'auth/user-not-found';
    if (isUnknown) throw new Error(`No account has the address ${email}. Sign up with it first.`, { cause });
    throw new UnreadableAccounts(`The accounts cannot be read: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  });
  const ref = db.doc(`users/${record.uid}`);

  return runTransaction(db, async (transaction) => {
    const user = decodeUser(await transaction.get(ref));
    if (user?.role === role) return { before: role };
    if (user?.isBlocked && role === 'admin') throw new Error(`${email} is blocked. Unblock the account first.`);
    if (user?.role === 'admin') {
      const admins = await transaction.get(db.collection('users').where('role', '==', 'admin').limit(2).select());
      if (admins.size < 2) throw new Error(`${email} is the only administrator. Make somebody else one first.`);
    }

    if (user) transaction.update(ref, { role });
    else transaction.create(ref, encodeNewUser({ ...newAccount(record, at), role }));
    const entry = { actorId: 'set-role', action: 'user.role', target: `users/${record.uid}` } as const;
    appendAudit(db, transaction, { ...entry, before: user && { role: user.role }, after: { role } }, at);
    return { before: user?.role ?? null };
  });
}
