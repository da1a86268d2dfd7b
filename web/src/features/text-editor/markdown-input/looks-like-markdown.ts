/** Patterns that occur in Markdown and hardly in prose, which may contain a dash or an asterisk too. */
const SIGNS = [
  /^#{1,6} \S/m,
  /^```/m,
  /^(?:[-*+]|\d{1,9}[.)]) \S[^\n]*\n+(?:[-*+]|\d{1,9}[.)]|\s+[-*+]) \S/m,
  /^[-*+] \[[ xX]\] /m,
  /^> \S/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /^\|.*\|\s*\n\|[\s:|-]+\|/m,
  /(?:^|\s)(\*\*|__)[^\s*_][^*_\n]*\1(?:\W|$)/,
];

/** Whether a plain text is probably Markdown. */
export const looksLikeMarkdown = (text: string): boolean => SIGNS.some((sign) => sign.test(text));
