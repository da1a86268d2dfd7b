import { lineComment } from '@inkwell/shared/line-icons';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { isTyping } from '../../../hooks/use-slash.ts';
import styles from '../comments.module.css';

/** The longest passage: a quarter of a comment. */
const MAX_PASSAGE = 500;
/** How long a selection must rest before it counts. */
const RESTS_MS = 250;
/** Space between passage and button, and the minimum distance of the button's middle from the edge of the screen. */
const BELOW_PX = 8;
const FROM_EDGE_PX = 96;

/** A passage in the Markdown of comments. */
const quoteOf = (passage: string): string =>
  shortened(Array.from(passage.trim()))
    .split(/\s*\n\s*/)
    .map((paragraph) => `> ${paragraph}`)
    .join('\n>\n');

const shortened = (characters: readonly string[]): string =>
  characters.slice(0, MAX_PASSAGE).join('') + (characters.length > MAX_PASSAGE ? '...' : '');

interface Selected {
  readonly passage: string;
  readonly range: Range;
  readonly text: Element;
}

/** The selection in the article. If it ends below the text, it counts up to the text's end. */
function selectedPassage(): Selected | null {
  const selection = document.getSelection();
  const text = document.querySelector('article .markdown');
  if (!selection?.rangeCount || selection.isCollapsed || !text) return null;
  const range = selection.getRangeAt(0).cloneRange();
  if (!text.contains(range.startContainer)) return null;
  const isWithin = text.contains(range.endContainer);
  if (!isWithin) range.setEndAfter(text.lastChild ?? text);
  // Only the selection knows where paragraphs end.
  const passage = isWithin ? selection.toString() : range.toString();
  return passage.trim() === '' ? null : { passage, range, text };
}

/** Adds the container of the button to the last block of the passage. It takes no room. */
function addHost({ range, text }: Selected): HTMLElement {
  const host = document.createElement('span');
  host.className = styles.quotePlace ?? '';
  const last = [...text.children].findLast((block) => range.intersectsNode(block));
  (last ?? text).append(host);
  const end = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect();
  const origin = (host.offsetParent ?? document.body).getBoundingClientRect();
  const middle = Math.min(Math.max(end.left + end.width / 2, FROM_EDGE_PX), window.innerWidth - FROM_EDGE_PX);
  Object.assign(host.style, { left: `${middle - origin.left}px`, top: `${end.bottom + BELOW_PX - origin.top}px` });
  return host;
}

/** Offers to quote the selected passage of the article, with a button near it. */
export function QuotePassage({ onQuote }: { readonly onQuote: (quote: string) => void }) {
  const [offer, setOffer] = useState<{ readonly passage: string; readonly host: HTMLElement } | null>(null);
  /** A press may end the selection before it becomes a click. */
  const isPressed = useRef(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let host: HTMLElement | undefined;
    const look = () => {
      if (isPressed.current || host?.contains(document.activeElement)) return;
      const selected = selectedPassage();
      host?.remove();
      host = selected ? addHost(selected) : undefined;
      setOffer(selected && host ? { passage: selected.passage, host } : null);
    };
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(look, RESTS_MS);
    };
    document.addEventListener('selectionchange', onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
      host?.remove();
    };
  }, []);

  useEffect(() => {
    if (!offer) return;
    // Tab moves from the passage to its button first; browsers would continue from the previously focused element.
    const onKeyDown = (event: KeyboardEvent) => {
      const button = offer.host.querySelector('button');
      if (event.key !== 'Tab' || event.shiftKey || !button || document.activeElement === button) return;
      if (isTyping(document.activeElement)) return;
      event.preventDefault();
      button.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [offer]);

  if (!offer) return null;
  return createPortal(
    <Button
      variant="secondary"
      size="small"
      className={styles.quote}
      icon={<Icon icon={lineComment} />}
      onPointerDown={() => {
        isPressed.current = true;
      }}
      // Prevents the press from clearing the selection.
      onMouseDown={(event) => event.preventDefault()}
      onPointerLeave={() => {
        isPressed.current = false;
      }}
      onClick={() => {
        isPressed.current = false;
        setOffer(null);
        document.getSelection()?.removeAllRanges();
        onQuote(quoteOf(offer.passage));
      }}
      onKeyDown={({ key }) => key === 'Escape' && setOffer(null)}
      onBlur={() => setOffer(null)}
    >
      Quote in Comment
    </Button>,
    offer.host,
  );
}
