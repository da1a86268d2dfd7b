import type { SafeHtml } from '@inkwell/shared/safe-html';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useSiteLinks } from '../../hooks/use-site-links.ts';
import { failureText } from '../../lib/failure.ts';
import { SafeMarkup } from '../safe-markup.tsx';
import { useReadingAids } from './aids/use-reading-aids.ts';
import { MISSING_PICTURE, roomOf } from './missing-picture.ts';

/** The class that shows the buttons of cards once they work (styles/embeds.css). */
const LIVE = 'embeds-live';

/** The element of a card that the frame covers (shared/src/markdown/cards.ts). */
const PLACE = '.markdown-embed-place';

/**
 * Makes the buttons of cards in `root` open frames, in rendered and in served markup. Nothing is loaded from other sites before the button is
 * pressed.
 */
function useEmbeds(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    element.classList.add(LIVE);
    const onClick = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest<HTMLButtonElement>(`${PLACE} > button`) : null;
      if (button) void press(button);
    };
    element.addEventListener('click', onClick);
    return () => {
      element.removeEventListener('click', onClick);
      // Served elements are reused when the reader returns; videos must not start then.
      for (const frame of element.querySelectorAll(`${PLACE} > iframe`)) frame.remove();
    };
  }, [root]);
}

async function press(button: HTMLButtonElement): Promise<void> {
  const place = button.closest<HTMLElement>(PLACE);
  const address = button.closest<HTMLElement>('[data-embed]')?.dataset.embed;
  if (!place || address === undefined || button.getAttribute('aria-busy')) return;
  place.querySelector('[role="alert"]')?.remove();
  button.setAttribute('aria-busy', 'true');
  try {
    const { openEmbed } = await import('./open-embed.ts');
    await openEmbed(place, address);
  } catch (error) {
    console.error('The frame could not be opened', error);
    const reason = document.createElement('p');
    reason.setAttribute('role', 'alert');
    reason.textContent = failureText(error);
    place.append(reason);
  } finally {
    button.removeAttribute('aria-busy');
  }
}

interface ArticleBodyProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly blocks: readonly SafeHtml[];
  /** Whether later blocks are laid out a few per frame or when the reader scrolls to them. */
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
      // SVGs without their own size are 0 px wide too, but can be decoded.
      if (isSuspicious(picture)) picture.decode().catch(() => leaveWords(picture));
    }
    const onError = ({ target }: Event) => target instanceof HTMLImageElement && leaveWords(target);
    // Errors of pictures do not bubble but can be captured.
    text.addEventListener('error', onError, { capture: true });
    return () => text.removeEventListener('error', onError, { capture: true });
  }, [blocks]);

  return <SafeMarkup ref={ref} blocks={blocks} className={isDeferred ? `markdown ${DEFERRED}` : 'markdown'} />;
}

/** Texts whose later blocks are laid out only when the reader scrolls to them (styles/rendered.css). */
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

/** Replaces a picture that cannot be shown with its description, in the same space, as rendered texts do. */
function leaveWords(picture: HTMLImageElement): void {
  const words = document.createElement('span');
  words.className = MISSING_PICTURE;
  words.textContent = picture.alt;
  Object.assign(words.style, roomOf(sizeOf(picture, 'width'), sizeOf(picture, 'height')));
  picture.replaceWith(words);
}

/** Read from the markup, because a broken picture has no size. */
const sizeOf = (picture: HTMLImageElement, side: 'width' | 'height'): number | null =>
  Number(picture.getAttribute(side)) || null;
