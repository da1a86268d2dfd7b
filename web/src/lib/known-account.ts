import type { User } from '@inkwell/shared/users';
import { safeStorage } from './safe-storage.ts';

/** The last account record read in this browser, for writing offline. Deleted with the session. */
const KEY = 'inkwell:account';

export const rememberAccount = (user: User): boolean => safeStorage.set(KEY, JSON.stringify(user));

export const forgetAccount = (): void => safeStorage.remove(KEY);

/** Null if this browser has no record of the account. */
export function knownAccount(uid: string): User | null {
  try {
    const account: User | null = JSON.parse(safeStorage.get(KEY) ?? 'null');
    return account?.id === uid ? account : null;
  } catch {
    return null; // The value was not written by this app.
  }
}
