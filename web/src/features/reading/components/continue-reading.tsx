import { lineClose } from '@inkwell/shared/line-icons';
import type { ReadingPlace } from '@inkwell/shared/reading';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { keepPlace, keptPlace, laterPlace } from '../api/places.ts';
import { readingQueries } from '../api/queries.ts';
import styles from './continue-reading.module.css';

/** The first block at which continuing is offered; earlier ones are visible when the page opens. */
const FIRST_OFFERED = 3;
const NOTE_EVERY_MS = 500;

/** The blocks of the article's text; the table of contents may be next to it. */
const blocksOf = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('article .markdown > :not(nav)')];

/** The block in the upper part of the window; null while there is no text. */
function placeNow(postId: string): ReadingPlace | null {
  const blocks = blocksOf();
  const last = blocks.at(-1);
  if (!last) return null;
  const found = blocks.findIndex((block) => block.getBoundingClientRect().bottom > window.innerHeight / 3);
  return {
    postId,
    blocks: blocks.length,
    block: found < 0 ? blocks.length - 1 : found,
    isDone: last.getBoundingClientRect().bottom <= window.innerHeight,
    at: new Date().toISOString(),
  };
}

/** The same block, or after an edit the one at the same fraction of the text. */
function blockAt({ block, blocks }: ReadingPlace): HTMLElement | undefined {
  const now = blocksOf();
  return now[now.length === blocks ? block : Math.round((block / blocks) * (now.length - 1))];
}

/** Offers to continue an article where the reader stopped, on any device, and stores the current place. */
export function ContinueReading({ userId, postId }: { readonly userId: string; readonly postId: string }) {
  const places = useQuery(readingQueries.places(userId));
  const [before] = useState(() => keptPlace(userId, postId));
  const [isClosed, setClosed] = useState(() => window.location.hash !== '');
  const isKnown = !places.isPending;
  const stored = places.data?.find((place) => place.postId === postId) ?? null;
  const place = laterPlace(before, stored);
  const isOffered = isKnown && !isClosed && place !== null && !place.isDone && place.block >= FIRST_OFFERED;

  useEffect(() => {
    if (!isKnown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      timer = undefined;
      const now = placeNow(postId);
      // The offer stays until the reader has reached the place or dismissed it.
      if (!now || (isOffered && !now.isDone && now.block < place.block)) return;
      keepPlace(userId, now);
      setClosed(true);
    };
    const onScroll = () => {
      timer ??= setTimeout(note, NOTE_EVERY_MS);
    };
    // A post that was never opened counts as opened.
    if (place === null) onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll);
    };
  }, [userId, postId, isKnown, isOffered, place]);

  const offer = useRef<HTMLElement>(null);
  const resume = () => {
    const block = place && blockAt(place);
    if (!block) {
      // The text is still loading.
      if (offer.current) requestAnimationFrame(resume);
      return;
    }
    setClosed(true);
    block.tabIndex = -1;
    block.focus({ preventScroll: true });
    block.scrollIntoView();
    // Blocks above may have been laid out only now.
    requestAnimationFrame(() => block.scrollIntoView());
  };

  if (!isOffered) return null;
  return (
    <aside ref={offer} className={styles.offer} aria-label="Continue reading">
      <Button size="small" onClick={resume}>
        Continue where you stopped
      </Button>
      <IconButton label="Do not continue" onClick={() => setClosed(true)}>
        <Icon icon={lineClose} />
      </IconButton>
    </aside>
  );
}
