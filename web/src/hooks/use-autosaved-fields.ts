import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { type Attempt, autosavedFields, type Fields } from '../lib/autosave/fields.ts';
import { useSession } from '../lib/session.tsx';

/** How long the fields of a form are kept: after a month, its subject is usually settled. */
export const FORM_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

interface Options {
  /** How long the fields are kept after the last change; forever by default. */
  readonly lifeMs?: number;
  /**
   * Fills the form with restored fields.
   * @returns whether that changed the form
   */
  readonly restore?: (fields: Fields) => boolean;
}

export interface Autosaved {
  /** The typed fields; null if nothing was typed. */
  readonly fields: Fields | null;
  /** Whether the form contains restored text. */
  readonly isRestored: boolean;
  /** Saves the fields if `isWorth`; null discards them. */
  readonly write: (fields: Fields | null, isWorth?: boolean) => void;
  /** Call this before the fields are sent. They stay locked until the attempt is released. */
  readonly attempt: () => Attempt;
}

function useReaderId(): string | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.user.id : null;
}

/** Autosaves the fields of one place until they are sent or discarded. Not for passwords and files. */
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
    // If a lost session unmounted the form, `fields` also contains input that is newer than `found`.
    if (fields === null || !restore) return;
    if (restore(fields)) setRestored(true);
    else write(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes come from the form itself
  useEffect(() => putBack(), [found]);

  return {
    fields,
    isRestored: isRestored && fields !== null,
    write,
    attempt: () => autosavedFields.attempt(place, readerId),
  };
}

/** Whether a place has autosaved fields. Stays true once it was true, because the box must not disappear while its text is deleted. */
export function useHasAutosaved(place: string): boolean {
  const readerId = useReaderId();
  const here = useSyncExternalStore(autosavedFields.subscribe, () => autosavedFields.fields(place, readerId) !== null);
  /** Place and reader of the fields that were found. */
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
