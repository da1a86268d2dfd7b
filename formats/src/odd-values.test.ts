// @module-tag thorough
import { describe, expect, it } from 'vitest';
import { readGhost } from './ghost.ts';
import { readGhostRedirects } from './ghost-redirects.ts';
import { readMarkdownFolder } from './markdown-folder.ts';
import { readSubscribers } from './subscribers.ts';
import { allOf, folderOf, sourceOf } from './testing/sources.ts';
import { readWordPress } from './wordpress.ts';

/** Values from old, broken and hostile sites. */
const ODD: readonly unknown[] = [
  ...[
    '',
    ' ',
    '<script>alert(1)</script>',
    '"><img src=x onerror=1>',
    'javascript:alert(1)',
    '__GHOST_URL__/x',
    'a'.repeat(5_000),
  ],
  ...[
    '\u202e\u200b',
    '../../etc/passwd',
    '{{x}}',
    '[a](javascript:b)',
    '日本',
    '%E0%A4%A',
    'https://x.example/a b',
    '-5',
    '1e400',
    'null',
  ],
  ...[
    '0000-00-00 00:00:00',
    '#',
    '##x',
    ',',
    '[gallery ids="1"]',
    '<!-- wp:x {"a":',
    '@',
    'a@b',
    'A@B.CO',
    'data:text/html,x',
    '//x',
    'http://[',
  ],
  ...[null, true, false, -1, 0, 12, ['x'], { a: 'b', html: '<b>c' }],
];

function createRandom(start: number) {
  let seed = start;
  const random = (max: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % max;
  };
  return {
    random,
    value: () => ODD[random(ODD.length)],
    row: (...names: string[]) => Object.fromEntries(names.map((name) => [name, ODD[random(ODD.length)]])),
  };
}

const CARDS = [
  'image',
  'gallery',
  'html',
  'markdown',
  'codeblock',
  'bookmark',
  'embed',
  'button',
  'callout',
  'toggle',
  'file',
  'audio',
  'video',
  'product',
  'header',
  'signup',
  'call-to-action',
  'email',
  'paywall',
  'transistor',
  'unknown',
  'paragraph',
  'list',
  'listitem',
  'link',
  'heading',
  'text',
];
const FIELDS = [
  'src',
  'alt',
  'html',
  'markdown',
  'code',
  'language',
  'url',
  'caption',
  'buttonUrl',
  'buttonText',
  'calloutText',
  'heading',
  'content',
  'text',
  'format',
  'tag',
  'listType',
  'start',
  'productTitle',
  'productStarRating',
  'images',
  'visibility',
  'header',
  'textValue',
  'cardWidth',
];

/** `allOf` checks each record against the contract. */
describe('odd values in every field', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('yield valid records or faults of the file (seed %i)', async (seed) => {
    const { random, value, row } = createRandom(seed * 7_919);
    const node = (depth: number): object => ({
      ...row(...FIELDS.filter(() => random(3) === 0)),
      type: CARDS[random(CARDS.length)],
      ...(depth < 4 && random(2) === 0 && { children: [node(depth + 1), node(depth + 1)] }),
    });
    const post = (n: number) => ({
      ...row(
        'title',
        'slug',
        'type',
        'status',
        'visibility',
        'custom_excerpt',
        'published_at',
        'created_at',
        'featured',
        'feature_image',
      ),
      ...row('locale', 'canonical_url', 'codeinjection_head', 'html', 'mobiledoc', 'author_id'),
      id: `p${n}`,
      lexical: random(3) === 0 ? value() : JSON.stringify({ root: { children: [node(0), node(0)] } }),
    });
    const data = {
      posts: [post(0), post(1), post(2), post(3)],
      tags: [{ ...row('name', 'slug', 'description', 'feature_image', 'visibility'), id: 't' }],
      users: [{ ...row('name', 'slug', 'email', 'bio', 'website', 'twitter', 'profile_image'), id: 'u' }],
      posts_tags: [{ post_id: 'p0', tag_id: 't' }],
      posts_authors: [{ post_id: 'p0', author_id: 'u' }],
      posts_meta: [
        {
          ...row('meta_title', 'og_title', 'og_image', 'feature_image_alt', 'feature_image_caption', 'email_only'),
          post_id: 'p0',
        },
      ],
      settings: [
        { key: 'title', value: value() },
        { key: 'lang', value: value() },
        { key: 'navigation', value: JSON.stringify([row('label', 'url')]) },
      ],
    };
    const ghost = JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] });

    const leaf = (name: string): string => `<${name}><![CDATA[${String(value())}]]></${name}>`;
    const item = (id: number): string =>
      `<item>${['title', 'link', 'pubDate', 'dc:creator', 'content:encoded', 'excerpt:encoded', 'wp:post_date_gmt', 'wp:post_name', 'wp:status', 'wp:post_type', 'wp:post_password'].map(leaf).join('')}
      <wp:post_id>${id}</wp:post_id><category domain="category" nicename="x">${random(9)}</category><category domain="author" nicename="cap-y">y</category>
      <wp:comment><wp:comment_id>${id}</wp:comment_id>${['author', 'author_email', 'content', 'approved', 'date_gmt', 'parent', 'user_id', 'type'].map((name) => leaf(`wp:comment_${name}`)).join('')}</wp:comment></item>`;
    const wordpress = `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
      <channel>${leaf('title')}${leaf('link')}<wp:wxr_version>1.2</wp:wxr_version><wp:author>${['login', 'email', 'display_name'].map((name) => leaf(`wp:author_${name}`)).join('')}</wp:author>
      <wp:category>${['wp:category_nicename', 'wp:cat_name', 'wp:category_parent'].map(leaf).join('')}</wp:category>${[1, 2, 3, 4].map(item).join('')}</channel></rss>`;

    const fields = row(
      'title',
      'date',
      'tags',
      'categories',
      'author',
      'aliases',
      'cover',
      'slug',
      'url',
      'series',
      'status',
      'language',
      'canonicalUrl',
      'seriesPlace',
      'description',
      'draft',
    );
    const folder = folderOf({
      'content/posts/a.md': `---\n${JSON.stringify(fields)}\n---\n${String(value())} ${String(value())}`,
    });
    const csv = `email,name,labels,status,created_at\n${[0, 1, 2].map(() => [value(), value(), value(), value()].map((one) => `"${String(one).replaceAll('"', '""')}"`).join(',')).join('\n')}`;

    expect(
      await allOf(readGhost({ source: sourceOf(ghost), siteUrl: random(2) === 0 ? null : 'https://old.example' })),
    ).not.toEqual([]);
    expect(await allOf(readWordPress({ source: sourceOf(wordpress) }))).not.toEqual([]);
    expect(await allOf(readMarkdownFolder({ folder, now: new Date(0) }))).not.toEqual([]);
    expect(await allOf(readSubscribers({ source: sourceOf(csv) }))).not.toEqual([]);
    expect(
      await allOf(
        readGhostRedirects({ source: sourceOf(JSON.stringify([{ from: String(value()), to: String(value()) }])) }),
      ),
    ).not.toEqual([]);
  });
});
