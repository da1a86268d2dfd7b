/** The text of an article as it was served, and the Markdown that it shows. */
let kept: { readonly source: string; readonly element: HTMLElement } | null = null;

/**
 * Keeps the text of the served article (functions/src/pages/body.ts) for the app, which shows these very elements instead of
 * reading the Markdown again. To be called before the first render, which empties the page. `sourceOf` gives the Markdown
 * that a post was served with.
 */
export function keepServedText(sourceOf: (postId: string) => string | undefined): void {
  const element = document.querySelector<HTMLElement>('.markdown[data-post]');
  const source = sourceOf(element?.dataset.post ?? '');
  kept = element && source !== undefined ? { source, element } : null;
}

/** The served elements of this very Markdown; null for every other text, such as the same post after an edit. */
export const servedText = (source: string): HTMLElement | null => (kept?.source === source ? kept.element : null);
