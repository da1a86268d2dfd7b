const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Makes `text` safe as content of an element and inside a quoted attribute, in HTML and in XML alike. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => HTML[character] ?? '');

/**
 * JSON that can stand inside a `script` element: it can neither end the element nor open a comment in it, and old
 * JavaScript parsers find no line separators.
 */
export const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Characters that XML 1.0 §2.2 has no way to write, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Makes `text` safe as content and attribute of XML. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(NOT_XML, ''));
