import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { dropSent, keepUnsent, unsentText } from './unsent.ts';

interface UnsentText {
  readonly text: string;
  readonly write: (text: string) => void;
  /** Takes away what the server has stored. */
  readonly drop: (sent: string) => void;
}

/** What the reader types in one place, kept while it is not sent. `unchanged` is what stands there before anybody types. */
export function useUnsent(place: string, unchanged = ''): UnsentText {
  const session = useSession();
  const readerId = session.status === 'signed-in' ? session.user.id : null;
  const [text, setText] = useState(() => unsentText(place, readerId) || unchanged);

  // Somebody else may have signed in meanwhile.
  useEffect(() => setText(unsentText(place, readerId) || unchanged), [place, readerId, unchanged]);

  return {
    text,
    write(next) {
      setText(next);
      keepUnsent(place, readerId, next === unchanged ? '' : next);
    },
    drop: (sent) => setText(dropSent(place, readerId, sent)),
  };
}

/** Whether something is left to be sent from a place. */
export function useHasUnsent(place: string): boolean {
  const session = useSession();
  return unsentText(place, session.status === 'signed-in' ? session.user.id : null) !== '';
}
