import type { SafeHtml } from '@inkwell/shared/safe-html';
import { type RefObject, useLayoutEffect } from 'react';
import { useSiteLinks } from '../../hooks/use-site-links.ts';
import { SafeMarkup } from '../safe-markup.tsx';
import { useReadingAids } from './aids/use-reading-aids.ts';
import { MISSING_PICTURE, roomOf } from './missing-picture.ts';
import { useEmbeds } from './use-embeds.ts';

interface ArticleBodyProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly blocks: readonly SafeHtml[];
  /** Whether later blocks are laid out a few per frame, or when the reader scrolls to them. */
  readonly isDeferred?: boolean;
}

/** The text of an article, rendered by the server or the app, with working links, cards, buttons and pictures. */
export function ArticleBody({ ref, blocks, isDeferred = false }: ArticleBodyProps) {
  useSiteLinks(ref);
  useEmbeds(ref);
  useReadingAids(ref, blocks);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other markup has other elements
  useLayoutEffect(() => {
    const text = ref.current;
    if (!text) return;
    layOutDeferred(text);
    for (const picture of text.querySelectorAll('img')) {
      // Drawings without an own size are 0 px wide too, but can be decoded.
      if (isSuspicious(picture)) picture.decode().catch(() => leaveWords(picture));
    }
    const onError = ({ target }: Event) => target instanceof HTMLImageElement && leaveWords(target);
    // Errors of pictures do not bubble, but they can be captured.
    text.addEventListener('error', onError, { capture: true });
    return () => text.removeEventListener('error', onError, { capture: true });
  }, [blocks]);

  return <SafeMarkup ref={ref} blocks={blocks} className={isDeferred ? `markdown ${DEFERRED}` : 'markdown'} />;
}

/** Texts whose later blocks are laid out only when they are scrolled to (styles/rendered.css). */
const DEFERRED = 'markdown-deferred';
/** Blocks to lay out per frame: a phone needs about 10 ms for them. */
const BLOCKS_PER_FRAME = 8;

/**
 * Lays out the deferred blocks, a few per frame, so that the page soon has its full height. All at once if the reader
 * has scrolled past them, because changing heights would move the text.
 */
function layOutDeferred(text: HTMLElement): void {
  const step = () => {
    const next = [...text.children].filter((block) => !block.classList.contains('laid-out')).slice(0, BLOCKS_PER_FRAME);
    for (const block of next) block.classList.add('laid-out');
    if (next.length > 0 && text.isConnected) requestAnimationFrame(step);
    else text.classList.remove(DEFERRED);
  };
  if (!text.classList.contains(DEFERRED)) return;
  if (window.scrollY > 0) text.classList.remove(DEFERRED);
  else requestAnimationFrame(step);
}

const isSuspicious = ({ complete, currentSrc, naturalWidth }: HTMLImageElement): boolean =>
  complete && currentSrc !== '' && naturalWidth === 0;

/** Replaces a picture that cannot be shown by its description, in its space, as in rendered texts. */
function leaveWords(picture: HTMLImageElement): void {
  const words = document.createElement('span');
  words.className = MISSING_PICTURE;
  words.textContent = picture.alt;
  Object.assign(words.style, roomOf(sizeOf(picture, 'width'), sizeOf(picture, 'height')));
  picture.replaceWith(words);
}

/** From the markup, because a broken picture has no size. */
const sizeOf = (picture: HTMLImageElement, side: 'width' | 'height'): number | null =>
  Number(picture.getAttribute(side)) || null;
