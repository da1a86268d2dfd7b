/** Local or session storage. In private modes or because of policies, any access may throw. */
const safely = (open: () => Storage) => ({
  get(key: string): string | null {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  },
  /** @returns false if nothing could be stored (storage off, or full) */
  set(key: string, value: string): boolean {
    try {
      open().setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
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
      // Nothing was stored.
    }
  },
});

/** Shared by all tabs of the browser. */
export const safeStorage = safely(() => window.localStorage);
/** Of one tab; survives reloads. */
export const safeTabStorage = safely(() => window.sessionStorage);
