import type { Auth } from 'firebase-admin/auth';
import type { Log } from '../common/log.ts';

/** As many accounts as Auth looks up at once. */
const AT_ONCE = 100;
/** More accounts than this, and than a tenth of all, are missing for another reason than that somebody deleted them. */
const BELIEVED = 5;

interface Dependencies {
  /** Ids of accounts, in order. */
  readonly nextAccounts: (after: string | null, limit: number) => Promise<string[]>;
  readonly auth: Pick<Auth, 'getUsers'>;
  readonly removeGone: (id: string) => Promise<void>;
  readonly log: Log;
}

/**
 * Begins to delete accounts whose sign-in account was deleted elsewhere, such as in the console. Refuses where so many are missing that the
 * sign-in accounts themselves were lost, as during a restore.
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
