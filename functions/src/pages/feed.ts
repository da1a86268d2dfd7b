import { escapeXml } from '../html/escape.ts';

export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly author: string;
  readonly category: string | null;
  readonly summary: string;
  /** Safe HTML with absolute addresses. */
  readonly html: string;
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly updatedAt: string;
}

export interface Feed {
  readonly title: string;
  readonly subtitle: string;
  /** Of the feed itself, and of the page it accompanies. */
  readonly url: string;
  readonly pageUrl: string;
  readonly entries: readonly FeedEntry[];
  /** Used where there is no entry. */
  readonly createdAt: string;
}

/** An Atom feed (RFC 4287) with the full text of its entries. */
export function atomFeed(feed: Feed): string {
  const updated =
    feed.entries
      .map((entry) => entry.updatedAt)
      .sort()
      .at(-1) ?? feed.createdAt;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
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

function entryMarkup(entry: FeedEntry): string {
  const category = entry.category ? `\n    <category term="${escapeXml(entry.category)}"/>` : '';
  return `  <entry>
    <id>${escapeXml(entry.id)}</id>
    <title>${escapeXml(entry.title)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>
    <author><name>${escapeXml(entry.author)}</name></author>${category}
    <published>${entry.publishedAt}</published>
    <updated>${entry.updatedAt}</updated>
    <summary>${escapeXml(entry.summary)}</summary>
    <content type="html">${escapeXml(entry.html)}</content>
  </entry>`;
}
