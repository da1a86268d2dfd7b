import { markdownBlocks } from '@inkwell/shared/markdown/blocks';
import type { Block } from '@inkwell/shared/markdown/from-html/blocks';
import { type Converting, REMARKS } from '@inkwell/shared/markdown/from-html/converting';
import { writtenAddress } from '@inkwell/shared/markdown/from-html/runs';
import { withPictureNotes } from '@inkwell/shared/markdown/picture-notes';
import { Parser, parse, type Token } from 'marked';
import { parseHtml } from './html-tree.ts';
import { partsOf, rewriteAddresses } from './rewritten-addresses.ts';

/* Markdown from other systems. It is kept as written, except for blocks with HTML, which the product would show as text. */

/** Whether a token is or contains HTML. */
const hasHtml = (token: Token): boolean => token.type === 'html' || partsOf(token).some(hasHtml);

/** Footnote references and texts, which the HTML converter does not know. */
const NOTE = /\\\[\^([^\s[\]\\]{1,100})\\\]/g;

export function ownMarkdownBlocks(text: string, converting: Converting): Block[] {
  const source = text.replace(/\r\n?/g, '\n');
  const parts = markdownBlocks(source);
  if (parts === null) return converting.blocksOf(parseHtml(parse(source, { async: false })), converting);
  const blocks: Block[] = [];
  let start = -1;
  let end = -1;
  const flush = () => {
    if (start >= 0) blocks.push({ is: 'markdown', text: withAddresses(source.slice(start, end), converting) });
    start = -1;
  };
  for (const part of parts) {
    if (!hasHtml(part.token)) {
      start = start < 0 ? part.start : start;
      end = part.end;
      continue;
    }
    flush();
    const html = part.token.type === 'html' ? part.token.text : Parser.parse([part.token]);
    blocks.push(...converting.blocksOf(parseHtml(html), converting));
  }
  flush();
  return blocks;
}

/** Restores footnotes that were escaped as plain text. */
export const withNotes = (markdown: string, source: string): string =>
  source.includes('[^') ? markdown.replace(NOTE, '[^$1]') : markdown;

function withAddresses(markdown: string, { addresses, picture, remark }: Converting): string {
  return rewriteAddresses(markdown, {
    link(href) {
      const link = addresses.link(href);
      if (link === null) remark('no-equal', REMARKS.unsafeLink);
      return link === null ? '#' : writtenAddress(link);
    },
    picture(src) {
      const [, notes = ''] = /#((?:width=\w+|decorative)(?:&(?:width=\w+|decorative))*)$/.exec(src) ?? [];
      const found = picture(notes === '' ? src : src.slice(0, -notes.length - 1), '');
      if (!found) {
        remark('no-equal', REMARKS.lostPicture, src.startsWith('data:') ? null : src.slice(0, 300));
        return src.startsWith('data:') ? '#' : null;
      }
      const width = /width=(small|wide)/.exec(notes)?.[1] as 'small' | 'wide' | undefined;
      return withPictureNotes(found.address, { isDecorative: notes.includes('decorative'), ...(width && { width }) });
    },
  });
}
