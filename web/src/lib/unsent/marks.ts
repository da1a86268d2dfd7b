import { heldLocks } from '../held-locks.ts';

const PREFIX = 'inkwell-unsent:';

/** A text as one that is being written in this tab. */
export interface Mark {
  /** Whether no other tab can have it too. Without the Web Locks API nobody knows. */
  readonly isCertain: boolean;
  readonly release: () => void;
}

export interface Marks {
  /** Marks a text as being written here. The browser lifts the mark when the tab goes. @returns null when another tab has it */
  claim(id: string): Promise<Mark | null>;
  /** The texts that other tabs write at present. */
  elsewhere(): Promise<ReadonlySet<string>>;
}

const UNCERTAIN: Mark = { isCertain: false, release: () => undefined };

export function createMarks(locksOf: () => LockManager | undefined): Marks {
  /** The marks of this tab, each until the browser has lifted it. */
  const own = new Map<string, { isHeld: boolean; readonly over: Promise<void> }>();

  return {
    async claim(id) {
      const locks = locksOf();
      if (!locks) return UNCERTAIN;
      const before = own.get(id);
      if (before?.isHeld) return null;
      // The browser takes its time to lift one.
      await before?.over;
      return new Promise((resolve) => {
        let isOver = (): void => undefined;
        const held = {
          isHeld: true,
          over: new Promise<void>((done) => {
            isOver = done;
          }),
        };
        locks
          .request(PREFIX + id, { ifAvailable: true }, (lock) => {
            if (!lock) return resolve(null);
            own.set(id, held);
            return new Promise<void>((lift) => {
              const release = () => {
                held.isHeld = false;
                lift();
              };
              resolve({ isCertain: true, release });
            });
          })
          .catch((error: unknown) => {
            console.warn('The text could not be marked as open', error);
            resolve(UNCERTAIN);
          })
          .finally(() => {
            if (own.get(id) === held) own.delete(id);
            isOver();
          });
      });
    },
    async elsewhere() {
      const ids = await heldLocks(PREFIX, locksOf());
      return new Set(ids.filter((id) => !own.has(id)));
    },
  };
}
