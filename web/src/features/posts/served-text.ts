/** The served elements of a text, and the Markdown that they show. */
let kept: { readonly source: string; readonly element: HTMLElement } | null = null;

/**
 * Keeps the text of the served article or page of the site (functions/src/pages/body.ts): the app shows these elements
 * instead of parsing the Markdown again. Call this before the first render, which empties the page.
 * @param sourceOf the Markdown that a post or a page (by its slug) was served with
 */
export function keepServedText(
  sourceOf: (about: { readonly post?: string; readonly page?: string }) => string | null | undefined,
): void {
  const element = document.querySelector<HTMLElement>('.markdown[data-post], [data-page]');
  const source = element && sourceOf(element.dataset);
  kept = element && source ? { source, element } : null;
}

/** The served elements of this Markdown; null for any other text, such as the post after an edit. */
export const servedText = (source: string): HTMLElement | null => (kept?.source === source ? kept.element : null);
