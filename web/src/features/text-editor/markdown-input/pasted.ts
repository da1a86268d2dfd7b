import { looksLikeMarkdown } from './looks-like-markdown.ts';

/** What says more than a plain text does. */
const STRUCTURE = /<(?:p|h[1-6]|ul|ol|table|a|b|strong|i|em|img|blockquote|pre)[\s>]/i;
const TAGS = /<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi;

/** What of a clipboard goes into a text of Markdown. */
export type Pasted =
  | { readonly kind: 'files'; readonly files: readonly File[] }
  /** To be made Markdown of. */
  | { readonly kind: 'html'; readonly html: string }
  /** As the browser pastes it. */
  | { readonly kind: 'text' };

/**
 * Office adds a picture of the words that were copied, which are wanted; a picture that was copied on a page has its element
 * beside it, which is not. Ctrl+Shift+V gives no HTML.
 */
export function pasted(data: Pick<DataTransfer, 'files' | 'getData'>): Pasted {
  // Browsers answer with nothing, stand-ins of tests have no answer.
  const html = data.getData?.('text/html') ?? '';
  const hasWords = html.replace(TAGS, '').replaceAll('&nbsp;', ' ').trim() !== '';
  if (data.files.length > 0 && !hasWords) return { kind: 'files', files: [...data.files] };
  const isWritten = looksLikeMarkdown(data.getData?.('text/plain') ?? '');
  return STRUCTURE.test(html) && !isWritten ? { kind: 'html', html } : { kind: 'text' };
}
