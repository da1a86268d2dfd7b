import { heldLocks } from '../../../lib/held-locks.ts';

const PREFIX = 'inkwell-draft:';

/** Lifts the mark of a draft as being written in this tab. */
export type Release = () => void;

interface Claim {
  /** Takes the draft from the tab that writes it, which is told so. */
  readonly isTaking: boolean;
  /** Another tab has taken the draft. */
  readonly onLost: () => void;
}

/**
 * Marks a draft as being written in this tab and in no other. The browser lifts the mark when the tab closes, crashes or is
 * killed. Without the Web Locks API nothing is marked, and every tab may write.
 * @returns how to lift the mark; null when another tab writes the draft
 */
export async function claimDraft(draftId: string, { isTaking, onLost }: Claim): Promise<Release | null> {
  if (!navigator.locks) return () => undefined;
  return new Promise((resolve) => {
    let isReleased = false;
    let isHeld = false;
    navigator.locks
      .request(PREFIX + draftId, isTaking ? { steal: true } : { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        isHeld = true;
        return new Promise<void>((release) => {
          resolve(() => {
            isReleased = true;
            release();
          });
        });
      })
      .catch((error: unknown) => {
        if (isHeld && !isReleased) return onLost();
        console.warn('The draft could not be marked as open', error);
        resolve(() => undefined);
      });
  });
}

/** Which of these drafts another tab is writing at present. */
export async function openElsewhere(draftIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = new Set(await heldLocks(PREFIX, navigator.locks));
  return new Set(draftIds.filter((id) => ids.has(id)));
}

export interface Hold {
  /**
   * Marks this draft in the place of the one before. @returns false when another tab writes it; then all stays as it was
   */
  readonly move: (draftId: string, options: { readonly isTaking: boolean }) => Promise<boolean>;
  readonly release: Release;
}

/** The mark of one editor, on one draft at a time. `onLost` is called when another tab takes the draft. */
export function createHold(onLost: () => void): Hold {
  let current: { release: Release } | null = null;
  let turn = 0;

  return {
    async move(draftId, { isTaking }) {
      turn += 1;
      const mine = turn;
      const claim = { release: () => {} };
      const release = await claimDraft(draftId, {
        isTaking,
        onLost: () => {
          if (current !== claim) return;
          current = null;
          onLost();
        },
      });
      if (!release) return false;
      claim.release = release;
      // The editor was left, or went on to another draft, while the browser thought about it.
      if (mine !== turn) {
        release();
        return true;
      }
      current?.release();
      current = claim;
      return true;
    },
    release() {
      turn += 1;
      current?.release();
      current = null;
    },
  };
}
