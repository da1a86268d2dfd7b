declare const safe: unique symbol;

/**
 * Markup in which all user text is escaped. Only the Markdown renderer creates it (markdown/html.ts), and only web/src/components/safe-markup.tsx
 * inserts it into a page.
 */
export type SafeHtml = string & { readonly [safe]: true };
