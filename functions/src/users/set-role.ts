import type { Role } from '@inkwell/shared/roles';
import type { Auth } from 'firebase-admin/auth';
import { newAccount } from './accounts.service.ts';
import type { UserRepository } from './users.repository.ts';

/** Auth failed or refused access. */
export class UnreadableAccounts extends Error {}

/**
 * Gives the account with this email address a role from outside the product, e.g. to the first admin. Creates the account's document if
 * needed, and adds an audit entry, in one transaction. Safe to repeat.
 * @returns the previous role; null without a document
 * @throws Error with a text for people if there is no such account, a blocked account would become an admin, or no admin would remain
 */
export async function setRole({
  auth,
  users,
  email,
  role,
  at,
}: {
  auth: Pick<Auth, 'getUserByEmail'>;
  users: Pick<UserRepository, 'grantRole'>;
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
  const change = await users.grantRole(newAccount(record, at), role, { actorId: 'set-role', at });
  if ('before' in change) return change;
  throw new Error(
    change.refused === 'target-is-blocked'
      ? `${email} is blocked. Unblock the account first.`
      : `${email} is the only administrator. Make somebody else one first.`,
  );
}
