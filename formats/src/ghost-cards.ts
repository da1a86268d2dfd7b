import { element, type HtmlNode, lineOf, linkCard } from '@inkwell/shared/markdown/from-html/nodes';
import { addressNode, markdownNode, parseHtml, remarkNode } from './html-tree.ts';
import { isRow, type Json } from './json-rows.ts';

/*
 * The cards of Ghost's editor: in Lexical (TryGhost/Koenig, kg-default-nodes), and in Mobiledoc under the same names or those in `ALIASES`. Each is
 * converted to HTML elements, which are then read like any others.
 */

export type Payload = Readonly<Record<string, Json | undefined>>;

/** What a text reveals about who may read it. */
export interface GhostMarks {
  /** Why the text must not become public. */
  secret: string | null;
}

const ALIASES: Readonly<Record<string, string>> = {
  code: 'codeblock',
  hr: 'horizontalrule',
  'card-markdown': 'markdown',
  'image-card': 'image',
  'embed-card': 'embed',
};

export const stringOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

const html = (value: Json | undefined): HtmlNode[] => parseHtml(stringOf(value));
const isOn = (value: Json | undefined): boolean => value === true || value === 'true' || value === 1;
export const objectOf = (value: Json | undefined): Payload => (isRow(value) ? value : {});

const link = (href: string, words: string): HtmlNode[] =>
  href === '' || words === ''
    ? words === ''
      ? []
      : [element('p', {}, [words])]
    : [element('p', {}, [element('a', { href }, [words])])];

const noEqual = (text: string, address = ''): HtmlNode =>
  remarkNode({ reason: 'no-equal', text, ...(address && { address }) });

function picture({ src, alt, title, caption, cardWidth, href }: Payload): HtmlNode[] {
  if (stringOf(src) === '') return [];
  const image = element('img', { src: stringOf(src), alt: stringOf(alt), title: stringOf(title) });
  const width = stringOf(cardWidth);
  return [
    element('figure', { class: width === 'wide' || width === 'full' ? `kg-width-${width}` : '' }, [
      stringOf(href) === '' ? image : element('a', { href: stringOf(href) }, [image]),
      ...captionOf(caption),
    ]),
  ];
}

const captionOf = (caption: Json | undefined): HtmlNode[] =>
  stringOf(caption) === '' ? [] : [element('figcaption', {}, html(caption))];

/** A file of the old site, which becomes a link to it. */
function file(address: string, words: string, kind: string): HtmlNode[] {
  return [noEqual(`${kind} became a link to the old file`, address), ...link(address, words || address)];
}

const heading = (value: Json | undefined, level = 2): HtmlNode[] => {
  const inner = html(value);
  return lineOf(inner) === '' ? [] : [element(`h${level}`, {}, inner)];
};

const text = (value: Json | undefined): HtmlNode[] => (stringOf(value) === '' ? [] : [element('div', {}, html(value))]);

/** Whether a card is shown only in emails, and whether only members see it on the web. */
function shownTo({ visibility }: Payload): { isMailOnly: boolean; isMembersOnly: boolean } {
  const { web, showOnWeb, emailOnly } = objectOf(visibility);
  const { nonMember, memberSegment } = objectOf(web);
  const isForMembers = nonMember === false;
  const isNowhere = isForMembers && stringOf(memberSegment) === '';
  return {
    isMailOnly: showOnWeb === false || emailOnly === true || isNowhere,
    isMembersOnly: isForMembers && !isNowhere,
  };
}

const button = (shown: Json | undefined, url: Json | undefined, words: Json | undefined): HtmlNode[] =>
  isOn(shown) ? link(stringOf(url), stringOf(words)) : [];

