/**
 * Approximates the text of Markdown without its syntax, for previews, descriptions and search. All repetitions in the patterns are bounded,
 * because backtracking over a malicious text must not stall the server.
 */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^(`{3,}|~{3,}).*$/gm, ' ')
    .replace(/!\[([^\][]{0,500})\]\([^()\s]{0,2048}(?: [^()]{0,200})?\)/g, '$1')
    .replace(/\[([^\][]{0,500})\]\([^()\s]{0,2048}(?: [^()]{0,200})?\)/g, '$1')
    .replace(/^ {0,3}\[\^\w{1,100}\]:/gm, ' ')
    .replace(/\[\^\w{1,100}\]/g, '')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replace(/^[ \t|:=-]+$/gm, ' ')
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]{0,300}?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)([^*_\n]{0,300}[^*_\s])\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/\s+/g, ' ')
    .trim();
}

/** At most `max` characters of `text`, without splitting a surrogate pair; a cut text ends with an ellipsis. */
export function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join('').trimEnd()}...`;
}

/** The excerpt, else the first `max` characters of the text. Product §9. */
export function previewOf(post: { excerpt: string | null; content: string }, max: number): string {
  return post.excerpt || cut(plainText(post.content.slice(0, max * 40)), max);
}
