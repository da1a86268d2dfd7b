import { posix } from 'node:path';
import { REMARKS } from '@inkwell/shared/markdown/from-html/converting';
import { TEXT_END } from './folder-site.ts';
import { outsideCode } from './site-markdown.ts';
import type { TagSource } from './site-tags.ts';

/* Liquid in Jekyll texts: code, links, and raw text. */

const PAIR = /\{%-?\s{0,20}(raw|comment|highlight)\b([^%]{0,300}?)-?%\}/g;
/** Inline code, a tag, or an output. */
const TAG = /`[^`\n]+`|\{%-?\s{0,20}([\w-]{1,40})([^%]{0,1000}?)-?%\}|\{\{-?([^{}]{0,1000}?)-?\}\}/g;
const SITE = /^site\.(?:url|baseurl|github\.url)$/;
const FILTER = /^(?:relative_url|absolute_url|escape|strip|markdownify)$/;

/** Marks placeholders for raw text while the rest is processed. */
const MARK = '\ufdd0';

/** Markdown without Liquid. Unsupported tags are kept and reported. */
export function withoutLiquid(text: string, source: TagSource): string {
  const held: string[] = [];
  const hold = (shown: string): string => `${MARK}${held.push(shown) - 1}${MARK}`;
  const made = outsideCode(withoutPairs(text, hold), (lines) =>
    lines
      .replace(TAG, (whole: string, tag?: string, rest = '', output?: string) => {
        if (tag === undefined && output === undefined) return whole;
        const shown = tag === undefined ? outputOf(output ?? '', source) : linkOf(tag, rest.trim(), source);
        if (shown === null) source.doubt(`Liquid: ${whole.slice(0, 80)}`);
        return shown ?? whole;
      })
      // The placeholder for kramdown's table of contents, and attributes after a link or a picture.
      .replace(/^[*+-] [^\n]*\n\{:\s*toc[^}\n]*\}/gm, '')
      .replace(/(?<=[)\]*_`])\{:[^{}\n]{1,300}\}/g, '')
      // kramdown reads Markdown in such an element.
      .replace(/^( {0,3}<[a-z]{1,20} [^<>\n]{0,300}\bmarkdown=["']?(?:1|block)\b[^<>\n]{0,300}>)[ \t]*$/gm, '$1\n'),
  );
  return made.replace(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_, n: string) => held[Number(n)] ?? '');
}

/** Takes linear time: if one tag is not closed, later tags of its kind are not searched. */
function withoutPairs(text: string, hold: (shown: string) => string): string {
  const unclosed = new Set<string>();
  let made = '';
  let at = 0;
  for (const { 0: whole, 1: name = '', 2: given = '', index } of text.matchAll(PAIR)) {
    if (index < at || unclosed.has(name)) continue;
    const end = new RegExp(`\\{%-?\\s{0,20}end${name}\\s{0,20}-?%\\}`, 'g');
    end.lastIndex = index + whole.length;
    const close = end.exec(text);
    if (!close) {
      unclosed.add(name);
      continue;
    }
    const inner = text.slice(index + whole.length, close.index);
    made += text.slice(at, index);
    if (name === 'raw') made += hold(inner);
    if (name === 'highlight') {
      const indent = /(?:^|\n)([ \t]*)$/.exec(made.slice(-200))?.[1] ?? '';
      made += hold(fenced(inner, /^\s*([\w+#.-]+)/.exec(given)?.[1] ?? '', indent));
    }
    at = end.lastIndex;
  }
  return made + text.slice(at);
}

function fenced(code: string, language: string, indent: string): string {
  const fence = '`'.repeat(Math.max(2, ...(code.match(/`{3,}/g) ?? []).map((mark) => mark.length)) + 1);
  const shown = code.replace(/\{%-?\s{0,20}(?:end)?raw\s{0,20}-?%\}/g, '').replace(/^\n+|\s+$/g, '');
  return `\n${indent}${fence}${language}\n${shown}\n${indent}${fence}\n`;
}

/** The text of an output; null if it is not supported. */
function outputOf(output: string, { wordFor }: TagSource): string | null {
  const [value = '', ...filters] = output.split('|').map((part) => part.trim());
  if (!filters.every((filter) => FILTER.test(filter))) return null;
  if (SITE.test(value)) return '';
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? (wordFor(value.replace(/^page\./, '')) || null);
}

/** The address that a tag refers to; null for other tags. */
function linkOf(tag: string, name: string, { pathOf, remark }: TagSource): string | null {
  const gist = tag === 'gist' ? /^[\w-]+(?:\/\w+)?(?=\s|$)/.exec(name)?.[0] : undefined;
  if (gist !== undefined) return `https://gist.github.com/${gist}`;
  if (tag !== 'post_url' && tag !== 'link') return null;
  const path = pathOf(name.replace(TEXT_END, ''), null);
  if (path === null) remark('no-equal', REMARKS.lostText, posix.basename(name));
  return path ?? '/';
}
