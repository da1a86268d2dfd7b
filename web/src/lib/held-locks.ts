/**
 * The locks that tabs of this browser hold under names that begin with `prefix`, without that. None where the browser has no locks, or does
 * not tell.
 */
export async function heldLocks(prefix: string, locks: LockManager | undefined): Promise<readonly string[]> {
  try {
    const { held = [] } = (await locks?.query()) ?? {};
    return held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  } catch (error) {
    console.warn('What is open in other tabs is not known', error);
    return [];
  }
}
