import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { type Attempt, autosavedFields, type Fields } from '../lib/autosave/fields.ts';
import { useSession } from '../lib/session.tsx';

/** How long a form is kept: what it is about may be long over. */
export const FORM_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

interface Options {
  /** How long the fields are kept after the last change; for good unless given. */
  readonly lifeMs?: number;
  /** Puts what was left into the form. @returns whether that made a difference */
  readonly restore?: (fields: Fields) => boolean;
}

export interface Autosaved {
  /** What was typed; null before anybody typed. */
  readonly fields: Fields | null;
  /** Whether the form holds what was typed earlier. */
  readonly isRestored: boolean;
  /** Keeps what was typed, where it is worth it. Null: it was thrown away. */
  readonly write: (fields: Fields | null, isWorth?: boolean) => void;
  /** To be called when they are sent; keeps them locked until it is released. */
  readonly attempt: () => Attempt;
}

function useReaderId(): string | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.user.id : null;
}

/** Keeps what is typed in one place, for its writer, until it is sent or thrown away; passwords and chosen files are not for it. */
export function useAutosavedFields(place: string, { lifeMs, restore }: Options = {}): Autosaved {
  const readerId = useReaderId();
  const fields = useSyncExternalStore(autosavedFields.subscribe, () => autosavedFields.fields(place, readerId));
  const found = useSyncExternalStore(autosavedFields.subscribe, () => autosavedFields.found(place, readerId));
  const [isRestored, setRestored] = useState(false);
  useEffect(() => autosavedFields.open(place, readerId), [place, readerId]);

  const write = (next: Fields | null, isWorth = true) => {
    autosavedFields.write(place, readerId, next, { isWorth, lifeMs });
    if (next === null) setRestored(false);
  };
  const putBack = useEffectEvent(() => {
    // The form may have gone with a session that was lost, and be back: then more was typed than found.
    if (fields === null || !restore) return;
    if (restore(fields)) setRestored(true);
    else write(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed from now on is in the form already
  useEffect(() => putBack(), [found]);

  return {
    fields,
    isRestored: isRestored && fields !== null,
    write,
    attempt: () => autosavedFields.attempt(place, readerId),
  };
}

/** Whether something was left in a place to be sent. What was found once stays so: the box must not go while it is emptied. */
export function useHasAutosaved(place: string): boolean {
  const readerId = useReaderId();
  const here = useSyncExternalStore(autosavedFields.subscribe, () => autosavedFields.fields(place, readerId) !== null);
  /** Where, and by whom, something was left. */
  const [left, setLeft] = useState<{ readonly place: string; readonly readerId: string | null } | null>(null);
  useEffect(() => {
    if (here) return setLeft({ place, readerId });
    if (readerId === null) return;
    let isWanted = true;
    void autosavedFields.isLeft(place, readerId).then((is) => {
      if (is && isWanted) setLeft({ place, readerId });
    });
    return () => {
      isWanted = false;
    };
  }, [place, readerId, here]);
  return here || (left?.place === place && left.readerId === readerId);
}
