import type { SafeHtml } from '@inkwell/shared/safe-html';
import { Suspense, useDeferredValue, useLayoutEffect, useRef } from 'react';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { useReadingAids } from '../../../components/markdown/aids/use-reading-aids.ts';
import { LazyArticle } from '../../../components/markdown/lazy-markdown.ts';
import { MISSING_PICTURE, roomOf } from '../../../components/markdown/missing-picture.ts';
import { useEmbeds } from '../../../components/markdown/use-embeds.ts';
import { SafeMarkup } from '../../../components/safe-markup.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useFirstEvent } from '../../../hooks/use-first-event.ts';
import { useSiteLinks } from '../../../hooks/use-site-links.ts';
import { useRenderedText } from '../rendered-text.ts';

/** The text of an article: as the server rendered it if it did, else rendered from its Markdown. */
export function ArticleText({ source }: { readonly source: string }) {
  // After an edit, the old text stays until the new one can be rendered.
  const shown = useDeferredValue(source);
  const html = useRenderedText(shown);
  return (
    <ErrorBoundary title="The text could not be shown">
      <Suspense fallback={<Skeleton height="20rem" />}>
        {html === null ? <LazyArticle source={shown} /> : <RenderedText html={html} />}
      </Suspense>
    </ErrorBoundary>
  );
}

function RenderedText({ html }: { readonly html: SafeHtml }) {
  const host = useRef<HTMLDivElement>(null);
  useSiteLinks(host);
  useEmbeds(host);
  useReadingAids(host, html);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other markup has other elements
  useLayoutEffect(() => {
    const text = host.current;
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
  }, [html]);

  // The next article or an edit needs this code: without a wait, and before a deploy removes the file.
  useFirstEvent(SIGNS_OF_READING, LazyArticle.preload);

  return <SafeMarkup ref={host} html={html} className="markdown markdown-deferred" />;
}

const SIGNS_OF_READING = ['pointerdown', 'keydown', 'scroll'] as const;

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
