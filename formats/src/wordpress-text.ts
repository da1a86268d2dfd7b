import { REMARKS } from '@inkwell/shared/markdown/from-html/converting';
import {
  element,
  findElement,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  lineOf,
} from '@inkwell/shared/markdown/from-html/nodes';
import { parseHtml, remarkNode } from './html-tree.ts';
import { replaceShortcodes, type Shortcode } from './shortcodes.ts';

/* The text of a WordPress post: blocks, or the lines of the classic editor; shortcodes; footnotes, which are in a separate field. */

/** A file of the media library. */
export interface Attachment {
  readonly id: string;
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
  readonly parent: string;
}

export interface TextOfWordPress {
  readonly content: string;
  /** Footnote texts by id (`footnotes` in the post's fields). */
  readonly notes: readonly { readonly id: string; readonly content: string }[];
  readonly attachment: (id: string) => Attachment | undefined;
  /** Pictures that were uploaded with this post. */
  readonly attached: () => readonly Attachment[];
  /** The content of a block that several posts share. */
  readonly sharedBlock: (id: string) => string | undefined;
}

const BLOCK = /^\s+(\/)?wp:((?:[a-z0-9-]+\/)?[a-z0-9-]+)(\s+\{[\s\S]*\})?\s*(\/)?\s*$/;

