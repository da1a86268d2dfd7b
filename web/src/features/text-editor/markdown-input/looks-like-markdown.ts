import { NOTE_LABEL } from '@inkwell/shared/markdown/note-labels';

/** Patterns that are common in Markdown and rare in prose, which may also contain a dash or an asterisk. */
const BLOCKS = [
  /^#{1,6} \S/m,
  /^```/m,
  /^(?:[-*+]|\d{1,9}[.)]) \S[^\n]*\n+(?:[-*+]|\d{1,9}[.)]|\s+[-*+]) \S/m,
  /^[-*+] \[[ xX]\] /m,
  /^> \S/m,
  new RegExp(`^${NOTE_LABEL}: `, 'm'),
  /^\|.*\|\s*\n\|[\s:|-]+\|/m,
];

const INLINE = [/\[[^\]\n]+\]\([^)\s]+\)/, /(?:^|\s)(\*\*|__)[^\s*_][^*_\n]*\1(?:\W|$)/];

/** Whether a plain text is probably Markdown. */
export const looksLikeMarkdown = (text: string): boolean => [...BLOCKS, ...INLINE].some((sign) => sign.test(text));

/** Whether a plain text has several lines with blocks of Markdown. */
export const hasMarkdownBlocks = (text: string): boolean =>
  text.trim().includes('\n') && BLOCKS.some((sign) => sign.test(text));
