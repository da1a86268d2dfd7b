/** Local or session storage; private modes and policies can make any access throw. */
const safely = (open: () => Storage) => ({
  get(key: string): string | null {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  },
  /** @returns false when nothing could be kept (storage off, or full). */
  set(key: string, value: string): boolean {
    try {
      open().setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
  /** The keys with this prefix. */
  keys(prefix: string): string[] {
    try {
      return Object.keys(open()).filter((key) => key.startsWith(prefix));
    } catch {
      return [];
    }
  },
  remove(key: string): void {
    try {
      open().removeItem(key);
    } catch {
      // Nothing was kept, so nothing is left behind.
    }
  },
});

/** Kept by the browser, for all its tabs. */
export const safeStorage = safely(() => window.localStorage);
/** Kept by the tab, over reloads. */
export const safeTabStorage = safely(() => window.sessionStorage);
