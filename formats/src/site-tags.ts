import { REMARKS, type Remark } from '@inkwell/shared/markdown/from-html/converting';
import { escapedMarkdown } from '@inkwell/shared/markdown/from-html/runs';

/* The common shortcodes of Hugo and components of MDX: pictures, embeds, links, notes, and containers. */

export interface TagSource {
  /** The old path of the text that a shortcode refers to; null if there is none. */
  readonly pathOf: (name: string, language: string | null) => string | null;
  /** The value of a field of the text or of a parameter of the site; empty if there is none. */
  readonly wordFor: (name: string) => string;
  readonly remark: (reason: Remark['reason'], text: string, address?: string | null) => void;
  /** Called with unsupported content: the text must not become public. */
  readonly doubt: (what: string) => void;
}

export interface Tag {
  readonly called: string;
  readonly isClosing: boolean;
  /** By lowercase name; unnamed attributes are called `0`, `1`. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Note boxes, which become quotes. */
const NOTES = /^(?:alert|admonition|aside|callout|hint|notice|note|tip|info|important|warning|caution|danger|success)$/;
/** Containers with a title above their content. */
const TITLED = /^(?:tab|tabitem|card|details|expand|badge)$/;
/** Containers without a title. */
const PLAIN = /^(?:tabs|steps|cards|cardgrid|columns|lead|fragment)$/;
const PICTURE = /^(?:figure|img|image|imgproc|picture)$/;
const LINK = /^(?:linkcard|linkbutton|button)$/;

const EMBEDS = new Map<string, (first: string, second: string) => string>(
  Object.entries({
    youtube: (id: string) => `https://www.youtube.com/watch?v=${id}`,
    vimeo: (id: string) => `https://vimeo.com/${id}`,
    instagram: (id: string) => `https://www.instagram.com/p/${id}/`,
    tweet: (user: string, id: string) => `https://x.com/${id === '' ? 'i' : user}/status/${id || user}`,
    gist: (user: string, id: string) => `https://gist.github.com/${user}/${id}`,
  }),
);

export const addressed = (text: string): string => text.replace(/[\s()<>]/g, encodeURIComponent);

/** Whether a tag is always a block. */
const isBlock = (name: string): boolean =>
  NOTES.test(name) || PICTURE.test(name) || EMBEDS.has(name) || (TITLED.test(name) && name !== 'badge');

/** The Markdown of a tag. For an unsupported tag, only the words are kept. */
export function tagMarkdown({ called, isClosing, attributes }: Tag, source: TagSource): string {
  const name = called.toLowerCase();
  const { pathOf, wordFor, remark, doubt } = source;
  const of = (...names: string[]): string => names.map((one) => attributes.get(one)).find((value) => value) ?? '';
  const title = escapedMarkdown(of('title', 'label', 'header', 'name', 'summary', 'text', '0'));
  if (NOTES.test(name)) {
    if (isClosing) return NOTE_END;
    const kind = [of('type', 'style', 'color', '0'), name].find((one) => NOTES.test(one)) ?? 'note';
    return `:::${kind}${of('title', 'header', '1') ? `[${escapedMarkdown(of('title', 'header', '1')).replace(/[[\]]/g, '')}]` : ''}`;
  }
  if (PLAIN.test(name) || (isClosing && TITLED.test(name))) return '';
  if (PICTURE.test(name) && of('src', '0') !== '') {
    const caption = of('caption', 'title').replace(/\[([^[\]]*)\]\(([^()\s]*)\)/g, (_, words: string, link: string) => {
      remark('no-equal', REMARKS.captionLink, link);
      return words;
    });
    if (of('link')) remark('no-equal', 'A picture cannot hold its link here', of('link'));
    if (of('attr')) remark('no-equal', `The source of a picture was left out: ${of('attr')}`, of('attrlink') || null);
    const shown = caption.replaceAll('"', '&quot;').replace(/\s+/g, ' ');
    return `![${escapedMarkdown(of('alt'))}](${addressed(of('src', '0'))}${shown ? ` "${shown}"` : ''})`;
  }
  const embed = isClosing ? undefined : EMBEDS.get(/^(?:x|twitter)$/.test(name) ? 'tweet' : name);
  if (embed)
    return embed(addressed(of('user', ...(of('user') ? [] : ['id', '0']))), addressed(of('user') ? of('id') : of('1')));
  if (name === 'ref' || name === 'relref') {
    const [file = '', fragment] = of('path', '0').split('#');
    const path = file === '' ? '' : pathOf(file, of('lang') || null);
    if (path === null) remark('no-equal', REMARKS.lostText, of('path', '0'));
    return `${path ?? '/'}${fragment ? `#${fragment}` : ''}`;
  }
  if (name === 'param' && wordFor(of('0')) !== '') return escapedMarkdown(wordFor(of('0')));
  if (LINK.test(name) && isClosing) return '';
  const href = of('href', 'url', 'link', 'src');
  if (href !== '' && !isClosing) {
    if (!LINK.test(name) && name !== 'card') doubt(called);
    return `[${title || escapedMarkdown(href)}](<${addressed(href)}>)`;
  }
  const isTitled = TITLED.test(name);
  if (!isTitled) doubt(called);
  if (/^(?:details|expand)$/.test(name)) remark('no-equal', REMARKS.folded);
  if (isClosing || title === '') return '';
  return isTitled ? `**${title}**` : /\p{L}{2}/u.test(title) ? title : '';
}

/** The end of a note. `withAsides` converts the note to a quote. */
const NOTE_END = ':::';

/** The Markdown that replaces a tag, with blank lines around it if the tag is alone in its line or begins a block. */
export const spaced = (
  text: string,
  { at, length }: { at: number; length: number },
  made: string,
  tag: Tag,
): string => {
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(Math.max(0, at - 200), at))?.[1];
  const isAlone = indent !== undefined && /^[ \t]*(?:\n|$)/.test(text.slice(at + length, at + length + 200));
  const isInLine = !isAlone && (made === '' || !isBlock(tag.called.toLowerCase()));
  return isInLine ? made : `\n\n${indent ?? ''}${made}\n\n`;
};
