import type { SafeHtml } from '@inkwell/shared/safe-html';
import { useRendered } from '../../lib/rendered.ts';

/** The markup of the text that the server rendered, and its Markdown. */
let kept: { readonly source: string; readonly math: boolean; readonly html: SafeHtml } | null = null;

/**
 * Keeps the rendered text of the article or site page, which the app shows unchanged instead of parsing the Markdown again. Call this before the page
 * is hydrated.
 * @param source its Markdown; undefined for a page without a text
 * @param math whether it has formulas
 */
export function keepRenderedText(root: ParentNode, source: string | undefined, math = false): void {
  // Made by the server's renderer.
  const html = root.querySelector('.markdown')?.innerHTML as SafeHtml | undefined;
  kept = html !== undefined && source !== undefined ? { source, math, html } : null;
}

/** The server's markup of this Markdown; null for any other text, such as a post after an edit. */
export function useRenderedText(source: string, math: boolean): SafeHtml | null {
  const rendered = useRendered();
  return rendered?.text ?? (kept?.source === source && kept.math === math ? kept.html : null);
}
