import { withPictureNotes } from '../picture-notes.ts';
import { type Converting, REMARKS } from './converting.ts';
import { elementsIn, type HtmlElement, type HtmlNode, hasClass, isElement, lineOf, wordsOf } from './nodes.ts';
import { collapsed, NO_MARKS, type Run } from './runs.ts';
import { smallLetters } from './small-letters.ts';

/** Elements that begin their own block. */
const BLOCKS = new Set(
  (
    'address article aside audio blockquote body canvas center dd details dialog dir div dl dt embed fieldset figcaption figure footer form ' +
    'frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li listing main menu nav noframes noscript object ol optgroup ' +
    'option p plaintext pre search section select summary table tbody td textarea tfoot th thead tr ul video xmp ' +
    '#markdown #address #remark #block'
  ).split(' '),
);

const known = new WeakMap<HtmlElement, boolean>();

/** Whether an element is or contains a block. */
export function isBlock(node: HtmlNode): boolean {
  if (!isElement(node)) return false;
  let is = known.get(node);
  if (is === undefined) {
    is = BLOCKS.has(node.tag) || node.children.some(isBlock);
    known.set(node, is);
  }
  return is;
}

export const isBlockTag = (tag: string): boolean => BLOCKS.has(tag);

const STRONG = new Set(['b', 'strong']);
const EMPHASIZED = new Set(['i', 'em', 'cite', 'dfn', 'var']);
const STRUCK = new Set(['del', 's', 'strike']);
const CODE = new Set(['code', 'kbd', 'samp', 'tt']);

type Marks = typeof NO_MARKS;

/** The marks that an element adds. Inline styles count in elements where editors write them. */
export function marksOf(
  { tag, attributes }: HtmlElement,
  marks: Marks,
  { addresses, fragments, remark }: Converting,
): Marks {
  const style = attributes.style ?? '';
  if (STRONG.has(tag) && !/(?<![\w-])font-weight:\s*(?:normal|400)/.test(style)) return { ...marks, isStrong: true };
  if (EMPHASIZED.has(tag) && !/(?<![\w-])font-style:\s*normal/.test(style)) return { ...marks, isEmphasized: true };
  if (STRUCK.has(tag)) return { ...marks, isStruck: true };
  if (tag === 'span' && style !== '') {
    return {
      ...marks,
      isStrong: marks.isStrong || /(?<![\w-])font-weight:\s*(?:bold|[6-9]00)/.test(style),
      isEmphasized: marks.isEmphasized || /(?<![\w-])font-style:\s*italic/.test(style),
      isStruck: marks.isStruck || style.split(';').some((one) => /^\s*text-decoration.*line-through/s.test(one)),
    };
  }
  const given = attributes.href?.trim();
  if ((tag !== 'a' && tag !== 'area') || !given) return marks;
  if (given.startsWith('#')) {
    const fragment = fragments.get(given.slice(1));
    return { ...marks, href: fragment ? `#${fragment}` : null };
  }
  const href = addresses.link(given);
  if (href === null) remark('no-equal', REMARKS.unsafeLink, /^(?:tel|sms|geo):/i.test(given) ? given : null);
  return { ...marks, href };
}

/** The address of a picture. Scripts for lazy loading keep it in other attributes. */
const LATE_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file', 'data-large-file'] as const;

export function pictureSource({ attributes }: HtmlElement): string {
  const { src = '' } = attributes;
  if (src !== '' && !src.startsWith('data:') && !/blank\.gif|placeholder/i.test(src)) return src;
  const late = LATE_SOURCES.map((name) => attributes[name]).find((value) => value);
  return late ?? attributes.srcset?.split(/[\s,]+/)[0] ?? src;
}

function pictureRun(node: HtmlElement, marks: Marks, converting: Converting): Run[] {
  const { alt = '', title = '', width = '' } = node.attributes;
  const src = pictureSource(node);
  const picture = converting.picture(src, alt);
  if (!picture) {
    converting.remark('no-equal', REMARKS.lostPicture, src.startsWith('data:') ? null : src.slice(0, 300));
    return alt.trim() === '' ? [] : [{ ...marks, is: 'text', text: alt }];
  }
  const isSmall =
    /\balign(?:left|right)\b/.test(node.attributes.class ?? '') && Number(width) > 0 && Number(width) <= 320;
  const address = isSmall ? withPictureNotes(picture.address, { width: 'small' }) : picture.address;
  const isItself = marks.href !== null && converting.addresses.picture(marks.href)?.address === picture.address;
  const caption = title === alt ? '' : title;
  const words = alt.trim() || (picture.description ?? '');
  return [{ ...marks, href: isItself ? null : marks.href, is: 'picture', text: words, address, caption }];
}

