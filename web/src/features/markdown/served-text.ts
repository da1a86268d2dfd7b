/** Id of the text of a served article; its post is named by `data-post` (functions/src/pages/body.ts). */
const TEXT_ELEMENT_ID = 'inkwell-text';
/** Texts whose later blocks are not laid out before somebody scrolls there (styles/served.css). */
const DEFERRED = 'markdown-deferred';
/** Blocks to lay out between two frames: a phone needs some 10 ms for them. */
const BLOCKS_PER_FRAME = 8;

let kept: { readonly source: string; readonly element: HTMLElement } | null = null;

/**
 * Keeps the text of the served article for the app, which shows these very elements instead of reading the Markdown again.
 * To be called before the first render, which empties the page. `sourceOf` gives the Markdown that a post was served with.
 */
export function keepServedText(sourceOf: (postId: string) => string | undefined): void {
  const element = document.getElementById(TEXT_ELEMENT_ID);
  const source = sourceOf(element?.dataset.post ?? '');
  kept = element && source !== undefined ? { source, element } : null;
}

/** The served elements of this very Markdown; null for every other text, such as the same post after an edit. */
export const servedText = (source: string): HTMLElement | null => (kept?.source === source ? kept.element : null);

/**
 * Lays out what was deferred, a few blocks a frame, so that the page has its true height soon and no frame takes long. At
 * once where somebody is already further down: heights that change above them would move what they read.
 */
export function layOutDeferred(text: HTMLElement): void {
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
