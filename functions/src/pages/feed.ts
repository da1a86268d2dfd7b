import { escapeXml } from '@inkwell/shared/escape';

export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly authors: readonly { readonly name: string; readonly url: string | null }[];
  readonly categories: readonly string[];
  readonly summary: string;
  /** Null for that of the feed. */
  readonly language: string | null;
  /** `contentMarkup` of the whole text; null leaves the summary. */
  readonly content: string | null;
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly updatedAt: string;
}

export interface Feed {
  readonly title: string;
  readonly subtitle: string;
  /** That of entries that name none. */
  readonly language: string;
  /** `url` is that of the feed, `pageUrl` that of its page. */
  readonly url: string;
  readonly pageUrl: string;
  readonly entries: readonly FeedEntry[];
  /** The date of an empty feed. */
  readonly createdAt: string;
}

/** The element of a whole text. @param html safe, with absolute addresses */
export const contentMarkup = (html: string): string => `\n    <content type="html">${escapeXml(html)}</content>`;

/** An Atom feed (RFC 4287). */
export function atomFeed(feed: Feed): string {
  const updated =
    feed.entries
      .map((entry) => entry.updatedAt)
      .sort()
      .at(-1) ?? feed.createdAt;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}">
  <id>${escapeXml(feed.url)}</id>
  <title>${escapeXml(feed.title)}</title>
  <subtitle>${escapeXml(feed.subtitle)}</subtitle>
  <link rel="self" type="application/atom+xml" href="${escapeXml(feed.url)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(feed.pageUrl)}"/>
  <updated>${updated}</updated>
${feed.entries.map(entryMarkup).join('\n')}
</feed>
`;
}

const authorMarkup = ({ name, url }: FeedEntry['authors'][number]): string =>
  `    <author><name>${escapeXml(name)}</name>${url === null ? '' : `<uri>${escapeXml(url)}</uri>`}</author>`;

function entryMarkup(entry: FeedEntry): string {
  const categories = entry.categories.map((term) => `\n    <category term="${escapeXml(term)}"/>`).join('');
  const lang = entry.language ? ` xml:lang="${escapeXml(entry.language)}"` : '';
  return `  <entry${lang}>
    <id>${escapeXml(entry.id)}</id>
    <title>${escapeXml(entry.title)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>
${entry.authors.map(authorMarkup).join('\n')}${categories}
    <published>${entry.publishedAt}</published>
    <updated>${entry.updatedAt}</updated>
    <summary>${escapeXml(entry.summary)}</summary>${entry.content ?? ''}
  </entry>`;
}
