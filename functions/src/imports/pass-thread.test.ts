// @module-tag thorough

import { ImportFault, type ReportLine } from '@inkwell/formats/records';
import { describe, expect, it } from 'vitest';
import type { PassHost, PassWork } from './pass.ts';
import { PassTimeout, passInThread, type ThreadLimits } from './pass-thread.ts';

const WORK: PassWork = {
  kind: 'wordpress',
  file: { name: 'site.xml', objectName: 'upload' },
  members: null,
  redirects: null,
  pictures: null,
  siteUrl: null,
  isFetching: false,
  isStoring: true,
  publicBucket: { origin: 'http://127.0.0.1', name: 'bucket' },
  now: new Date('2026-01-01T00:00:00Z'),
};
const item = (title: string, content: string, id: number) =>
  `<item><title>${title}</title><link>https://old.example/${id}/</link><content:encoded><![CDATA[${content}]]></content:encoded>` +
  `<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2024-05-01 10:00:00</wp:post_date_gmt><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item>`;
const wxr = (...contents: string[]) =>
  `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>` +
  `<wp:wxr_version>1.2</wp:wxr_version>${contents.map((content, n) => item(`Post ${n}`, content, n + 1)).join('')}</channel></rss>`;

/** Converting it takes several seconds and a few hundred MB. */
const HEAVY = '<br>a'.repeat(200_000);

async function passOver(
  text: string,
  { limits, forMs = 60_000, ...others }: { limits?: ThreadLimits; forMs?: number } & Partial<PassHost> = {},
) {
  const bytes = Buffer.from(text);
  const written = new Map<string, string>();
  const lines: ReportLine[] = [];
  const host: PassHost = {
    size: async () => bytes.length,
    range: async (_, start, end) => bytes.subarray(start, end),
    write: async (path, given) => void written.set(path, given.toString()),
    progress: async () => {},
    report: (line) => void lines.push(line),
    ...others,
  };
  const pass = await passInThread(limits)(WORK, host, { forMs });
  const titles = (written.get('records/post-00000.jsonl') ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).title);
  return { pass, titles, lines: lines.map(({ about, text: words }) => `${about}: ${words}`) };
}

describe('a first pass in a thread', () => {
  it('reports a record that takes too long, and reads the others', async () => {
    const { pass, titles, lines } = await passOver(wxr('First.', HEAVY, 'Last.'), {
      limits: { recordMs: 500, heapMb: 400 },
    });

    expect(titles).toEqual(['Post 0', 'Post 2']);
    expect(pass).toMatchObject({ counts: { post: 2 }, reports: { 'left-out': 1 } });
    expect(lines).toEqual(['Post 1: Reading it took too long or too much memory, so it was left out']);
  });

  it('reports a record that needs too much memory', { tags: 'thorough' }, async () => {
    const { titles } = await passOver(wxr('First.', HEAVY, 'Last.'), { limits: { recordMs: 60_000, heapMb: 48 } });

    expect(titles).toEqual(['Post 0', 'Post 2']);
  });

  it('ends with the fault of a file, or what Storage threw', { tags: 'thorough' }, async () => {
    const gone = Object.assign(new Error('Storage is away'), { code: 503 });

    await expect(passOver('<rss><channel>')).rejects.toBeInstanceOf(ImportFault);
    await expect(passOver(wxr('a'), { range: () => Promise.reject(gone) })).rejects.toBe(gone);
  });

  it('ends at its time limit', { tags: 'thorough' }, async () => {
    await expect(passOver(wxr('a'), { forMs: 200, range: () => new Promise(() => {}) })).rejects.toBeInstanceOf(
      PassTimeout,
    );
  });
});
