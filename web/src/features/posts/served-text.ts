/** The served elements of an article's text, and the Markdown that they show. */
let kept: { readonly source: string; readonly element: HTMLElement } | null = null;

/**
 * Keeps the text of the served article (functions/src/pages/body.ts): the app shows these elements instead of parsing
 * the Markdown again. Call this before the first render, which empties the page.
 * @param sourceOf the Markdown that a post was served with
 */
export function keepServedText(sourceOf: (postId: string) => string | undefined): void {
  const element = document.querySelector<HTMLElement>('.markdown[data-post]');
  const source = sourceOf(element?.dataset.post ?? '');
  kept = element && source !== undefined ? { source, element } : null;
}

/** The served elements of this Markdown; null for any other text, such as the post after an edit. */
export const servedText = (source: string): HTMLElement | null => (kept?.source === source ? kept.element : null);
