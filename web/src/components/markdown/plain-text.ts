/** Anything that could begin Markdown or an autolink. */
const MARKDOWN =
  /[\\`*_[\]<>|~]|&[#\w]|\S@\S|:\/\/|www\.|^\s*#|^\s*(?:[-+]|\d+[.)])(?:\s|$)|^\s*(?:=+|-+)\s*$|^(?: {4}|\s*\t)/im;

/** The paragraphs of a text without Markdown; null if it may contain some. Most comments contain none and load no parser. */
export const paragraphsOf = (source: string): string[] | null =>
  MARKDOWN.test(source) ? null : source.split(/\n\s*\n/).map((paragraph) => paragraph.trim());

/** An approximation of the rendered text, shown until the Markdown parser has loaded: no marks, and only the words of links. */
export const withoutMarks = (source: string): string =>
  source
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(?:>+|#{1,6}|[-+*]|`{3,}.*)(?:\s+|$)/gm, '')
    .replace(/[*`~]+|(?<!\w)_+|_+(?!\w)/g, '');
