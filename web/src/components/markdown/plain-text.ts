/** Anything that could begin Markdown or an autolink. */
const MARKDOWN =
  /[\\`*_[\]<>|~]|&[#\w]|\S@\S|:\/\/|www\.|^\s*#|^\s*(?:[-+]|\d+[.)])(?:\s|$)|^\s*(?:=+|-+)\s*$|^(?: {4}|\s*\t)/im;

/** The paragraphs of a text without Markdown; null if it may contain some. Most comments contain none and load no parser. */
export const paragraphsOf = (source: string): string[] | null =>
  MARKDOWN.test(source) ? null : source.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
