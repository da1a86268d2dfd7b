const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for elements and quoted attributes, in HTML and XML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => HTML[character] ?? '');

/**
 * JSON for a `script` element: it cannot end the element or open a comment, and has no line separators, which break old JavaScript parsers.
 */
export const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Characters that XML 1.0 §2.2 does not allow, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for elements and attributes in XML. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(NOT_XML, ''));
