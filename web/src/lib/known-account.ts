import type { User } from '@inkwell/shared/users';
import { safeStorage } from './safe-storage.ts';

/** The account that was last read here: who writes without a network is still known. Gone with the session. */
const KEY = 'inkwell:account';

export const rememberAccount = (user: User): boolean => safeStorage.set(KEY, JSON.stringify(user));

export const forgetAccount = (): void => safeStorage.remove(KEY);

/** Null where this browser does not know the account, or another one. */
export function knownAccount(uid: string): User | null {
  try {
    const account: User | null = JSON.parse(safeStorage.get(KEY) ?? 'null');
    return account?.id === uid ? account : null;
  } catch {
    return null; // Not written by us.
  }
}
