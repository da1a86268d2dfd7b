import type { SafeHtml } from '@inkwell/shared/safe-html';
import { useRendered } from '../../lib/rendered.ts';

/** The markup of the text that the server rendered, and its Markdown. */
let kept: { readonly source: string; readonly math: boolean; readonly html: SafeHtml } | null = null;

/**
 * Keeps the text of the rendered article or page of the site: the app shows it as it is instead of parsing the Markdown again. Call this before
 * the page is hydrated.
 * @param source its Markdown; undefined for a page without a text
 * @param math whether it has formulas
 */
export function keepRenderedText(root: ParentNode, source: string | undefined, math = false): void {
  // The server made it, by its renderer.
  const html = root.querySelector('.markdown')?.innerHTML as SafeHtml | undefined;
  kept = html !== undefined && source !== undefined ? { source, math, html } : null;
}

/** The markup of this Markdown from the server; null for any other text, such as the post after an edit. */
export function useRenderedText(source: string, math: boolean): SafeHtml | null {
  const rendered = useRendered();
  return rendered?.text ?? (kept?.source === source && kept.math === math ? kept.html : null);
}
