import type { Remark } from './converting.ts';
import { plainMdx } from './mdx.ts';
import { escapedMarkdown } from './runs.ts';

/*
 * What Markdown of site builders has besides Markdown: shortcodes of Hugo, asides of Starlight. Code stays
 * as it is.
 */

interface Source {
  /** The old path of a file of Markdown, as shortcodes for links name it; null if there is none. */
  readonly pathOf: (name: string) => string | null;
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
  const named: Record<string, string> = {};
  const plain: string[] = [];
  for (const [, name, double, raw, bare] of text.matchAll(ARGUMENT)) {
    const value = double?.replace(/\\(.)/g, '$1') ?? raw ?? bare ?? '';
    if (name) named[name] = value;
    else plain.push(value);
  }
  return { named, plain };
}

const quoted = (text: string): string => text.replaceAll('"', '&quot;').replace(/\s+/g, ' ');
const addressed = (text: string): string => text.replace(/[\s()<>]/g, encodeURIComponent);

/** What a shortcode becomes; null for one that nobody knows. */
function shortcode(name: string, { named, plain }: Arguments, { pathOf, remark }: Source): string | null {
  const first = named.id ?? plain[0] ?? '';
  switch (name) {
    case 'youtube':
      return `\n\nhttps://www.youtube.com/watch?v=${addressed(first)}\n\n`;
    case 'vimeo':
      return `\n\nhttps://vimeo.com/${addressed(first)}\n\n`;
    case 'tweet':
    case 'x':
    case 'twitter':
      return `\n\nhttps://x.com/${addressed(named.user ?? plain[0] ?? 'i')}/status/${addressed(named.id ?? plain[1] ?? plain[0] ?? '')}\n\n`;
    case 'instagram':
      return `\n\nhttps://www.instagram.com/p/${addressed(first)}/\n\n`;
    case 'gist':
      return `\n\nhttps://gist.github.com/${addressed(plain[0] ?? '')}/${addressed(plain[1] ?? '')}\n\n`;
    case 'figure':
    case 'img':
    case 'image': {
      const source = named.src ?? plain[0] ?? '';
      const caption = named.caption ?? named.title ?? '';
      if (named.link) remark('no-equal', 'A picture cannot hold its link here', named.link);
      const picture = `![${escapedMarkdown(named.alt ?? '')}](${addressed(source)}${caption ? ` "${quoted(caption)}"` : ''})`;
      return source === '' ? '' : `\n\n${picture}\n\n`;
    }
    case 'ref':
    case 'relref': {
      const [file = '', fragment] = first.split('#');
      const path = file === '' ? '' : pathOf(file);
      if (path === null) remark('no-equal', 'A link to a text that is not in the folder', first);
      return `${path ?? '/'}${fragment ? `#${fragment}` : ''}`;
    }
    default:
      return null;
  }
}

/** Lines outside of fenced code, with what each becomes. */
function outsideCode(source: string, change: (text: string) => string): string {
  const parts: string[] = [];
  let plain: string[] = [];
  let fence: string | null = null;
  const flush = () => {
    if (plain.length > 0) parts.push(change(plain.join('\n')));
    plain = [];
  };
  for (const line of source.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark) {
      flush();
      fence = mark;
      parts.push(line);
    } else if (fence !== null) {
      parts.push(line);
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    } else plain.push(line);
  }
  flush();
  return parts.join('\n');
}

/** `highlight` becomes fenced code before anything else, because what is in it is code. */
const withFences = (source: string): string =>
  source.includes('highlight')
    ? source.replace(
        /\{\{[<%]\s*highlight\s+"?([\w+#-]{0,30})"?[^}]{0,200}?[>%]\}\}\n?((?:(?!\{\{[<%])[\s\S])*?)\n?\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g,
        (_, language: string, code: string) => `\n\`\`\`\`${language}\n${code}\n\`\`\`\`\n`,
      )
    : source;

/** Markdown without what only the old site's builder knows; every shortcode that has no equal is reported once. */
export function plainMarkdown(text: string, source: Source, isMdx: boolean): string {
  const { remark } = source;
  const mdx = isMdx ? plainMdx(remark) : null;
  const made = outsideCode(withFences(mdx ? mdx.dedented(text) : text), (lines) => {
    let made = lines.replace(TAG, (raw: string, closing?: string, name?: string, rest = '') => {
      if (name === undefined) return raw;
      const known = closing ? null : shortcode(name.toLowerCase(), argumentsOf(rest), source);
      if (known !== null) return known;
      if (!closing)
        remark(
          'no-equal',
          `A shortcode (${name.slice(0, 60)}) has no equal; what stands in it was taken`,
          argumentsOf(rest).named.src ?? null,
        );
      // Of others, the words in quotes are what readers saw.
      const { named, plain } = argumentsOf(rest);
      const words = [named.title, named.text, named.caption, ...plain].filter(
        (word) => word && /[\p{L}]{2}/u.test(word),
      );
      return closing ? '' : escapedMarkdown(words.join(' '));
    });
    if (mdx) made = mdx.withoutModules(made);
    return withAsides(made).replace(/^(#{1,6} .*?)(?<![ \t])[ \t]*\{#[\w-]+\}[ \t]*$/gm, '$1');
  });
  return made.replace(ESCAPED, '{{$1$2$3}}');
}

/** `:::note[Title]` … `:::` */
function withAsides(text: string): string {
  if (!text.includes(':::')) return text;
  let isOpen = false;
  const lines = text.split('\n').flatMap((line) => {
    const begin = /^:::\s*([a-z]+)(?:\[([^\]]*)\])?(?:\{[^}]*\})?\s*$/.exec(line);
    if (begin && !isOpen) {
      isOpen = true;
      const name = begin[1] ?? '';
      return ['', `> **${begin[2] || name.charAt(0).toUpperCase() + name.slice(1)}**`, '>'];
    }
    if (isOpen && /^:::\s*$/.test(line)) {
      isOpen = false;
      return [''];
    }
    return [isOpen ? `> ${line}` : line];
  });
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}
