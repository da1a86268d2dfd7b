import { REMARKS } from '@inkwell/shared/markdown/from-html/converting';
import {
  element,
  elementsIn,
  findElement,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  lineOf,
  linkCard,
} from '@inkwell/shared/markdown/from-html/nodes';
import { percentDecoded } from '@inkwell/shared/percent-decoded';
import { addressNode, parseHtml, remarkNode } from './html-tree.ts';

/* The text of a Substack post. Its components are elements with their own classes. Their content is in `data-attrs` (JSON), often only there. */

/** The fields of a component. */
type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (json: string | undefined): Fields => {
  try {
    const fields: unknown = JSON.parse(json ?? '{}');
    return typeof fields === 'object' && fields !== null ? (fields as Fields) : {};
  } catch {
    return {};
  }
};
const inner = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

const paragraph = (...children: HtmlNode[]): HtmlElement => element('p', {}, children);
const remark =
  (reason: string) =>
  (text: string, address = ''): HtmlNode =>
    remarkNode({ reason, text, ...(address && { address }) });
const [left, noEqual] = [remark('left-out'), remark('no-equal')];

/** The address of another page without tracking parameters; empty if there is none. */
const bare = (address: unknown): string =>
  /^https?:\/\/\S+$/.exec(wordsOf(address))?.[0].replace(/\?utm_.*$/s, '') ?? '';

/** Text with its line breaks. */
const lines = (text: string): HtmlNode[] =>
  text.split('\n').flatMap((line, n) => (n > 0 ? [element('br'), line] : [line]));

/** A post of a social network: its text, author, pictures and address. */
const quoted = (text: string, author: string, address: string, shown: HtmlNode[] = []): HtmlNode[] => [
  ...(text === '' && shown.length === 0
    ? []
    : [
        element('blockquote', {}, [
          ...(text === '' ? [] : [paragraph(...lines(text))]),
          ...shown,
          ...(author ? [paragraph(`— ${author}`)] : []),
        ]),
      ]),
  ...(address === '' ? [] : [addressNode(address)]),
];

/** The pictures of a social network post. */
const picturesOf = (list: unknown, address: string, words: string): HtmlNode[] =>
  (Array.isArray(list) ? list : [])
    .map((one) => element('img', { src: bare(inner(one)[address]), alt: wordsOf(inner(one)[words]) }))
    .filter(({ attributes }) => attributes.src !== '')
    .map((one) => paragraph(one));

const byline = (name: string, handle: string): string => `${name}${handle ? ` (@${handle})` : ''}`.trim();

