import { spaced, type TagSource, tagMarkdown } from './site-tags.ts';

/** Inline code, an escaped shortcode, or a shortcode. */
const TAG =
  /`[^`\n]*`|\{\{[<%]\/\*[^\n]{0,500}?\*\/[>%]\}\}|\{\{[<%]\s*(\/?)\s*([\w./-]{1,60})((?:[^{}"`]|"(?:[^"\\]|\\.){0,2000}"|`[^`]{0,2000}`){0,2000}?)\s*(\/?)\s*[>%]\}\}/g;
const ESCAPED = /\{\{([<%])\/\*([^\n]{0,500}?)\*\/([>%])\}\}/g;
const ARGUMENT = /(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\s"`]+))/g;

function argumentsOf(text: string): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  let plain = 0;
  for (const [, name, double, raw, bare] of text.matchAll(ARGUMENT)) {
    const value = double?.replace(/\\(.)/g, '$1') ?? raw ?? bare ?? '';
    if (name) made.set(name.toLowerCase(), value);
    else made.set(String(plain++), value);
  }
  return made;
}

/** Replaces the shortcodes in a text outside of code. */
export const withoutShortcodes = (text: string, source: TagSource): string =>
  text.replace(TAG, (raw: string, closing?: string, given?: string, rest = '', _ = '', at = 0) => {
    if (given === undefined) return raw;
    const tag = { called: given, isClosing: closing === '/', attributes: argumentsOf(rest) };
    return spaced(text, { at, length: raw.length }, tagMarkdown(tag, source), tag);
  });

/** Replaces escaped shortcodes by their visible form. */
export const withoutEscapes = (text: string): string => text.replace(ESCAPED, '{{$1$2$3}}');

const CODE = /\{\{[<%]\s*(highlight|mermaid|comment)(?![\w/-])\s*([^{}]{0,300}?)[>%]\}\}/g;

/** Converts code shortcodes to fenced code. This is the first step, because their content is code. Takes linear time. */
export function withFences(text: string): string {
  const unclosed = new Set<string>();
  let made = '';
  let at = 0;
  for (const { 0: whole, 1: name = '', 2: given = '', index } of text.matchAll(CODE)) {
    if (index < at || unclosed.has(name)) continue;
    const end = new RegExp(`\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`, 'g');
    end.lastIndex = index + whole.length;
    const close = end.exec(text);
    // No closing tag follows, so later ones are unclosed, too.
    if (!close) unclosed.add(name);
    else {
      const code = text.slice(index + whole.length, close.index).replace(/^\n+|\s+$/g, '');
      const language =
        name === 'mermaid' ? name : (argumentsOf(given).get('lang') ?? argumentsOf(given).get('0') ?? '');
      const fence = '`'.repeat(Math.max(3, ...(code.match(/`{3,}/g) ?? []).map((mark) => mark.length)) + 1);
      const block = `\n${fence}${/^[\w+#-]{1,30}$/.test(language) ? language : ''}\n${code}\n${fence}\n`;
      made += text.slice(at, index) + (name === 'comment' ? '' : block);
      at = end.lastIndex;
    }
  }
  return made + text.slice(at);
}
