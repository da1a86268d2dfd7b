import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../lib/session.tsx';
import type { Typed } from '../lib/unsent/kept.ts';
import { unsentTexts } from '../lib/unsent/unsent.ts';
import type { Held } from '../lib/unsent/unsent-texts.ts';

export interface Unsent {
  /** What is shown there; null before anybody typed. */
  readonly typed: Typed | null;
  /** What of it was left there earlier. */
  readonly found: Typed | null;
  /** Keeps what was typed, where it is worth it. Null: nothing is left to be sent. */
  readonly write: (typed: Typed | null, writing?: { readonly isWorth?: boolean; readonly lifeMs?: number }) => void;
  /** Looks for another text of the place, where none is shown. */
  readonly look: () => void;
  /** For the time that it is on its way to the server. */
  readonly hold: () => Held;
}

function useReaderId(): string | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.user.id : null;
}

/** What the reader types in one place, kept while it is not sent. */
export function useUnsent(place: string): Unsent {
  const readerId = useReaderId();
  const typed = useSyncExternalStore(unsentTexts.subscribe, () => unsentTexts.typed(place, readerId));
  const found = useSyncExternalStore(unsentTexts.subscribe, () => unsentTexts.found(place, readerId));
  useEffect(() => unsentTexts.open(place, readerId), [place, readerId]);
  return {
    typed,
    found,
    write: (next, writing) => unsentTexts.write(place, readerId, next, writing),
    look: () => unsentTexts.look(place, readerId),
    hold: () => unsentTexts.hold(place, readerId),
  };
}

/** Whether something is left to be sent from a place. What was found once stays so: the box must not go while it is emptied. */
export function useHasUnsent(place: string): boolean {
  const readerId = useReaderId();
  /** Where, and by whom, something was left. */
  const [left, setLeft] = useState<{ readonly place: string; readonly readerId: string | null } | null>(null);
  const isHere = unsentTexts.typed(place, readerId) !== null;
  useEffect(() => {
    if (isHere) return setLeft({ place, readerId });
    if (readerId === null) return;
    let isWanted = true;
    void unsentTexts.isLeft(place, readerId).then((is) => {
      if (is && isWanted) setLeft({ place, readerId });
    });
    return () => {
      isWanted = false;
    };
  }, [place, readerId, isHere]);
  return isHere || (left !== null && left.place === place && left.readerId === readerId);
}
