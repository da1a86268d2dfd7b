import { useLayoutEffect, useRef, useState } from 'react';
import { useUnsent } from '../../hooks/use-unsent.ts';
import type { Typed } from '../../lib/unsent/kept.ts';
import type { Held } from '../../lib/unsent/unsent-texts.ts';
import { takeOverTextsOfBefore } from './texts-of-before.ts';

takeOverTextsOfBefore();

/** Where something is written: a comment below a post, an answer in a thread, or another text of a comment. */
export const places = {
  comment: (postId: string) => `comment:${postId}`,
  answer: (threadId: string) => `answer:${threadId}`,
  edit: (commentId: string) => `edit:${commentId}`,
};

/** Whoever presses a button twice does so within this time; a text that came in between is not what they wanted to send. */
const UNREAD_MS = 1_000;

interface UnsentText {
  readonly text: string;
  /** What stands beside the text, as it was left. */
  readonly typed: Typed | null;
  /** @param beside what else is to be known of the text */
  readonly write: (text: string, beside?: Typed) => void;
  /** Nothing is left to be sent. */
  readonly clear: () => void;
  readonly hold: () => Held;
  /** To be told that the box was left: an empty one is given what else was left here. */
  readonly onLeave: () => void;
  /** To be told that the text was stored. */
  readonly onSent: () => void;
  /** Whether the text is one more that was left here, which came when another was sent or taken back. */
  readonly isAnother: boolean;
  /** Whether it is such a text, as it came a moment ago. */
  readonly isUnread: () => boolean;
}

/** What the reader types in one place, kept while it is not sent. `unchanged` is what stands there before anybody types. */
export function useUnsentText(place: string, unchanged = ''): UnsentText {
  const { typed, found, write, look, hold } = useUnsent(place);
  const [isNext, setNext] = useState(false);
  /** When the text came, in milliseconds of the page's life. */
  const cameAt = useRef(0);
  useLayoutEffect(() => {
    if (found) cameAt.current = performance.now();
  }, [found]);
  const text = typed?.text ?? unchanged;
  return {
    text,
    typed,
    write: (next, beside) =>
      write(next === unchanged && unchanged !== '' ? null : { ...beside, text: next }, { isWorth: next.trim() !== '' }),
    clear: () => write(null),
    hold,
    onLeave() {
      if (text.trim() !== '' || typed === null) return;
      setNext(true);
      look();
    },
    onSent: () => setNext(true),
    isAnother: isNext && found !== null,
    isUnread: () => isNext && typed !== null && typed === found && performance.now() - cameAt.current < UNREAD_MS,
  };
}

/**
 * What is left of a text when the server has stored a part of it: what was typed while that was on its way.
 */
export function withoutSent(typed: Typed, sent: string): Typed | null {
  const text = (typed.text ?? '').trimStart();
  if (!text.startsWith(sent)) return typed;
  const rest = text.slice(sent.length).trimStart();
  return rest === '' ? null : { ...typed, text: rest };
}