function readBlock(comment: string): { open?: HtmlElement; close?: string } | null {
  const found = BLOCK.exec(comment);
  if (!found) return null;
  const [, closing, name = '', json = '', isVoid] = found;
  if (closing) return { close: '#block' };
  const open = element('#block', { name: name.replace(/^core\//, ''), json: json.trim() });
  return isVoid ? { open, close: '#block' } : { open };
}

function fieldsOf({ attributes }: HtmlElement): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(attributes.json || '{}');
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Blocks that consist only of a comment and have no content. */
const SILENT = new Set(['more', 'nextpage', 'spacer', 'footnotes', 'separator', 'template-part', 'post-content']);

/** Code between shortcodes, encoded or not. */
const CODE = /(?<!\[)\[(sourcecode|code)\b([^\]\n]{0,300})\]((?:(?!\[\/?(?:sourcecode|code)\b)[\s\S])*)\[\/\1\]/gi;

function codeHtml(_whole: string, _name: string, given: string, code: string): string {
  const language = /\blang(?:uage)?\s*=\s*["']?([\w+#.-]+)/i.exec(given)?.[1] ?? '';
  return `<pre data-language="${language}">${code.replaceAll('<', '&lt;')}</pre>`;
}

/** The maximum number of files that the shortcodes of one text show, because each may list hundreds. */
const MAX_FILES = 1_000;

/** The elements of a text. */
export function wordpressNodes(text: TextOfWordPress, depth = 0): HtmlNode[] {
  const remarks = new Map<string, HtmlNode>();
  let left = MAX_FILES;
  const source = replaceShortcodes(text.content.replace(CODE, codeHtml), (shortcode) =>
    shortcodeHtml(shortcode, text, remarks, (files) => {
      const shown = files.slice(0, left);
      left -= shown.length;
      return shown;
    }),
  );
  const hasBlocks = source.includes('<!-- wp:');
  const nodes = parseHtml(source, readBlock);
  const whole = hasBlocks ? nodes.flatMap((node) => blockNodes(node, text, depth)) : withLines(nodes);
  return [...whole.map(withCaption), ...noteNodes(text), ...remarks.values()];
}

/** Converts blocks that are stored only as a comment. Other blocks are represented by their content. */
function blockNodes(node: HtmlNode, text: TextOfWordPress, depth: number): HtmlNode[] {
  if (!isElement(node)) return withLines([node]);
  if (node.tag !== '#block')
    return [
      isStructure(node)
        ? { ...node, children: node.children.flatMap((child) => innerBlocks(child, text, depth)) }
        : node,
    ];
  return openBlock(node, text, depth);
}

const isStructure = ({ tag }: HtmlElement): boolean => tag !== 'pre' && tag !== 'code';

/** Inside a block, lines are not paragraphs. */
function innerBlocks(node: HtmlNode, text: TextOfWordPress, depth: number): HtmlNode[] {
  if (!isElement(node)) return [node];
  if (node.tag === '#block') return openBlock(node, text, depth);
  return [
    isStructure(node) ? { ...node, children: node.children.flatMap((child) => innerBlocks(child, text, depth)) } : node,
  ];
}

function openBlock(node: HtmlElement, text: TextOfWordPress, depth: number): HtmlNode[] {
  const { name = '' } = node.attributes;
  const fields = fieldsOf(node);
  if (name === 'freeform' || name === 'shortcode') return withLines(node.children);
  if (name === 'block') {
    const shared = text.sharedBlock(String(fields.ref));
    if (shared !== undefined && depth < 5) return wordpressNodes({ ...text, content: shared, notes: [] }, depth + 1);
    return [remarkNode({ reason: 'no-equal', text: 'A shared block is not in the file' })];
  }
  const inner = node.children.flatMap((child) => innerBlocks(child, text, depth)).map(withoutButton);
  if (name === 'cover' && typeof fields.url === 'string' && !findElement(inner, ({ tag }) => tag === 'img')) {
    return [element('img', { src: fields.url, alt: typeof fields.alt === 'string' ? fields.alt : '' }), ...inner];
  }
  if (name === 'file' && typeof fields.href === 'string') {
    return [...inner, remarkNode({ reason: 'no-equal', text: REMARKS.file, address: fields.href })];
  }
  if (inner.some((child) => isElement(child) || child.trim() !== '') || SILENT.has(name)) return inner;
  const url = typeof fields.url === 'string' ? fields.url : '';
  const label = typeof fields.label === 'string' ? fields.label : String(fields.service ?? '') || url;
  if (url !== '') return [element('p', {}, [element('a', { href: url }, [label])])];
  return [
    remarkNode({
      reason: 'no-equal',
      text: `A block (${name.slice(0, 60)}) is made by WordPress itself and was left out`,
    }),
  ];
}

/** Removes the button next to a file, because the file's name has the same link. */
const withoutButton = (node: HtmlNode): HtmlNode =>
  isElement(node)
    ? {
        ...node,
        children: node.children
          .filter((child) => !isElement(child) || !hasClass(child, 'wp-block-file__button'))
          .map(withoutButton),
      }
    : node;

const UNBROKEN = new Set([
  'pre',
  'code',
  'script',
  'style',
  'textarea',
  'svg',
  'math',
  'select',
  'object',
  'iframe',
  '#block',
]);

/** In texts of the classic editor, an empty line starts a paragraph, and a line break is kept. */
function withLines(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (isElement(node)) return [UNBROKEN.has(node.tag) ? node : { ...node, children: withLines(node.children) }];
    return node.split(/\r?\n/).reduce<HtmlNode[]>((made, line, index) => {
      if (index > 0) made.push(element('br'));
      if (line !== '') made.push(line);
      return made;
    }, []);
  });
}

const escapeAttribute = (text: string): string => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const figureOf = ({ url, alt, caption }: Attachment): string =>
  `<figure><img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}">${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;

/** Shortcodes that contain or precede the address of their content. */
const PLAYERS = new Set([
  'youtube',
  'vimeo',
  'soundcloud',
  'dailymotion',
  'ted',
  'googlevideo',
  'flickr',
  'instagram',
  'tweet',
  'gist',
]);
/** Shortcodes of common plugins that would otherwise look like words in brackets. */
const KNOWN = new Set([
  'wpvideo',
  'slideshow',
  'archives',
  'sitemap',
  'googlemaps',
  'recipe',
  'button',
  'columns',
  'tabs',
  'products',
  'more',
]);

const FILES = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma', 'flac', 'mp4', 'm4v', 'webm', 'ogv', 'wmv', 'flv'];

/** The HTML of a shortcode; null for an unknown one, which is kept as text. */
function shortcodeHtml(
  { name, attributes, rest, isClosing }: Shortcode,
  text: TextOfWordPress,
  remarks: Map<string, HtmlNode>,
  bounded: (files: readonly Attachment[]) => readonly Attachment[],
): string | null {
  switch (name) {
    case 'caption':
    case 'wp_caption':
      if (isClosing) return '</figure>';
      return `<figure class="wp-caption-shortcode ${escapeAttribute(attributes.align ?? '')}" title="${escapeAttribute(attributes.caption ?? '')}">`;
    case 'gallery': {
      if (isClosing) return '';
      const ids = (attributes.ids ?? attributes.include ?? '').split(/[\s,]+/).filter((id) => id !== '');
      const shown = ids.length > 0 ? ids.flatMap((id) => text.attachment(id) ?? []) : text.attached();
      if (shown.length === 0)
        remarks.set(
          'gallery',
          remarkNode({ reason: 'no-equal', text: 'A gallery without pictures in the file was left out' }),
        );
      return `<div>${bounded(shown).map(figureOf).join('')}</div>`;
    }
    case 'embed':
      return isClosing ? '</div>' : `<div>${attributes.src ?? ''}`;
    case 'audio':
    case 'video': {
      const address = FILES.map((key) => attributes[key]).find((value) => value);
      if (!address && !isClosing) remarks.set(name, remarkNode(NO_FILE));
      return address && !isClosing ? `<div><${name} src="${escapeAttribute(address)}"></${name}></div>` : '';
    }
    case 'playlist': {
      const ids = (attributes.ids ?? '').split(/[\s,]+/);
      const files = ids.flatMap((id) => text.attachment(id) ?? []);
      if (files.length === 0 && !isClosing) remarks.set(name, remarkNode(NO_FILE));
      return `<div>${bounded(files)
        .map(({ url }) => `<audio src="${escapeAttribute(url)}"></audio>`)
        .join('')}</div>`;
    }
    default: {
      if (PLAYERS.has(name)) {
        const address = /https?:\/\/[^\s"'\]]+/.exec(rest)?.[0];
        if (address !== undefined) return `<div>${escapeAttribute(address)}</div>`;
        return isClosing ? '</div>' : '<div>';
      }
      const isShortcode = KNOWN.has(name) || Object.keys(attributes).length > 0 || isClosing || /[_-]/.test(name);
      const remark = { reason: 'no-equal', text: `A shortcode (${name}) has no equal and stays as text` };
      if (isShortcode)
        remarks.set(
          name,
          remarkNode({
            ...remark,
            ...(/^https?:/.test(attributes.url ?? attributes.src ?? '') && {
              address: attributes.url ?? attributes.src ?? '',
            }),
          }),
        );
      return null;
    }
  }
}

const NO_FILE = { reason: 'no-equal', text: 'Sound or film whose file is not named was left out' } as const;

const isPicture = (node: HtmlNode): boolean =>
  isElement(node) && (node.tag === 'img' || (node.tag === 'a' && node.children.some(isPicture)));

/** Uses the content after the picture of a `[caption]` as its caption. */
function withCaption(node: HtmlNode): HtmlNode {
  if (!isElement(node)) return node;
  if (node.tag !== 'figure' || !/wp-caption-shortcode/.test(node.attributes.class ?? '')) {
    return { ...node, children: node.children.map(withCaption) };
  }
  const pictures = node.children.filter(isPicture);
  const others = node.children.filter((child) => !isPicture(child) && !(isElement(child) && child.tag === 'br'));
  const words = lineOf(others) === '' ? [node.attributes.title ?? ''] : others;
  return { ...node, children: [...pictures, ...(lineOf(words) === '' ? [] : [element('figcaption', {}, words)])] };
}

/** The footnotes of a post as a list at its end, for the references in the text. */
const noteNodes = ({ notes }: TextOfWordPress): HtmlNode[] =>
  notes.length === 0
    ? []
    : [
        element(
          'ol',
          {},
          notes.map(({ id, content }) => element('li', { id }, parseHtml(content))),
        ),
      ];
