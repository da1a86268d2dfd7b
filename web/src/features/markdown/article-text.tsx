import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
import { Skeleton } from '../../components/skeleton.tsx';
import { useSiteLinks } from '../../hooks/use-site-links.ts';
import { layOutDeferred, servedText } from './served-text.ts';

/** Fetches the code that reads Markdown, for pages that still wait for their text. */
export const loadMarkdown = () => import('./markdown.tsx');

const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }));

/** The text of an article: the elements it was served with where there are any, else rendered from its Markdown. */
export function ArticleText({ source }: { source: string }) {
  const served = servedText(source);
  if (served) return <ServedText element={served} />;
  return (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <Markdown source={source} />
    </Suspense>
  );
}

function ServedText({ element }: { element: HTMLElement }) {
  const host = useRef<HTMLDivElement>(null);
  useSiteLinks(host);

  useLayoutEffect(() => {
    host.current?.append(element);
    layOutDeferred(element);
    for (const picture of element.querySelectorAll('img')) if (isBroken(picture)) leaveWords(picture);
    const onError = ({ target }: Event) => target instanceof HTMLImageElement && leaveWords(target);
    // Errors of pictures do not bubble, but they can be captured.
    element.addEventListener('error', onError, { capture: true });
    return () => element.removeEventListener('error', onError, { capture: true });
  }, [element]);

  return <div ref={host} />;
}

const isBroken = ({ complete, currentSrc, naturalWidth }: HTMLImageElement): boolean =>
  complete && currentSrc !== '' && naturalWidth === 0;

/** A picture that cannot be shown leaves its description, as in the texts that the app renders. */
function leaveWords(picture: HTMLImageElement): void {
  const words = document.createElement('span');
  words.textContent = picture.alt;
  picture.replaceWith(words);
}
