import { wholeNumber } from '@inkwell/shared/format';
import { htmlBlocks } from '@inkwell/shared/markdown/from-html/block-elements';
import { blocksMarkdown } from '@inkwell/shared/markdown/from-html/blocks';
import type { Converting, Remark } from '@inkwell/shared/markdown/from-html/converting';
import { elementsIn, type HtmlNode, lineOf } from '@inkwell/shared/markdown/from-html/nodes';
import { blocksWithNotes } from '@inkwell/shared/markdown/from-html/notes';
import { createHeadingIds } from '@inkwell/shared/markdown/heading-ids';
import { freeNoteLabels } from '@inkwell/shared/markdown/note-labels';
import { cutTo } from './fitting.ts';
import type { OldAddresses } from './old-addresses.ts';
import { ownMarkdownBlocks, withNotes } from './own-markdown.ts';
import { IMPORT_LIMITS, type ImportedPicture } from './records.ts';

/** A converted text, and the remarks for the report. */
export interface ConvertedText {
  readonly markdown: string;
  readonly pictures: readonly ImportedPicture[];
  readonly remarks: readonly Remark[];
}

/** The maximum number of remarks per text. */
const MAX_REMARKS = 200;

/** A text cut to the limit of an import; the report mentions the omission. */
export function boundedText(source: string, remarks: Remark[]): string {
  const max = IMPORT_LIMITS.sourceText;
  if (source.length <= max) return source;
  const text = `Its text has more than ${wholeNumber(max)} characters: the rest was left out`;
  remarks.push({ reason: 'shortened', text, address: null });
  return cutTo(source, max);
}

/** Collects pictures and remarks during conversion. */
export function createConverting(addresses: OldAddresses): Converting & Omit<ConvertedText, 'markdown'> {
  const pictures = new Map<string, ImportedPicture>();
  const remarks = new Map<string, Remark>();
  return {
    addresses,
    notes: new Map(),
    fragments: new Map(),
    depth: 0,
    blocksOf: htmlBlocks,
    markdownOf: ownMarkdownBlocks,
    remark(reason, text, address = null) {
      const shown = address === null ? null : address.slice(0, 2_048);
      if (remarks.size < MAX_REMARKS) remarks.set(`${reason} ${text} ${shown}`, { reason, text, address: shown });
    },
    picture(src, description) {
      const picture = addresses.picture(src, description);
      if (picture) {
        const before = pictures.get(picture.address);
        pictures.set(picture.address, before?.description ? before : picture);
      }
      return picture;
    },
    get pictures() {
      return [...pictures.values()];
    },
    get remarks() {
      return [...remarks.values()];
    },
  };
}

/** The new ids of headings, by their old ids. */
function fragmentsIn(nodes: readonly HtmlNode[]): Map<string, string> {
  const idOf = createHeadingIds();
  const fragments = new Map<string, string>();
  for (const node of elementsIn(nodes)) {
    if (!/^h[1-6]$/.test(node.tag)) continue;
    const words = lineOf(node.children);
    if (words === '') continue;
    const id = idOf(words);
    const named = [node, ...elementsIn(node.children)].flatMap(({ attributes }) => [attributes.id, attributes.name]);
    for (const name of named) if (name) fragments.set(name, id);
  }
  return fragments;
}

/** The Markdown of a tree, with its footnotes at the end. */
export function convertText(nodes: readonly HtmlNode[], addresses: OldAddresses): ConvertedText {
  const base = createConverting(addresses);
  const blocks = blocksWithNotes(nodes, { ...base, fragments: fragmentsIn(nodes) }, freeNoteLabels(''));
  return { markdown: blocksMarkdown(blocks), pictures: base.pictures, remarks: base.remarks };
}

/** Converts Markdown from other systems. */
export function convertMarkdown(source: string, addresses: OldAddresses): ConvertedText {
  const converting = createConverting(addresses);
  const markdown = withNotes(blocksMarkdown(ownMarkdownBlocks(source, converting)), source);
  return { markdown, pictures: converting.pictures, remarks: converting.remarks };
}
