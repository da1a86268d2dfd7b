/** Whatever Markdown, or a link that is made of bare words, could begin with. */
const MARKS =
  /[\\`*_[\]<>|~]|&[#\w]|\S@\S|:\/\/|www\.|^\s*#|^\s*(?:[-+]|\d+[.)])(?:\s|$)|^\s*(?:=+|-+)\s*$|^(?: {4}|\s*\t)/im;

/** The paragraphs of a text without any Markdown; null for one that may have some. Most comments have none, and need no code for it. */
export const paragraphsOf = (source: string): string[] | null =>
  MARKS.test(source) ? null : source.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