/** The elements of a card. Scripts are never imported: HTML in cards is converted like any other HTML. */
export function cardNodes(type: string, payload: Payload, marks: GhostMarks): HtmlNode[] {
  const shown = shownTo(payload);
  if (shown.isMailOnly)
    return [remarkNode({ reason: 'left-out', text: `A card (${type}) for mails alone was left out` })];
  if (shown.isMembersOnly) marks.secret ??= 'A card of it was for members';
  const name = ALIASES[type] ?? type;
  switch (name) {
    case 'image':
      return picture(payload);
    case 'gallery': {
      const images = Array.isArray(payload.images) ? payload.images : [];
      return [...images.flatMap((image) => picture(objectOf(image))), ...caption(payload)];
    }
    case 'html':
      return html(payload.html);
    case 'markdown':
      return [markdownNode(stringOf(payload.markdown) || stringOf(payload.cardMarkdown))];
    case 'codeblock':
      return [
        element('pre', {}, [
          element('code', { class: `language-${stringOf(payload.language)}` }, [stringOf(payload.code)]),
        ]),
        ...caption(payload),
      ];
    case 'horizontalrule':
      return [element('hr')];
    case 'bookmark': {
      const url = stringOf(payload.url);
      const { title, description } = objectOf(payload.metadata);
      const words = (value: Json | undefined): string => lineOf(html(value));
      return url === '' ? [] : [linkCard(url, words(title), words(description), words(payload.caption))];
    }
    case 'embed': {
      const url = stringOf(payload.url);
      const inner = html(payload.html);
      if (url === '') return [...inner, ...caption(payload)];
      return [addressNode(url), ...caption(payload)];
    }
    case 'button':
      return link(stringOf(payload.buttonUrl), stringOf(payload.buttonText));
    case 'callout': {
      const emoji = stringOf(payload.calloutEmoji);
      const inner = html(payload.calloutText);
      return lineOf(inner) === ''
        ? []
        : [element('blockquote', {}, [element('div', {}, [emoji && `${emoji} `, ...inner])])];
    }
    case 'toggle':
      return [element('details', {}, [element('summary', {}, html(payload.heading)), ...html(payload.content)])];
    case 'file': {
      const address = stringOf(payload.src);
      const words = stringOf(payload.fileTitle) || stringOf(payload.fileName);
      return [...file(address, words, 'A file'), ...text(payload.fileCaption)];
    }
    case 'audio':
      return file(stringOf(payload.src), stringOf(payload.title) || 'Sound', 'Sound');
    case 'video':
      return [
        ...file(stringOf(payload.src), lineOf(html(payload.caption)) || stringOf(payload.fileName) || 'Film', 'A film'),
      ];
    case 'product':
      return [
        noEqual('A card of a product became plain text', stringOf(payload.productUrl)),
        ...picture({ src: payload.productImageSrc, alt: lineOf(html(payload.productTitle)) }),
        ...heading(payload.productTitle, 4),
        ...(isOn(payload.productRatingEnabled) && Number(payload.productStarRating) > 0
          ? [element('p', {}, ['★'.repeat(Math.min(5, Math.round(Number(payload.productStarRating))))])]
          : []),
        ...text(payload.productDescription),
        ...button(payload.productButtonEnabled, payload.productUrl, payload.productButton),
      ];
    case 'header':
    case 'signup':
      return [
        noEqual(name === 'signup' ? 'A form for signing up became plain text' : 'A header became plain text'),
        ...picture({ src: payload.backgroundImageSrc }),
        ...heading(payload.header),
        ...text(payload.subheader),
        ...(name === 'signup'
          ? text(payload.disclaimer)
          : button(payload.buttonEnabled, payload.buttonUrl, payload.buttonText)),
      ];
    case 'call-to-action':
      return [
        noEqual('A call to action became plain text', stringOf(payload.buttonUrl)),
        ...text(isOn(payload.hasSponsorLabel) || payload.hasSponsorLabel === undefined ? payload.sponsorLabel : ''),
        ...picture({ src: payload.imageUrl }),
        ...text(payload.textValue),
        ...button(payload.showButton ?? true, payload.buttonUrl, payload.buttonText),
      ];
    case 'email':
    case 'email-cta':
      return [remarkNode({ reason: 'left-out', text: 'A part for mails alone was left out' })];
    case 'paywall':
      marks.secret ??= 'What follows its paywall was not public';
      return [element('hr')];
    case 'transistor':
      return [
        noEqual('A player of Transistor was left out', stringOf(payload.url)),
        ...(stringOf(payload.url) ? [addressNode(stringOf(payload.url))] : []),
      ];
    default:
      return unknownNodes(name, payload);
  }
}

const caption = (payload: Payload): HtmlNode[] =>
  stringOf(payload.caption) === '' ? [] : [element('p', {}, [element('em', {}, html(payload.caption))])];

/** The words, pictures and addresses in an unknown card. */
function unknownNodes(name: string, payload: Payload): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  let address = '';
  const take = (key: string, value: Json | undefined, depth: number): void => {
    if (depth > 6) return;
    if (Array.isArray(value)) for (const item of value) take(key, item, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [inner, item] of Object.entries(value)) take(inner, item, depth + 1);
    else if (typeof value === 'string' && /^(?:https?:\/\/|__GHOST_URL__)\S+$/.test(value)) {
      address ||= value;
      nodes.push(
        /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(value)
          ? element('img', { src: value, alt: '' })
          : element('p', {}, [element('a', { href: value }, [value])]),
      );
    } else if (
      typeof value === 'string' &&
      /html|text|title|heading|content|caption|description|markdown|label|^name$/i.test(key)
    ) {
      nodes.push(element('div', {}, parseHtml(value)));
    }
  };
  for (const [key, value] of Object.entries(payload))
    if (key !== 'type' && key !== 'version' && key !== 'visibility') take(key, value, 0);
  return [noEqual(`A card (${name.slice(0, 60)}) has no equal; its words were taken`, address), ...nodes];
}
