/**
 * Reads exports of 10,000 posts with 20 kB each (200 MB) in the formats of Ghost and WordPress, and measures time and memory of the first pass: `npm
 * run imports --workspace tools/bench`, with `--posts` for fewer. The files are generated while they are read, and are never in memory as a whole.
 */
import { parseArgs } from 'node:util';
import { readGhost } from '@inkwell/formats/ghost';
import type { Imported, ImportSource } from '@inkwell/formats/records';
import { readWordPress } from '@inkwell/formats/wordpress';

const { values } = parseArgs({ options: { posts: { type: 'string', default: '10000' } } });
const posts = Number(values.posts);

const SENTENCE =
  'It was a <em>long</em> time ago, and <a href="https://old.example/harbour/">the harbour</a> was full of <strong>boats</strong> that nobody had counted. ';

/** HTML of about this length in characters. */
function htmlOf(length: number): string {
  const parts: string[] = [];
  for (let made = 0, part = 1; made < length; part += 1) {
    const html =
      part % 9 === 0
        ? '<h2>A part</h2><ul><li>one</li><li>two</li></ul><figure><img src="https://old.example/wp-content/uploads/a.jpg" alt="A boat"><figcaption>A boat</figcaption></figure>'
        : `<p>${SENTENCE.repeat(3)}</p>`;
    made += html.length;
    parts.push(html);
  }
  return parts.join('\n');
}

const HTML = htmlOf(20_000);
const encoder = new TextEncoder();

async function* ghostFile(): AsyncGenerator<Uint8Array> {
  yield encoder.encode('{"db":[{"meta":{"version":"6.0.0"},"data":{"posts":[');
  for (let id = 0; id < posts; id += 1) {
    const post = {
      id: String(id),
      title: `Post ${id}`,
      slug: `post-${id}`,
      status: 'published',
      visibility: 'public',
      html: HTML,
    };
    yield encoder.encode(`${id === 0 ? '' : ','}${JSON.stringify(post)}`);
  }
  yield encoder.encode('],"tags":[{"id":"t","name":"T","slug":"t"}],"posts_tags":[');
  for (let id = 0; id < posts; id += 1)
    yield encoder.encode(`${id === 0 ? '' : ','}{"post_id":"${id}","tag_id":"t","sort_order":0}`);
  yield encoder.encode(']}}]}');
}

async function* wordpressFile(): AsyncGenerator<Uint8Array> {
  yield encoder.encode(
    '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>',
  );
  for (let id = 1; id <= posts; id += 1) {
    yield encoder.encode(
      `<item><title>Post ${id}</title><link>https://old.example/post-${id}/</link><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><content:encoded><![CDATA[${HTML}]]></content:encoded></item>`,
    );
  }
  yield encoder.encode('</channel></rss>');
}

async function measure(
  name: string,
  open: ImportSource['open'],
  read: (source: ImportSource) => AsyncIterable<Imported>,
): Promise<void> {
  const start = performance.now();
  let found = 0;
  let most = 0;
  for await (const record of read({ name, open })) {
    if (record.kind === 'post') found += 1;
    if (found % 100 === 0) most = Math.max(most, process.memoryUsage.rss());
  }
  const seconds = (performance.now() - start) / 1_000;
  console.log(`${name}: ${found} posts, ${seconds.toFixed(1)} s, at most ${Math.round(most / 1024 / 1024)} MiB`);
}

await measure('ghost', ghostFile, (source) => readGhost({ source, siteUrl: 'https://old.example' }));
await measure('wordpress', wordpressFile, (source) => readWordPress({ source }));
