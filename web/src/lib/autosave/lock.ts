const PREFIX = 'inkwell-autosave:';

interface Held {
  readonly id: string;
  readonly release: () => void;
}

/** Locks that this tab has released but the browser has not. */
const lifting = new Map<string, Promise<unknown>>();

/** @returns null if another tab has the lock. Without working Web Locks, every tab gets it. */
async function request(id: string, isStolen: boolean, onLost: (held: Held) => void): Promise<Held | null> {
  const { locks } = navigator;
  if (!locks) return { id, release: () => undefined };
  await lifting.get(id);
  return new Promise((resolve) => {
    let isReleased = false;
    let held: Held | null = null;
    const over: Promise<unknown> = locks
      .request(PREFIX + id, isStolen ? { steal: true } : { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((lift) => {
          const release = () => {
            isReleased = true;
            lifting.set(id, over);
            lift();
          };
          held = { id, release };
          resolve(held);
        });
      })
      .catch((error: unknown) => {
        if (held && !isReleased) return onLost(held);
        if (!held) {
          console.warn('A record could not be locked', error);
          resolve({ id, release: () => undefined });
        }
      })
      .finally(() => {
        if (lifting.get(id) === over) lifting.delete(id);
      });
  });
}

export type RecordLock = ReturnType<typeof createLock>;

/** The lock of one editor, on one record at a time. The browser releases it when the tab closes, crashes or is killed. */
export function createLock(onLost: (id: string) => void) {
  let current: Held | null = null;
  let before: Promise<unknown> = Promise.resolve();
  let releases = 0;

  async function moveNow(id: string, isStolen: boolean, since: number): Promise<boolean> {
    if (since !== releases) return false;
    if (current?.id === id) return true;
    const next = await request(id, isStolen, (lost) => {
      if (current !== lost) return;
      current = null;
      onLost(lost.id);
    });
    if (!next) return false;
    if (since !== releases) {
      next.release();
      return false;
    }
    current?.release();
    current = next;
    return true;
  }

  return {
    /**
     * Locks a record and releases the previous one. Overlapping moves run one after the other.
     * @param options.isStolen takes the lock from another tab, which is notified
     * @returns false if another tab has the record (the previous one stays locked), or if `release` was called meanwhile
     */
    move(id: string, { isStolen = false } = {}): Promise<boolean> {
      const since = releases;
      const moving = before.then(() => moveNow(id, isStolen, since));
      before = moving.catch(() => undefined);
      return moving;
    },
    release(): void {
      releases += 1;
      current?.release();
      current = null;
    },
  };
}

/** The ids of all records that tabs of this browser have locked, including this tab. Empty if the browser cannot tell. */
export async function lockedIds(): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
  } catch (error) {
    console.warn('The locks of other tabs could not be read', error);
    return new Set();
  }
}
