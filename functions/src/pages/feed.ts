import { escapeHtml, escapeXml } from '@inkwell/shared/escape';

export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly authors: readonly { readonly name: string; readonly url: string | null }[];
  readonly categories: readonly string[];
  readonly summary: string;
  /** Null for the feed's own. */
  readonly language: string | null;
  /** The whole text as safe HTML with absolute addresses; null if the entry has only a summary. */
  readonly content: string | null;
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly updatedAt: string;
}

export interface Feed {
  readonly title: string;
  readonly subtitle: string;
  /** The default for entries without one. */
  readonly language: string;
  /** `url` is the feed's address, `pageUrl` that of its page. */
  readonly url: string;
  readonly pageUrl: string;
  readonly entries: readonly FeedEntry[];
  /** The date of an empty feed. */
  readonly createdAt: string;
}

export interface FeedFormat {
  readonly type: string;
  /** For the feed of everything. */
  readonly path: string;
  /** For the other feeds. */
  readonly extension: string;
  readonly write: (feed: Feed) => string;
  /** The number of bytes that a whole text adds. */
  readonly bytesOf: (html: string) => number;
}

/** Every feed has the same entries in each of these formats. */
export const FEED_FORMATS = {
  atom: {
    type: 'application/atom+xml',
    path: '/feed.xml',
    extension: '.xml',
    write: atomFeed,
    bytesOf: (html) => Buffer.byteLength(atomContent(html)),
  },
  rss: {
    type: 'application/rss+xml',
    path: '/rss.xml',
    extension: '.rss',
    write: rssFeed,
    bytesOf: (html) => Buffer.byteLength(rssContent(html)),
  },
  json: {
    type: 'application/feed+json',
    path: '/feed.json',
    extension: '.json',
    write: jsonFeed,
    bytesOf: (html) => Buffer.byteLength(JSON.stringify(html)),
  },
} as const satisfies Readonly<Record<string, FeedFormat>>;
export type FeedFormatName = keyof typeof FEED_FORMATS;

/** The paths of feeds without their extension, percent-encoded. */
export const feedBases = {
  category: ({ id }: { readonly id: number }): string => `/feed/${id}`,
  author: ({ id }: { readonly id: string }): string => `/feed/authors/${id}`,
  /** @param page the path of a tag or series */
  list: (page: string): string => `/feed${page}`,
};

/** @param base null for the feed of everything */
export const feedPath = (base: string | null, format: FeedFormatName): string =>
  base === null ? FEED_FORMATS[format].path : base + FEED_FORMATS[format].extension;

/** Announces a feed in all formats. */
export const feedLinks = (base: string | null, title: string, siteUrl: string): string[] =>
  (Object.keys(FEED_FORMATS) as FeedFormatName[]).map(
    (format) =>
      `<link rel="alternate" type="${FEED_FORMATS[format].type}" title="${escapeHtml(title)}" href="${escapeHtml(siteUrl + feedPath(base, format))}">`,
  );

const updatedAt = ({ entries, createdAt }: Feed): string =>
  entries
    .map((entry) => entry.updatedAt)
    .sort()
    .at(-1) ?? createdAt;

/** Atom (RFC 4287). */
function atomFeed(feed: Feed): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}">
  <id>${escapeXml(feed.url)}</id>
  <title>${escapeXml(feed.title)}</title>
  <subtitle>${escapeXml(feed.subtitle)}</subtitle>
  <link rel="self" type="application/atom+xml" href="${escapeXml(feed.url)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(feed.pageUrl)}"/>
  <updated>${updatedAt(feed)}</updated>
${feed.entries.map(atomEntry).join('\n')}
</feed>
`;
}

const atomContent = (html: string): string => `\n    <content type="html">${escapeXml(html)}</content>`;

const atomAuthor = ({ name, url }: FeedEntry['authors'][number]): string =>
  `    <author><name>${escapeXml(name)}</name>${url === null ? '' : `<uri>${escapeXml(url)}</uri>`}</author>`;

function atomEntry(entry: FeedEntry): string {
  const categories = entry.categories.map((term) => `\n    <category term="${escapeXml(term)}"/>`).join('');
  const lang = entry.language ? ` xml:lang="${escapeXml(entry.language)}"` : '';
  return `  <entry${lang}>
    <id>${escapeXml(entry.id)}</id>
    <title>${escapeXml(entry.title)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>
${entry.authors.map(atomAuthor).join('\n')}${categories}
    <published>${entry.publishedAt}</published>
    <updated>${entry.updatedAt}</updated>
    <summary>${escapeXml(entry.summary)}</summary>${entry.content === null ? '' : atomContent(entry.content)}
  </entry>`;
}

const RSS_NAMESPACES = {
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
};

/** RSS 2.0 (rssboard.org), with whole texts and the names of authors from its common modules. */
function rssFeed(feed: Feed): string {
  const namespaces = Object.entries(RSS_NAMESPACES).map(([name, url]) => ` xmlns:${name}="${url}"`);
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"${namespaces.join('')}>
  <channel>
    <title>${escapeXml(feed.title)}</title>
    <link>${escapeXml(feed.pageUrl)}</link>
    <description>${rssText(feed.subtitle)}</description>
    <language>${escapeXml(feed.language)}</language>
    <lastBuildDate>${rssDate(updatedAt(feed))}</lastBuildDate>
    <atom:link rel="self" type="application/rss+xml" href="${escapeXml(feed.url)}"/>
${feed.entries.map(rssItem).join('\n')}
  </channel>
</rss>
`;
}

/** A description is HTML. */
const rssText = (text: string): string => escapeXml(escapeHtml(text));

/** RFC 822, as RSS requires. */
const rssDate = (iso: string): string => new Date(iso).toUTCString();

const rssContent = (html: string): string => `\n      <content:encoded>${escapeXml(html)}</content:encoded>`;

function rssItem(entry: FeedEntry): string {
  const elements = (name: string, texts: readonly string[]) =>
    texts.map((text) => `\n      <${name}>${escapeXml(text)}</${name}>`).join('');
  return `    <item>
      <title>${escapeXml(entry.title)}</title>
      <link>${escapeXml(entry.url)}</link>
      <guid isPermaLink="false">${escapeXml(entry.id)}</guid>
      <pubDate>${rssDate(entry.publishedAt)}</pubDate>${elements(
        'dc:creator',
        entry.authors.map(({ name }) => name),
      )}${elements('category', entry.categories)}${elements('dc:language', entry.language ? [entry.language] : [])}
      <description>${rssText(entry.summary)}</description>${entry.content === null ? '' : rssContent(entry.content)}
    </item>`;
}

/** JSON Feed 1.1 (jsonfeed.org). An entry without its whole text has the summary as text, because the format requires one. */
function jsonFeed(feed: Feed): string {
  const authorOf = ({ name, url }: FeedEntry['authors'][number]) => ({ name, ...(url !== null && { url }) });
  return `${JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.pageUrl,
    feed_url: feed.url,
    description: feed.subtitle,
    language: feed.language,
    items: feed.entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      summary: entry.summary,
      ...(entry.content === null ? { content_text: entry.summary } : { content_html: entry.content }),
      date_published: entry.publishedAt,
      date_modified: entry.updatedAt,
      authors: entry.authors.map(authorOf),
      tags: entry.categories,
      ...(entry.language && { language: entry.language }),
    })),
  })}\n`;
}
