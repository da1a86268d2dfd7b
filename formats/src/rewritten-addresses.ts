import { markdownBlocks } from '@inkwell/shared/markdown/blocks';
import type { Token, Tokens } from 'marked';

/** Returns the new form of an address in a text; null to keep it. */
export interface NewAddresses {
  readonly link: (href: string) => string | null;
  readonly picture: (src: string) => string | null;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The child tokens of a token; pictures have none. */
export function partsOf(token: Token): Token[] {
  if (token.type === 'list') return token.items;
  if (token.type === 'table')
    return [...token.header, ...token.rows.flat()].flatMap((cell: Tokens.TableCell) => cell.tokens);
  return token.type !== 'image' && 'tokens' in token ? (token.tokens ?? []) : [];
}

type Addressed = Tokens.Link | Tokens.Image | Tokens.Def;

const isAddressed = (token: Token): token is Addressed =>
  token.type === 'link' || token.type === 'image' || token.type === 'def';

/** All links and pictures in tokens, outer before inner ones. */
export function* linksIn(tokens: readonly Token[]): Generator<Addressed> {
  for (const token of tokens) {
    if (isAddressed(token)) yield token;
    yield* linksIn(partsOf(token));
  }
}

/** The position of the target in the source of a link or picture; -1 for a reference, whose target is elsewhere. */
function targetIn(raw: string, href: string): number {
  for (let at = raw.lastIndexOf(href); at >= 0; at = at === 0 ? -1 : raw.lastIndexOf(href, at - 1)) {
    if (/(?:\]\(\s*<?|\]:\s*<?)$/.test(raw.slice(Math.max(0, at - 40), at))) return at;
  }
  return -1;
}

/**
 * Replaces the addresses of links and pictures in a text. Everything else stays as written, including code. A bare address that becomes a path gets
 * brackets, because only absolute addresses become links without them.
 */
export function rewriteAddresses(markdown: string, addresses: NewAddresses): string {
  if (!/[[<]|:\/\/|www\./.test(markdown)) return markdown;
  const edits: Edit[] = [];
  const blocks = markdownBlocks(markdown) ?? [];
  const shown = new Set<string>();
  for (const { type, href } of linksIn(blocks.map(({ token }) => token))) if (type === 'image') shown.add(href);
  for (const { token, start, end } of blocks) {
    let from = start;
    for (const link of linksIn([token])) {
      const isPicture = link.type === 'image' || (link.type === 'def' && shown.has(link.href));
      const renewed = isPicture ? addresses.picture(link.href) : addresses.link(link.href);
      const edit = editOf(link, markdown, { from, end, renewed });
      if (!edit) continue;
      from = edit.from;
      if (edit.made) edits.push(edit.made);
    }
  }
  let out = '';
  let at = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    out += markdown.slice(at, start) + text;
    at = end;
  }
  return out + markdown.slice(at);
}

function editOf(
  link: Addressed,
  markdown: string,
  { from, end, renewed }: { readonly from: number; readonly end: number; readonly renewed: string | null },
): { from: number; made: Edit | null } | null {
  const source = link.raw.replace(/\n+$/, '');
  const found = markdown.indexOf(source, from);
  if (found < 0 || found + source.length > end) return null;
  if (renewed === null || renewed === link.href) return { from: found + 1, made: null };
  const target = targetIn(source, link.href);
  if (target >= 0) {
    const start = found + target;
    return { from: found + 1, made: { start, end: start + link.href.length, text: renewed } };
  }
  // For `[text][label]`, the definition of the label is changed instead.
  if (source.startsWith('[') || source.startsWith('!')) return { from: found + 1, made: null };
  const words = source.replace(/^<|>$/g, '');
  const isWhole = /^https?:\/\//.test(renewed);
  return {
    from: found + source.length,
    made: {
      start: found,
      end: found + source.length,
      text: isWhole ? renewed : `[${words.replace(/[\\[\]_*`]/g, '\\$&')}](${renewed})`,
    },
  };
}