/** A reference to a note; null for other elements. */
function noteLabel(node: HtmlElement, { notes }: Converting): string | null {
  if (notes.size === 0) return null;
  for (const { tag, attributes } of elementsIn([node])) {
    const id = tag === 'a' && attributes.href?.startsWith('#') ? attributes.href.slice(1) : attributes['data-fn'];
    const label = id === undefined ? undefined : notes.get(id);
    if (label !== undefined) return label;
  }
  return null;
}

/** The runs of inline content. Spaces separate blocks inside it. */
export function runsOf(nodes: readonly HtmlNode[], converting: Converting, marks: Marks = NO_MARKS): Run[] {
  return nodes.flatMap((node, n) =>
    isElement(node) ? elementRuns(node, converting, marks, nodes[n - 1]) : textRun(node, marks),
  );
}

/** Superscript or subscript words, unless they contain other marks or a picture. */
function smallRuns(runs: Run[], kind: 'sup' | 'sub', before: HtmlNode | undefined): Run[] {
  const [run, ...others] = collapsed(runs);
  if (run?.is !== 'text' || others.length > 0 || /^\p{No}+$/u.test(run.text)) return runs;
  return [{ ...run, text: smallLetters(run.text.trim(), kind, before === undefined ? '' : wordsOf([before])) }];
}

const textRun = (text: string, marks: Marks): Run[] => (text === '' ? [] : [{ ...marks, is: 'text', text }]);

function elementRuns(node: HtmlElement, converting: Converting, marks: Marks, before: HtmlNode | undefined): Run[] {
  const { tag, attributes, children } = node;
  const { remark } = converting;
  const inner = (more: Marks = marksOf(node, marks, converting)) => runsOf(children, converting, more);
  if (CODE.has(tag)) {
    const text = lineOf(children);
    return text === '' ? [] : [{ ...marks, is: 'code', text }];
  }
  switch (tag) {
    case 'br':
      return [{ ...marks, is: 'break' }];
    case 'img':
      return pictureRun(node, marks, converting);
    case 'sup':
    case 'sub': {
      const label = tag === 'sup' ? noteLabel(node, converting) : null;
      return label === null ? smallRuns(inner(), tag, before) : [{ ...NO_MARKS, is: 'note', text: label }];
    }
    case 'span': {
      const [, raised] = /(?<![\w-])vertical-align:\s*(super|sub)\b/.exec(attributes.style ?? '') ?? [];
      return raised ? smallRuns(inner(), raised === 'super' ? 'sup' : 'sub', before) : inner();
    }
    case 'a': {
      const label = noteLabel(node, converting);
      return label === null ? inner() : [{ ...NO_MARKS, is: 'note', text: label }];
    }
    case 'q':
      return [...textRun('“', marks), ...inner(), ...textRun('”', marks)];
    case 'script':
      remark('code-left-out', REMARKS.script, attributes.src ?? null);
      return [];
    case 'style':
      remark('code-left-out', REMARKS.style);
      return [];
    case 'template':
    case 'head':
    case 'title':
    case 'meta':
    case 'link':
    case '#remark':
      return [];
    case 'svg':
      remark('no-equal', REMARKS.drawing);
      return [];
    case 'math':
      remark('no-equal', REMARKS.formula);
      return textRun(lineOf(children), marks);
    case 'input':
    case 'button':
    case 'label':
      if (attributes.type !== 'checkbox' && tag !== 'label') remark('no-equal', REMARKS.form);
      return [
        ...textRun(tag === 'input' && attributes.type !== 'hidden' ? (attributes.value ?? '') : '', marks),
        ...inner(),
      ];
    default:
      return isBlockTag(tag) ? [...textRun(' ', marks), ...inner(), ...textRun(' ', marks)] : inner();
  }
}

/** Whether a figure or picture is meant for the wide column. */
export const isWide = (node: HtmlElement): boolean =>
  ['alignwide', 'alignfull', 'kg-width-wide', 'kg-width-full'].some((name) => hasClass(node, name));
