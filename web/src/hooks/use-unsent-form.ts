import { useEffect, useEffectEvent, useState } from 'react';
import type { Typed } from '../lib/unsent/kept.ts';
import type { Held } from '../lib/unsent/unsent-texts.ts';
import { useUnsent } from './use-unsent.ts';

/** Forms are about something that may be long over. */
export const FORM_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

export interface UnsentForm {
  /** Whether the form holds what was typed earlier. */
  readonly isBack: boolean;
  /** Keeps what the form holds now; null: nothing worth it. */
  readonly keep: (typed: Typed | null) => void;
  /** It was sent or thrown away. */
  readonly forget: () => void;
  /** For the time that it is on its way to the server. */
  readonly hold: () => Held;
}

/**
 * Keeps what is typed in a form, for its writer, until it is sent, thrown away or 30 days old; passwords and chosen files are not for it.
 * @param restore puts what was left into the form. @returns whether that made a difference
 */
export function useUnsentForm(place: string, restore: (typed: Typed) => boolean): UnsentForm {
  const unsent = useUnsent(place);
  const [isBack, setBack] = useState(false);

  const keep = (typed: Typed | null) => {
    unsent.write(typed, { lifeMs: FORM_LIFE_MS });
    if (typed === null) setBack(false);
  };
  const putBack = useEffectEvent(() => {
    // The form may have gone with a session that was lost, and be back: then more was typed than found.
    if (unsent.typed === null) return;
    if (restore(unsent.typed)) setBack(true);
    else keep(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed from now on is in the form already
  useEffect(() => putBack(), [unsent.found]);

  return { isBack, keep, forget: () => keep(null), hold: unsent.hold };
}
