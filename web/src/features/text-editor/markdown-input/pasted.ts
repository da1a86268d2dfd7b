import { looksLikeMarkdown } from './looks-like-markdown.ts';

/** Elements that plain text cannot express. */
const STRUCTURE = /<(?:p|h[1-6]|ul|ol|table|a|b|strong|i|em|s|del|sup|sub|img|blockquote|pre|code|details)[\s>]/i;
const SLACK = /data-stringify-type|c-mrkdwn/;
/** Lines of a text that may already be Markdown. */
const LINES = /<(?:p|pre|code)[\s>]/gi;
const TAGS = /<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi;

/** The part of the clipboard to paste into Markdown. */
export type Pasted =
  | { readonly kind: 'files'; readonly files: readonly File[] }
  /** Must be converted to Markdown. */
  | { readonly kind: 'html'; readonly html: string; readonly plain: string }
  /** Left to the browser. */
  | { readonly kind: 'text' };

/**
 * Office adds a picture of the copied text; the text is pasted. For a picture copied from a page, browsers add its HTML element; the file is pasted.
 * Ctrl+Shift+V pastes no HTML.
 */
export function pasted(data: Pick<DataTransfer, 'files' | 'getData'>): Pasted {
  // Test doubles of DataTransfer have no `getData`.
  const html = data.getData?.('text/html') ?? '';
  const hasWords = html.replace(TAGS, '').replaceAll('&nbsp;', ' ').trim() !== '';
  if (data.files.length > 0 && !hasWords) return { kind: 'files', files: [...data.files] };
  const plain = data.getData?.('text/plain') ?? '';
  const shown = looksLikeMarkdown(plain) ? html.replace(LINES, '') : html;
  return STRUCTURE.test(shown) || SLACK.test(shown) ? { kind: 'html', html, plain } : { kind: 'text' };
}
