import { REMARKS, type Remark } from './converting.ts';
import { escapedMarkdown } from './runs.ts';

/* Shortcodes of Hugo and of its common themes, as Markdown. */

export interface ShortcodeSource {
  /** The old path of a text, as shortcodes for links name it; null if there is none. */
  readonly pathOf: (name: string, language: string | null) => string | null;
  /** The value of a field of the text or of a parameter of the site; empty if there is none. */
  readonly wordFor: (name: string) => string;
  readonly remark: (reason: Remark['reason'], text: string, address?: string | null) => void;
}

/** Code in a line, a shortcode that is shown and not run, or a shortcode. */
const TAG =
  /`[^`\n]*`|\{\{[<%]\/\*[^\n]{0,500}?\*\/[>%]\}\}|\{\{[<%]\s*(\/?)\s*([\w./-]{1,60})((?:[^{}"`]|"(?:[^"\\]|\\.){0,2000}"|`[^`]{0,2000}`){0,2000}?)\s*(\/?)\s*[>%]\}\}/g;

const ESCAPED = /\{\{([<%])\/\*([^\n]{0,500}?)\*\/([>%])\}\}/g;
const ARGUMENT = /(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\s"`]+))/g;

interface Arguments {
  readonly named: Readonly<Record<string, string>>;
  readonly plain: readonly string[];
}

function argumentsOf(text: string): Arguments {
  const named = new Map<string, string>();
  const plain: string[] = [];
  for (const [, name, double, raw, bare] of text.matchAll(ARGUMENT)) {
    const value = double?.replace(/\\(.)/g, '$1') ?? raw ?? bare ?? '';
    if (name) named.set(name.toLowerCase(), value);
    else plain.push(value);
  }
  return { named: Object.fromEntries(named), plain };
}

const quoted = (text: string): string => text.replaceAll('"', '&quot;').replace(/\s+/g, ' ');
const addressed = (text: string): string => text.replace(/[\s()<>]/g, encodeURIComponent);

/** Boxes with a note, which are quotes here, and what their kind is called. */
const NOTES = new Set([
  ...['alert', 'admonition', 'callout', 'hint', 'notice', 'note', 'tip', 'info', 'important', 'warning', 'caution'],
  ...['danger', 'success', 'pageinfo'],
]);
const KINDS = /^(?:note|tip|info|important|warning|caution|danger|success|error|question|example|quote)$/i;
/** What shows its words and nothing else. */
const PLAIN = new Set(['tabpane', 'tabs', 'steps', 'cards', 'columns', 'lead', 'comment']);

/** The line that begins a note; `withAsides` makes a quote of all up to the one that ends it. */
const noteBegin = (title: string): string => `:::note[${escapedMarkdown(title).replace(/[[\]]/g, '')}]`;
export const NOTE_END = ':::';

/** What a shortcode becomes; null for one that nobody knows. */
function shortcode(name: string, { named, plain }: Arguments, source: ShortcodeSource): string | null {
  const { pathOf, wordFor, remark } = source;
  const first = named.id ?? plain[0] ?? '';
  if (NOTES.has(name)) {
    const given = [named.title, named.header, plain[1]].find((one) => one);
    const kind =
      [named.type, named.style, named.color, named.icon, plain[0], name].find((one) => one && KINDS.test(one)) ?? '';
    return noteBegin(given || (kind === '' ? '' : kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()));
  }
  switch (name) {
    case 'youtube':
      return `https://www.youtube.com/watch?v=${addressed(first)}`;
    case 'vimeo':
      return `https://vimeo.com/${addressed(first)}`;
    case 'tweet':
    case 'x':
    case 'twitter':
      return `https://x.com/${addressed(named.user ?? plain[0] ?? 'i')}/status/${addressed(named.id ?? plain[1] ?? plain[0] ?? '')}`;
    case 'instagram':
      return `https://www.instagram.com/p/${addressed(first)}/`;
    case 'gist':
      return `https://gist.github.com/${addressed(plain[0] ?? '')}/${addressed(plain[1] ?? '')}`;
    case 'figure':
    case 'img':
    case 'image':
    case 'imgproc': {
      const picture = named.src ?? plain[0] ?? '';
      const caption = (named.caption ?? named.title ?? '').replace(
        /\[([^[\]]*)\]\(([^()\s]*)\)/g,
        (_, words: string, link: string) => {
          remark('no-equal', REMARKS.captionLink, link);
          return words;
        },
      );
      if (named.link) remark('no-equal', 'A picture cannot hold its link here', named.link);
      if (named.attr) remark('no-equal', `The source of a picture was left out: ${named.attr}`, named.attrlink ?? null);
      const alt = escapedMarkdown(named.alt ?? '');
      return picture === '' ? '' : `![${alt}](${addressed(picture)}${caption ? ` "${quoted(caption)}"` : ''})`;
    }
    case 'ref':
    case 'relref': {
      const [file = '', fragment] = (named.path ?? first).split('#');
      const path = file === '' ? '' : pathOf(file, named.lang ?? null);
      if (path === null) remark('no-equal', 'A link to a text that is not in the folder', named.path ?? first);
      return `${path ?? '/'}${fragment ? `#${fragment}` : ''}`;
    }
    case 'param': {
      const value = wordFor(first);
      return value === '' ? null : escapedMarkdown(value);
    }
    case 'tab':
    case 'details':
    case 'expand': {
      const title = named.header ?? named.name ?? named.title ?? named.summary ?? named.tabname ?? plain[0] ?? '';
      if (name !== 'tab') remark('no-equal', 'A part that folds is shown open');
      return title === '' ? '' : `**${escapedMarkdown(title.replace(/^\*+|[*:]+$/g, '').replace(/:\*+$/, ''))}**`;
    }
    default:
      return PLAIN.has(name) ? '' : null;
  }
}

/** Those that stand in a line. */
const IN_LINE = new Set(['ref', 'relref', 'param']);

/** Text outside of code without shortcodes; `unknown` hears the names of those without an equal. */
export function withoutShortcodes(text: string, source: ShortcodeSource, unknown: (name: string) => void): string {
  return text.replace(
    TAG,
    (raw: string, closing: string | undefined, name: string | undefined, rest = '', _ = '', at = 0) => {
      if (name === undefined) return raw;
      const called = name.toLowerCase();
      const before = text.slice(Math.max(0, at - 200), at);
      const indent = /(?:^|\n)([ \t]*)$/.exec(before)?.[1];
      const isAlone =
        indent !== undefined && /^[ \t]*(?:\n|$)/.test(text.slice(at + raw.length, at + raw.length + 200));
      const block = (made: string): string =>
        IN_LINE.has(called) ? made : made === '' && !isAlone ? '' : `\n\n${indent ?? ''}${made}\n\n`;
      if (closing) return NOTES.has(called) ? block(NOTE_END) : isAlone ? '\n\n' : '';
      const given = argumentsOf(rest);
      const known = shortcode(called, given, source);
      if (known !== null) return block(known);
      unknown(name.slice(0, 60));
      // Of others, the words in quotes are what readers saw.
      const words = [given.named.title, given.named.text, given.named.caption, ...given.plain].filter(
        (word) => word && /[\p{L}]{2}/u.test(word),
      );
      const address = given.named.link ?? given.named.href ?? given.named.url ?? '';
      const shown = escapedMarkdown(words.join(' '));
      if (address !== '') return `[${shown || escapedMarkdown(address)}](<${addressed(address)}>)`;
      if (given.named.src)
        source.remark('no-equal', `A file that a shortcode (${name.slice(0, 60)}) showed`, given.named.src);
      return shown;
    },
  );
}

/** Shortcodes that were shown and not run, as they were shown. */
export const withoutEscapes = (text: string): string => text.replace(ESCAPED, '{{$1$2$3}}');

const CODE =
  /\{\{[<%]\s*(highlight|mermaid|comment|code[\w-]{0,20}|prism|terminal)(?![\w/-])\s*([^{}]{0,300}?)[>%]\}\}/g;
const PANE = /\{\{[<%]\s*tabpane\b([^{}]{0,300}?)[>%]\}\}/g;
const TAB = /\{\{[<%]\s*tab\b([^{}]{0,300}?)(\/?)\s*[>%]\}\}/g;

const fenced = (language: string, code: string): string => {
  const longest = Math.max(3, ...(code.match(/`{3,}/g) ?? []).map((mark) => mark.length));
  const fence = '`'.repeat(longest + 1);
  return `\n${fence}${language}\n${code.replace(/^\n+|\s+$/g, '')}\n${fence}\n`;
};

/** Each part that begins with a match of `begin` and ends with the next `end`, changed. Takes time in proportion to the text. */
function betweenTags(
  text: string,
  { begin, end }: { readonly begin: RegExp; readonly end: (match: RegExpExecArray) => RegExp },
  change: (match: RegExpExecArray, inner: string) => string | null,
): string {
  const unclosed = new Set<string>();
  let made = '';
  let at = 0;
  for (const match of text.matchAll(begin)) {
    if (match.index < at) continue;
    const from = match.index + match[0].length;
    const closing = end(match);
    // Nothing closes the following ones either.
    if (unclosed.has(closing.source)) continue;
    closing.lastIndex = from;
    const close = closing.exec(text);
    if (!close) {
      unclosed.add(closing.source);
      continue;
    }
    const inner = change(match, text.slice(from, close.index));
    if (inner === null) continue;
    made += text.slice(at, match.index) + inner;
    at = close.index + close[0].length;
  }
  return made + text.slice(at);
}

const closingOf = (name: string): RegExp => new RegExp(`\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`, 'g');

/** Shortcodes around code become fenced code before anything else, because what is in them is code. */
export function withFences(source: string): string {
  if (!source.includes('{{')) return source;
  const highlighted = betweenTags(
    source,
    { begin: CODE, end: ([, name = '']) => closingOf(name) },
    ([, name = '', given = ''], code) => {
      if (name === 'comment') return '';
      const { named, plain } = argumentsOf(given);
      const language = named.lang ?? named.language ?? named.type ?? plain[0] ?? '';
      return fenced(name === 'mermaid' ? name : /^[\w+#-]{1,30}$/.test(language) ? language : '', code);
    },
  );
  return betweenTags(highlighted, { begin: PANE, end: () => closingOf('tabpane') }, ([, given = ''], tabs) => {
    const pane = argumentsOf(given).named;
    if (pane.text === 'true') return null;
    return betweenTags(tabs, { begin: TAB, end: () => closingOf('tab') }, ([whole, about = '', isVoid], code) => {
      const tab = argumentsOf(about).named;
      if (isVoid) return null;
      const language = tab.lang ?? pane.lang ?? '';
      if (tab.text === 'true' || whole.startsWith('{{%')) return `${whole}${code}{{% /tab %}}`;
      return `\n\n**${escapedMarkdown(tab.header ?? language)}**\n\n${fenced(/^[\w+#-]{1,30}$/.test(language) ? language : '', code)}\n`;
    });
  });
}
