declare const safe: unique symbol;

/**
 * Markup in which everything that people wrote is escaped. Only the renderer of Markdown makes it (markdown/html.ts),
 * and only web/src/components/safe-markup.tsx puts it into a page.
 */
export type SafeHtml = string & { readonly [safe]: true };