function tweet(node: HtmlElement, { url, full_text, name, username, photos, quoted_tweet }: Fields): HtmlNode[] {
  const link = findElement([node], ({ tag, attributes }) => tag === 'a' && /\/status\//.test(attributes.href ?? ''));
  const handle = wordsOf(username) || named(node, 'tweet-author-handle').replace(/^@/, '');
  const other = inner(quoted_tweet);
  return quoted(
    wordsOf(full_text) || named(node, 'tweet-text'),
    byline(wordsOf(name) || named(node, 'tweet-author-name'), handle),
    (bare(url) || bare(link?.attributes.href)).replace(/\?.*$/s, ''),
    [
      ...picturesOf(photos, 'img_url', 'alt_text'),
      ...quoted(wordsOf(other.full_text), byline(wordsOf(other.name), wordsOf(other.username)), ''),
    ],
  );
}

const named = (node: HtmlElement, name: string): string =>
  lineOf(findElement(node.children, (one) => hasClass(one, name))?.children ?? []);

/** A format that browsers do not show. */
const HEIC = /\.hei[cf](?:$|\?)/i;

/** The original of a picture, which Substack's CDN serves in another size. */
export function originalPicture(address: string): string {
  const found = /^https:\/\/(?:substackcdn|cdn\.substack)\.com\/image\/fetch\/.*?(https?(?:%3A|:).*)$/i.exec(
    address,
  )?.[1];
  if (found === undefined) return address;
  const original = /^https?%3A/i.test(found) ? (percentDecoded(found) ?? found) : found;
  return HEIC.test(original) ? address : original;
}

/** A picture with its caption. It is a link only if its author made it one. */
function picture(node: HtmlElement): HtmlNode[] {
  const image = findElement([node], ({ tag }) => tag === 'img');
  const link = findElement([node], ({ tag }) => tag === 'a');
  const fields = fieldsOf((image ?? node).attributes['data-attrs']);
  const original = wordsOf(fields.src);
  const src = (HEIC.test(original) ? '' : original) || image?.attributes.src || link?.attributes.href || original;
  if (src === '') return [];
  const alt = image?.attributes.alt || wordsOf(fields.alt);
  const shown = element('img', { src, alt });
  const href = wordsOf(fields.href);
  const caption = findElement(node.children, ({ tag }) => tag === 'figcaption');
  const isWide = fields.fullscreen === true || /^(?:large|full)$/.test(wordsOf(fields.imageSize));
  return [
    element('figure', { class: isWide ? 'alignwide' : '' }, [
      href === '' ? shown : element('a', { href }, [shown]),
      ...(caption ? [caption] : []),
    ]),
  ];
}

/** Several pictures, from the fields of a gallery or from its elements. */
function gallery(node: HtmlElement): HtmlNode[] {
  const { images, caption } = inner(fieldsOf(node.attributes['data-attrs']).gallery);
  const named = (Array.isArray(images) ? images : []).map((one) =>
    element('img', {
      src: wordsOf(inner(one).src),
      alt: wordsOf(inner(one).alt),
    }),
  );
  const shown = [...elementsIn(node.children)].filter(({ tag }) => tag === 'img');
  const words =
    wordsOf(caption) || lineOf(findElement(node.children, ({ tag }) => tag === 'figcaption')?.children ?? []);
  return [
    ...(named.length > 0 ? named : shown)
      .filter(({ attributes }) => attributes.src !== '')
      .map((one) => paragraph(one)),
    ...(words === '' ? [] : [paragraph(element('em', {}, [words]))]),
  ];
}

/** Addresses of Substack's own actions. */
const OWN_ACTION =
  /\/subscribe\b|[?&]action=|\/comments\b|%%|\/(?:account|chat|leaderboard|refer|gift)\b|substack\.com\/(?:redirect|signup|app)/i;

function button(node: HtmlElement, fields: Fields): HtmlNode[] {
  const link = findElement(node.children, ({ tag }) => tag === 'a');
  const address = bare(fields.url) || bare(link?.attributes.href);
  const words = wordsOf(fields.text) || lineOf(node.children);
  if (address === '' || OWN_ACTION.test(wordsOf(fields.url) || address))
    return [left(`A button was left out: ${words.slice(0, 100)}`)];
  return [noEqual('A button became a link', address), paragraph(element('a', { href: address }, [words || address]))];
}

const media =
  (kind: 'audio' | 'video') =>
  (_: HtmlElement, fields: Fields): HtmlNode[] => {
    const id = wordsOf(fields.mediaUploadId);
    const src = `https://api.substack.com/api/v1/video/upload/${encodeURIComponent(id)}/src`;
    return id === ''
      ? [left('Sound or film whose file is not named was left out')]
      : [element(kind, { src, title: wordsOf(fields.label) || (kind === 'audio' ? 'Listen' : 'Watch') })];
  };

type Read = (node: HtmlElement, fields: Fields) => HtmlNode[];

const drop =
  (text: string): Read =>
  (node, fields) => [left(text, bare(fields.url) || bare(node.attributes.src))];
const subscription = drop('A form for subscribing was left out');
const card =
  (address: string, title: string, text: string): Read =>
  (node, fields) => {
    const link = findElement(node.children, ({ tag }) => tag === 'a');
    const href = bare(fields[address]) || bare(link?.attributes.href);
    const shown = wordsOf(fields[title]) || named(node, 'embedded-post-title');
    return href === ''
      ? node.children
      : [linkCard(href, shown, wordsOf(fields[text]) || named(node, 'embedded-post-body'))];
  };
/** A player, which becomes the address of its page. */
const player =
  (addressOf: (fields: Fields) => string): Read =>
  (node, fields) => {
    const address = addressOf(fields);
    return address === '' ? node.children : [addressNode(address)];
  };
const withId = (id: unknown, address: string): string =>
  wordsOf(id) === '' ? '' : address + encodeURIComponent(wordsOf(id));

/** Converters of components, by class. */
const PARTS: Readonly<Record<string, Read>> = {
  'subscription-widget-wrap': subscription,
  'subscription-widget-wrap-editor': subscription,
  'subscription-widget': subscription,
  'subscribe-widget': subscription,
  'captioned-button-wrap': drop('A button and its words were left out'),
  'community-chat': drop('An invitation to a chat was left out'),
  directMessage: drop('A button was left out'),
  'install-substack-app-embed': drop('An advertisement of the app was left out'),
  'poll-embed': drop('A poll was left out'),
  'image-link-expand': () => [],
  'header-anchor-parent': () => [],
  'button-wrapper': button,
  'captioned-image-container': picture,
  'image-link': picture,
  image3: picture,
  'image-gallery-embed': gallery,
  'youtube-wrap': player(({ videoId, startTime }) => {
    const start = Number.parseInt(wordsOf(startTime), 10);
    return `${withId(videoId, 'https://www.youtube.com/watch?v=')}${start > 0 ? `&t=${start}` : ''}`;
  }),
  'vimeo-wrap': player(({ videoId }) => withId(videoId, 'https://vimeo.com/')),
  'instagram-embed-wrap': player(({ instagram_id }) => withId(instagram_id, 'https://www.instagram.com/p/')),
  instagram: player(({ instagram_id }) => withId(instagram_id, 'https://www.instagram.com/p/')),
  'bluesky-wrap': (_, { authorDid, authorHandle, authorName, postId, text }) =>
    quoted(
      wordsOf(text),
      wordsOf(authorName) || wordsOf(authorHandle),
      `https://bsky.app/profile/${wordsOf(authorDid) || wordsOf(authorHandle)}/post/${wordsOf(postId)}`,
    ),
  'twitter-embed': tweet,
  tweet,
  comment(_, { url, comment, ...fields }) {
    const { body, name, attachments } = { ...fields, ...inner(comment) } as Fields;
    return quoted(wordsOf(body), wordsOf(name), bare(url), picturesOf(attachments, 'imageUrl', 'alt'));
  },
  'digest-post-embed': card('canonical_url', 'title', 'caption'),
  'embedded-post-wrap': card('url', 'title', 'truncated_body_text'),
  'embedded-publication-wrap': card('base_url', 'name', 'hero_text'),
  pullquote: ({ children }) => [element('blockquote', {}, children)],
  'callout-block': ({ children }) => [element('blockquote', {}, children)],
  'preformatted-block': ({ children }) => [...elementsIn(children)].filter(({ tag }) => tag === 'pre'),
  highlighted_code_block: ({ children }, { language }) =>
    [...elementsIn(children)]
      .filter(({ tag }) => tag === 'pre')
      .map((code) => element('pre', { 'data-language': wordsOf(language) }, [...code.children])),
  'latex-rendered': (_, { persistentExpression }) => [
    noEqual(REMARKS.formula),
    element('pre', { 'data-language': 'latex' }, [wordsOf(persistentExpression)]),
  ],
  /** The lines of code in a gist, from a table with line numbers. */
  'github-gist'({ children }, { innerHTML }) {
    const nodes = [...children, ...parseHtml(wordsOf(innerHTML))];
    const isLine = (one: HtmlElement) => one.tag === 'td' && hasClass(one, 'blob-code');
    const shown = findElement(children, isLine) ? children : nodes;
    const lines = [...elementsIn(shown)].filter(isLine).map((one) => element('div', {}, [...one.children]));
    const links = [...elementsIn(nodes)].map(
      ({ attributes }) => /^https:\/\/gist\.github\.com\/[\w-]+\/\w+/.exec(attributes.href ?? '')?.[0],
    );
    const address = links.find((one) => one !== undefined);
    if (address === undefined) return children;
    return [...(lines.length > 0 ? [element('pre', {}, lines)] : []), addressNode(address)];
  },
  'native-video-embed': media('video'),
  'native-audio-embed': media('audio'),
  'file-embed-wrapper'(node) {
    const href = findElement(node.children, ({ tag, attributes }) => tag === 'a' && Boolean(attributes.href))
      ?.attributes.href;
    const words = named(node, 'file-embed-details-h1');
    if (!href) return [left('A file was left out')];
    return [noEqual(REMARKS.file, href), paragraph(element('a', { href }, [words || href]))];
  },
  'mention-wrap': (node, { name, url }) => {
    const words = wordsOf(name) || lineOf(node.children);
    return [wordsOf(url) === '' ? words : element('a', { href: wordsOf(url) }, [words])];
  },
};

/** Players of services whose frames and pages have different addresses. */
const PLAYER = /^(?:spotify|soundcloud|bandcamp|tiktok|datawrapper|prediction-market|apple-podcast|polymarket|github)/;

/** The elements of a text, and whether it contains a paywall. */
export function substackNodes(source: string): { readonly nodes: HtmlNode[]; readonly hasPaywall: boolean } {
  let hasPaywall = false;

  function read(node: HtmlNode): HtmlNode[] {
    if (!isElement(node)) return [node];
    const { tag, attributes, children } = node;
    const classes = (attributes.class ?? '').split(/\s+/);
    if (classes.includes('paywall-jump') || attributes['data-component-name'] === 'PaywallToDOM') hasPaywall = true;
    const fields = fieldsOf(attributes['data-attrs']);
    const part = classes.map((name) => (Object.hasOwn(PARTS, name) ? PARTS[name] : undefined)).find((one) => one);
    // A component may contain others, but not itself again.
    if (part) return part(node, fields).flatMap((one) => (isElement(one) && one !== node ? [deeper(one)] : [one]));
    if (attributes['data-component-name'] === 'ImageGallery') return gallery(node);
    const component = attributes['data-component-name'];
    if (component === undefined && attributes['data-attrs'] === undefined) return [deeper(node)];
    const page = bare(fields.targetUrl) || bare(fields.url);
    const isPlayer = classes.some((name) => PLAYER.test(name));
    const isEmpty =
      !/^(?:img|iframe|hr|br)$/.test(tag) &&
      lineOf(children) === '' &&
      !findElement(children, (one) => /^(?:iframe|img)$/.test(one.tag));
    if (page !== '' && (isPlayer || isEmpty)) return [noEqual(REMARKS.frame, page), addressNode(page)];
    if (isEmpty && component && !classes.includes('paywall-jump'))
      return [left(`A part of Substack has no equal: ${component.slice(0, 100)}`)];
    return [deeper(node)];
  }
  const deeper = (node: HtmlElement): HtmlElement => ({ ...node, children: node.children.flatMap(read) });

  return {
    nodes: parseHtml(source).flatMap(read),
    get hasPaywall() {
      return hasPaywall;
    },
  };
}
