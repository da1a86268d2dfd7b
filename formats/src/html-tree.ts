import { element, type HtmlElement, type HtmlNode } from '@inkwell/shared/markdown/from-html/nodes';
import { Parser } from 'htmlparser2';
import { IMPORT_LIMITS } from './records.ts';

/** Markdown that is inserted unchanged. */
export const markdownNode = (text: string): HtmlElement => element('#markdown', { text });

/** An address that is a whole paragraph and becomes a card, with a caption below. */
export const addressNode = (address: string, caption = ''): HtmlElement => element('#address', { address, caption });

/** A report line. */
export const remarkNode = (remark: { reason: string; text: string; address?: string }): HtmlElement =>
  element('#remark', { ...remark });

/** Recognizes an HTML comment that begins or ends a Gutenberg block; null for other comments. */
type ReadComment = (comment: string) => { readonly open?: HtmlElement; readonly close?: string } | null;

/** With deeper nesting, the parser takes minutes. No real text is nested this deeply. */
const MAX_OPEN = 500;

class TooDeep extends Error {}

/**
 * Reads HTML like a browser, in linear time and without loading anything. Elements nested more deeply than the limit become content of the deepest
 * allowed element. Of extremely nested HTML, only the words are kept.
 */
export function parseHtml(source: string, readComment: ReadComment = () => null): HtmlNode[] {
  try {
    return parse(source.slice(0, IMPORT_LIMITS.sourceText), readComment);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return [wordsWithoutTags(source.slice(0, IMPORT_LIMITS.sourceText)), remarkNode(TOO_DEEP)];
  }
}

export const TOO_DEEP = {
  reason: 'no-equal',
  text: 'The text is nested too deeply: only its words were taken',
} as const;

/** The text between tags, without scripts and styles. */
function wordsWithoutTags(source: string): string {
  const words: string[] = [];
  let hidden = '';
  for (const part of source.split('<')) {
    const end = part.indexOf('>');
    const tag = /^\/?[a-z]+/i.exec(part)?.[0].toLowerCase() ?? '';
    if (hidden !== '' && tag !== `/${hidden}`) continue;
    hidden = tag === 'script' || tag === 'style' ? tag : '';
    if (hidden === '') words.push(words.length > 0 ? part.slice(end + 1) : part, ' ');
  }
  return words.join('');
}

function parse(source: string, readComment: ReadComment): HtmlNode[] {
  const root = element('#root');
  const open: HtmlElement[] = [root];
  /** Whether each open element was kept. Elements that are too deep are not, but must still be closed. */
  const kept: boolean[] = [];
  const top = (): HtmlElement => open.at(-1) ?? root;

  function push(child: HtmlElement): void {
    if (kept.length > MAX_OPEN) throw new TooDeep();
    const isKept = open.length <= IMPORT_LIMITS.depth;
    kept.push(isKept);
    if (!isKept) return;
    top().children.push(child);
    open.push(child);
  }

  function pop(): void {
    if (kept.pop()) open.pop();
  }

  const parser = new Parser(
    {
      onopentag: (tag, attributes) => push(element(tag.replace(/^#/, ''), { ...attributes })),
      onclosetag: pop,
      // The parser emits text in pieces, one for each character that could have begun a tag.
      ontext(text) {
        const { children } = top();
        const last = children.length - 1;
        if (typeof children[last] === 'string') children[last] += text;
        else children.push(text);
      },
      oncomment(comment) {
        const read = readComment(comment);
        if (!read) return;
        if (read.open && read.close) top().children.push(read.open);
        else if (read.open) push(read.open);
        else if (read.close === top().tag) pop();
      },
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing: false },
  );
  parser.write(source);
  parser.end();
  return root.children;
}
