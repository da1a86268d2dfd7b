import type { Auth } from 'firebase-admin/auth';
import type { Log } from '../common/log.ts';

/** The number of accounts that Auth looks up in one call. */
const AT_ONCE = 100;
/** If more accounts than this, and more than a tenth of all, are missing, the cause is not that people deleted them. */
const BELIEVED = 5;

interface Dependencies {
  /** Ids of accounts, in order. */
  readonly nextAccounts: (after: string | null, limit: number) => Promise<string[]>;
  readonly auth: Pick<Auth, 'getUsers'>;
  readonly removeGone: (id: string) => Promise<void>;
  readonly log: Log;
}

/**
 * Starts the deletion of accounts whose sign-in account was deleted elsewhere, such as in the console. Refuses if so many are missing that the
 * sign-in accounts themselves must have been lost, as during a restore.
 */
export async function removeGoneAccounts({ nextAccounts, auth, removeGone, log }: Dependencies): Promise<void> {
  const missing: string[] = [];
  let count = 0;
  for (let after: string | null = null; ; ) {
    const ids: string[] = await nextAccounts(after, AT_ONCE);
    if (ids.length === 0) break;
    const { users } = await auth.getUsers(ids.map((uid) => ({ uid })));
    const known = new Set(users.map(({ uid }) => uid));
    missing.push(...ids.filter((id) => !known.has(id)));
    count += ids.length;
    after = ids.at(-1) ?? null;
    if (ids.length < AT_ONCE) break;
  }
  if (missing.length > Math.max(BELIEVED, count / 10)) {
    log('ERROR', 'too many accounts have no sign-in account: none is deleted', { missing: missing.length, of: count });
    return;
  }
  for (const id of missing) await removeGone(id);
}
