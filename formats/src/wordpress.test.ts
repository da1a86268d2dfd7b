// @module-tag thorough
import { describe, expect, it } from 'vitest';
import { ImportFault } from './records.ts';
import { allOf, ofKind, sourceOf } from './testing/sources.ts';
import { readWordPress } from './wordpress.ts';

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

interface Item {
  readonly id: number;
  readonly content?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly inner?: string;
}

const item = ({ id, content = '', fields = {}, inner = '' }: Item): string => {
  const all: Record<string, string> = {
    title: `Post ${id}`,
    link: `https://old.example/2024/05/post-${id}/`,
    'dc:creator': 'ada',
    'wp:post_id': String(id),
    'wp:post_date': '2024-05-01 12:00:00',
    'wp:post_date_gmt': '2024-05-01 10:00:00',
    'wp:post_name': `post-${id}`,
    'wp:status': 'publish',
    'wp:post_type': 'post',
    'wp:post_password': '',
    ...fields,
  };
  const leaves = Object.entries(all).map(([name, text]) => `<${name}>${cdata(text)}</${name}>`);
  return `<item>${leaves.join('')}<content:encoded>${cdata(content)}</content:encoded>${inner}</item>`;
};

const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;

const comment = (id: number, fields: Readonly<Record<string, string>>) =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id>${Object.entries({
    author: 'Bob',
    author_email: 'bob@example.org',
    author_IP: '192.0.2.1',
    date_gmt: '2024-05-02 10:00:00',
    approved: '1',
    type: 'comment',
    parent: '0',
    user_id: '0',
    ...fields,
  })
    .map(([name, text]) => `<wp:comment_${name}>${cdata(text)}</wp:comment_${name}>`)
    .join('')}</wp:comment>`;

const attachment = (id: number, name: string, alt = '') =>
  item({
    id,
    fields: {
      'wp:post_type': 'attachment',
      'wp:status': 'inherit',
      'wp:attachment_url': `https://old.example/wp-content/uploads/${name}`,
      'wp:post_parent': '1',
      'excerpt:encoded': `Caption of ${name}`,
    },
    inner: meta('_wp_attachment_image_alt', alt),
  });

const HEAD = `<title>My &amp; site</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
  <wp:author><wp:author_id>7</wp:author_id><wp:author_login>ada</wp:author_login><wp:author_email>ada@example.org</wp:author_email><wp:author_display_name>${cdata('Ada L.')}</wp:author_display_name></wp:author>
  <wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>news</wp:category_nicename><wp:cat_name>${cdata('News &amp; more')}</wp:cat_name></wp:category>
  <wp:category><wp:category_nicename>local</wp:category_nicename><wp:category_parent>news</wp:category_parent><wp:cat_name>Local</wp:cat_name></wp:category>
  <wp:tag><wp:tag_slug>sea</wp:tag_slug><wp:tag_name>Sea</wp:tag_name></wp:tag>`;

const wxr = (...items: string[]) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>${HEAD}${items.join('\n')}</channel></rss>`;

const read = (...items: string[]) => allOf(readWordPress({ source: sourceOf(wxr(...items)) }));
const leftOut = (all: Awaited<ReturnType<typeof read>>) =>
  ofKind(all, 'report').filter(({ reason }) => reason === 'left-out');
const contentOf = async (content: string, inner = '', ...others: string[]) => {
  const all = await read(item({ id: 1, content, inner }), ...others);
  return { content: ofKind(all, 'post')[0]?.content, report: ofKind(all, 'report'), post: ofKind(all, 'post')[0] };
};

describe('an export of WordPress', () => {
  it('has the tags of WXR 1.0 without duplicates', async () => {
    const all = await read(
      item({
        id: 1,
        inner: `<category>Orchard</category><category domain="tag">${cdata('Orchard')}</category>
          <category domain="tag" nicename="orchard">${cdata('Orchard')}</category><category>${cdata('News &amp; more')}</category>
          <category domain="category" nicename="news">${cdata('News &amp; more')}</category>`,
      }),
    );

    expect(ofKind(all, 'tag').map(({ key, name }) => [key, name])).toEqual([
      ['sea', 'Sea'],
      ['orchard', 'Orchard'],
    ]);
    expect(ofKind(all, 'post')[0]).toMatchObject({ category: 'news', tags: ['orchard'] });
  });

  it('makes a draft of a text with an unreadable date', async () => {
    const dates = { 'wp:post_date': 'soon', 'wp:post_date_gmt': '0000-00-00 00:00:00' };
    const all = await read(item({ id: 1, fields: dates }));

    expect(ofKind(all, 'post')[0]).toMatchObject({ status: 'draft', publishedAt: null });
    expect(ofKind(all, 'report').map(({ text }) => text)).toContain('Its date cannot be read: it is a draft now');
  });

  it('keeps the title of an embedded page', async () => {
    const embedded =
      '<blockquote class="wp-embedded-content" data-secret="x"><a href="https://a.example/b/">Title</a></blockquote>';
    const { content } = await contentOf(
      `${embedded}<iframe class="wp-embedded-content" src="https://a.example/b/embed/#?secret=x"></iframe>`,
    );

    expect(content).toBe('> [Title](https://a.example/b/)');
  });

  it('becomes posts with authors, terms, cover and old addresses', async () => {
    const all = await read(
      item({
        id: 1,
        content: '<!-- wp:paragraph --><p>Words ]]> here</p><!-- /wp:paragraph -->',
        fields: { 'wp:is_sticky': '1', 'wp:comment_status': 'closed', 'excerpt:encoded': 'Short &amp; <b>good</b>' },
        inner: `<category domain="category" nicename="local">Local</category><category domain="category" nicename="news">News</category>
          <category domain="post_tag" nicename="sea">Sea</category><category domain="post_tag" nicename="new">New</category>${meta('_thumbnail_id', '9')}${meta('_yoast_wpseo_title', 'Seen')}${meta('_yoast_wpseo_metadesc', '%%excerpt%%')}`,
      }),
      attachment(9, 'a.jpg', 'The sea'),
      item({
        id: 2,
        fields: {
          'wp:post_type': 'page',
          'wp:post_name': 'about',
          link: 'https://old.example/about/',
          'wp:status': 'draft',
        },
      }),
    );

    expect(ofKind(all, 'site')).toEqual([{ kind: 'site', addresses: ['https://old.example'] }]);
    expect(ofKind(all, 'author')).toMatchObject([
      { key: 'ada', name: 'Ada L.', email: 'ada@example.org', oldPaths: ['/author/ada'] },
    ]);
    expect(ofKind(all, 'category')).toMatchObject([
      { key: 'news', name: 'News & more', oldPaths: ['/category/news'] },
      { key: 'local', name: 'Local', oldPaths: ['/category/news/local', '/category/local'] },
    ]);
    expect(ofKind(all, 'tag').map(({ key, name }) => [key, name])).toEqual([
      ['sea', 'Sea'],
      ['new', 'New'],
      ['category:news', 'News & more'],
    ]);
    expect(ofKind(all, 'post')).toMatchObject([
      {
        key: '1',
        slug: 'post-1',
        content: 'Words \\]\\]> here',
        excerpt: 'Short & good',
        status: 'published',
        isFeatured: true,
        isClosed: true,
        publishedAt: '2024-05-01T10:00:00.000Z',
        authors: ['ada'],
        category: 'local',
        tags: ['sea', 'new', 'category:news'],
        searchTitle: 'Seen',
        searchDescription: null,
        coverDescription: 'The sea',
        coverCaption: 'Caption of a.jpg',
        cover: { address: 'https://old.example/wp-content/uploads/a.jpg', path: 'a.jpg', description: 'The sea' },
        oldPaths: ['/2024/05/post-1', '/?p=1'],
      },
    ]);
    expect(ofKind(all, 'page')).toMatchObject([
      { slug: 'about', status: 'draft', oldPaths: ['/about', '/?p=2', '/?page_id=2'] },
    ]);
  });

  it('does not publish private or password-protected posts, and reports them', async () => {
    const all = await read(
      item({ id: 1, fields: { 'wp:status': 'private' } }),
      item({ id: 2, fields: { 'wp:post_password': 'open sesame' } }),
      item({ id: 3, fields: { 'wp:status': 'members-only' } }),
      item({ id: 4, fields: { 'wp:status': 'pending', 'wp:post_date_gmt': '0000-00-00 00:00:00' } }),
      item({ id: 5, fields: { 'wp:status': 'future' } }),
      item({ id: 6, fields: { 'wp:status': 'trash' } }),
      item({ id: 7, fields: { 'wp:post_type': 'portfolio' } }),
    );

    expect(ofKind(all, 'post').map(({ status }) => status)).toEqual([
      'draft',
      'draft',
      'draft',
      'draft',
      'scheduled',
      'trash',
      'draft',
    ]);
    // WordPress gives drafts that were never to be published no date in UTC.
    const [at, none] = ['2024-05-01T10:00:00.000Z', null];
    expect(ofKind(all, 'post').map(({ publishedAt }) => publishedAt)).toEqual([at, at, at, none, none, at, at]);
    expect(
      ofKind(all, 'report')
        .filter(({ reason }) => reason === 'not-public')
        .map(({ about }) => about),
    ).toEqual(['Post 1', 'Post 2', 'Post 3']);
    expect(JSON.stringify(all)).not.toContain('sesame');
  });

  it('imports comments with their threads, holds unapproved ones, and omits spam, pingbacks and IP addresses', async () => {
    const all = await read(
      item({
        id: 1,
        content: 'x',
        inner: [
          comment(1, { content: 'First\n\n<b>two</b> <script>x()</script>' }),
          comment(2, { content: 'Answer', parent: '1', approved: '0', user_id: '7' }),
          comment(3, { content: 'Spam', approved: 'spam' }),
          comment(4, { content: 'Gone', approved: 'trash' }),
          comment(5, { content: 'Ping', type: 'pingback' }),
          comment(6, { content: 'Track', type: 'trackback' }),
          comment(7, { content: 'Five stars', type: 'review' }),
        ].join(''),
      }),
    );

    expect(ofKind(all, 'comment')).toMatchObject([
      {
        key: '1',
        post: '1',
        parent: null,
        content: 'First\n\n**two**',
        name: 'Bob',
        email: 'bob@example.org',
        state: 'visible',
        createdAt: '2024-05-02T10:00:00.000Z',
      },
      { key: '2', parent: '1', content: 'Answer', author: 'ada', state: 'held' },
    ]);
    expect(leftOut(all).map(({ text }) => text)).toEqual(['Comments of the type review are none here: 1']);
    expect(JSON.stringify(all)).not.toContain('192.0.2.1');
  });

  it('imports the authors of the common plugin, in order', async () => {
    const all = await read(
      item({
        id: 1,
        inner:
          '<category domain="author" nicename="cap-grace">Grace H.</category><category domain="author" nicename="cap-ada">Ada</category>',
      }),
    );

    expect(ofKind(all, 'post')[0]?.authors).toEqual(['guest:grace', 'ada']);
    expect(ofKind(all, 'author').map(({ name }) => name)).toEqual(['Ada L.', 'Grace H.']);
  });

  it.each([
    ['One\n\nTwo\nlines <em>a\nb</em>\n<ul>\n<li>x</li>\n</ul>\nend', 'One\n\nTwo\\\nlines *a\\\nb*\n\n- x\n\nend'],
    ['<pre>a\n\nb</pre>', '```\na\n\nb\n```'],
    [
      '[caption id="x" align="alignright" width="300"]<img src="https://old.example/wp-content/uploads/a-300x200.jpg" width="300" /> The <i>sea</i>[/caption]',
      '![Sea](https://old.example/wp-content/uploads/a.jpg "The sea")',
    ],
    [
      '[gallery ids="9,10"]',
      '![Sea](https://old.example/wp-content/uploads/a.jpg "Caption of a.jpg")\n\n![](https://old.example/wp-content/uploads/b.jpg "Caption of b.jpg")',
    ],
    ['[embed]https://youtu.be/abcdefghijk[/embed]', 'https://www.youtube.com/watch?v=abcdefghijk'],
    [
      'a [code lang="php"]\n<?php [gallery] $a < 2;\n\n&lt;b&gt;[/code] b [sourcecode]x[/sourcecode]',
      'a\n\n```php\n<?php [gallery] $a < 2;\n\n<b>\n```\n\nb\n\n```\nx\n```',
    ],
    ['[audio mp3="https://old.example/a.mp3"][/audio]', '[a.mp3](https://old.example/a.mp3)'],
    [
      '[contact-form to="x"]Write[/contact-form] [[gallery]] [sic]',
      '\\[contact-form to="x"\\]Write\\[/contact-form\\] \\[gallery\\] \\[sic\\]',
    ],
    [
      '<!-- wp:group --><div><!-- wp:heading --><h3>H</h3><!-- /wp:heading -->\n\n<!-- wp:separator --><hr/><!-- /wp:separator --></div><!-- /wp:group -->',
      '### H\n\n***',
    ],
    [
      '<!-- wp:embed {"url":"https://x.example/p"} --><figure><div>\nhttps://x.example/p\n</div><figcaption>C</figcaption></figure><!-- /wp:embed -->',
      'https://x.example/p\n\n*C*',
    ],
    [
      '<!-- wp:gallery --><figure class="wp-block-gallery"><!-- wp:image {"id":9} --><figure><img src="https://old.example/wp-content/uploads/a-1024x768.jpg" alt=""/></figure><!-- /wp:image --></figure><!-- /wp:gallery -->',
      '![Sea](https://old.example/wp-content/uploads/a.jpg)',
    ],
    ['<!-- wp:block {"ref":20} /--><!-- wp:latest-posts /-->', 'Shared words'],
    [
      '<!-- wp:social-link {"url":"https://s.example/me","service":"mastodon"} /-->',
      '[mastodon](https://s.example/me)',
    ],
    [
      '<!-- wp:paragraph --><p>A<sup data-fn="u-1" class="fn"><a href="#u-1" id="u-1-link">1</a></sup></p><!-- /wp:paragraph --><!-- wp:footnotes /-->',
      'A[^1]\n\n[^1]: Note *one*',
    ],
    [
      '[youtube=https://www.youtube.com/watch?v=abcdefghijk&w=320] [vimeo]https://vimeo.com/12[/vimeo]',
      'https://www.youtube.com/watch?v=abcdefghijk\n\nhttps://vimeo.com/12',
    ],
    [
      '<!-- wp:cover {"url":"https://old.example/wp-content/uploads/a.jpg"} --><div style="background-image:url(x)"><p>On it</p></div><!-- /wp:cover -->',
      '![Sea](https://old.example/wp-content/uploads/a.jpg)\n\nOn it',
    ],
    [
      '<!-- wp:file {"href":"https://old.example/f.pdf"} --><div><a href="https://old.example/f.pdf">f.pdf</a><a class="wp-block-file__button" href="https://old.example/f.pdf">Download</a></div><!-- /wp:file -->',
      '[f.pdf](/f.pdf)',
    ],
    ['a < b [c] <!--more--> d', 'a \\< b \\[c\\] d'],
  ])('reads the text %s', async (content, markdown) => {
    const notes = meta('footnotes', '[{"id":"u-1","content":"Note <em>one</em>"}]');
    const { content: made, post } = await contentOf(
      content,
      content.includes('footnotes') ? notes : '',
      attachment(9, 'a.jpg', 'Sea'),
      attachment(10, 'b.jpg'),
      item({ id: 20, content: '<p>Shared words</p>', fields: { 'wp:post_type': 'wp_block' } }),
    );

    expect(made).toBe(markdown);
    expect((post?.pictures ?? []).every(({ path }) => path === 'a.jpg' || path === 'b.jpg')).toBe(true);
  });

  it('reports unsupported content', async () => {
    const { report } = await contentOf(
      '[contact-form to="x"] <!-- wp:latest-posts /--> [gallery ids="404"] [sic] [playlist ids="404"]',
    );

    expect(report.filter(({ record }) => record).map(({ text }) => text)).toEqual([
      'A block (latest-posts) is made by WordPress itself and was left out',
      'A shortcode (contact-form) has no equal and stays as text',
      'A gallery without pictures in the file was left out',
      'Sound or film whose file is not named was left out',
    ]);
  });

  it('reports terms of other taxonomies and custom fields, with the number of texts', async () => {
    const inner = `<category domain="genre" nicename="jazz">Jazz</category>${meta('Mood', 'calm')}${meta('_edit_last', '1')}`;
    const all = await read(item({ id: 1, inner }), item({ id: 2, inner }));

    expect(leftOut(all).map(({ text }) => text)).toEqual([
      '2 texts have terms of the kind genre, which have no equal and were left out',
      '2 texts have a field of their own (Mood), which was left out',
    ]);
  });

  it('imports menus that refer to texts, terms and addresses', async () => {
    const entry = (id: number, menu: string, fields: Record<string, string>, title = '') =>
      item({
        id,
        fields: {
          title,
          'wp:post_type': 'nav_menu_item',
          'wp:menu_order': String(50 - id),
          'wp:post_name': String(id),
        },
        inner: `<category domain="nav_menu" nicename="${menu}">${cdata(menu)}</category>${Object.entries(fields)
          .map(([name, value]) => meta(`_menu_item_${name}`, value))
          .join('')}`,
      });
    const blocks = '<!-- wp:navigation-link {"label":"Tea","url":"https://tea.example/"} /-->';
    const all = await read(
      entry(11, 'main', { type: 'custom', url: 'https://old.example/' }, 'Home'),
      entry(12, 'main', { type: 'custom', url: 'https://shop.example/a' }, 'Shop &amp; more'),
      entry(13, 'main', { type: 'post_type', object: 'page', object_id: '2' }),
      entry(14, 'footer-links', { type: 'taxonomy', object: 'category', object_id: '5' }, 'News'),
      entry(15, 'main', { type: 'post_type', object: 'page', object_id: '404' }, 'Gone'),
      entry(16, 'main', { type: 'custom', url: 'javascript:alert(1)' }, 'Evil'),
      item({ id: 17, content: blocks, fields: { 'wp:post_type': 'wp_navigation' } }),
      item({ id: 2, fields: { 'wp:post_type': 'page', title: 'About us', link: 'https://old.example/about/' } }),
    );

    expect(ofKind(all, 'menu').map(({ menu }) => menu)).toEqual([
      {
        header: [
          { label: 'About us', address: '/about/' },
          { label: 'Shop & more', address: 'https://shop.example/a' },
        ],
        footer: [{ label: 'News', address: '/category/news/' }],
      },
    ]);
    expect(leftOut(all).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^A further menu \(blocks 17\) with 1 links/),
      'A link of the menu was left out: Evil',
      'A link of the menu was left out: Gone',
    ]);
    expect(ofKind(all, 'post')).toEqual([]);
  });

  it('reports and omits comments on pages, and files that no text shows', async () => {
    const all = await read(
      item({
        id: 1,
        content:
          '<img src="https://old.example/wp-content/uploads/a-300x200.jpg"> <a href="/wp-content/uploads/b.pdf">B</a>',
        inner: meta('_thumbnail_id', '33'),
      }),
      item({ id: 2, fields: { 'wp:post_type': 'page', title: 'About' }, inner: comment(1, { content: 'Hello' }) }),
      ...[attachment(31, 'a.jpg'), attachment(32, 'b.pdf'), attachment(33, 'cover.jpg'), attachment(34, 'unused.jpg')],
    );

    expect(ofKind(all, 'comment')).toEqual([]);
    expect(leftOut(all).map(({ text, address }) => [text, address])).toEqual([
      ['Pages have no comments here: 1 were left out', null],
      [expect.stringContaining('No text shows this file'), 'https://old.example/wp-content/uploads/unused.jpg'],
    ]);
  });

  it('accepts other prefixes, https namespaces, and characters that XML forbids', async () => {
    const file = wxr(item({ id: 1, content: 'a\u0007b' }))
      .replace(/(<\/?|xmlns:)wp:/g, '$1w:')
      .replace('xmlns:wp=', 'xmlns:w=')
      .replace('http://wordpress.org/export/1.2/"', 'https://wordpress.org/export/1.1/"');
    const all = await allOf(readWordPress({ source: sourceOf(file) }));

    expect(ofKind(all, 'post')).toMatchObject([{ key: '1', content: 'ab' }]);
  });

  it('does not multiply shared blocks that contain each other', async () => {
    const itself = '<p>Once</p><!-- wp:block {"ref":9} /-->';
    const { content } = await contentOf(
      itself,
      '',
      item({ id: 9, content: itself.repeat(60), fields: { 'wp:post_type': 'wp_block' } }),
    );

    expect(content?.match(/Once/g)?.length).toBeGreaterThan(60);
  });

  it('refuses doctypes, other files, and truncated files', async () => {
    const fail = async (file: string) => {
      const error = await allOf(readWordPress({ source: sourceOf(file, 'w.xml') })).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(ImportFault);
      return (error as ImportFault).message;
    };
    const bomb = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';

    expect(await fail(wxr().replace('<rss', `${bomb}<rss`))).toMatch(/^w\.xml, line \d+: A document type is refused$/);
    expect(await fail('<html><body>x</body></html>')).toContain('no export of WordPress');
    expect(await fail(wxr(item({ id: 1 }), item({ id: 2 })).slice(0, -60))).toMatch(/^w\.xml, line \d+, record 2: /);
    expect(await fail(wxr(`<item>${'<a>'.repeat(200)}`))).toContain('nested too deeply');
    expect(await fail('{"db":[]}')).toContain('This is no XML');
    expect(await fail('')).toContain('ends too early');
  });

  it.each([
    ['text', `<title>${'&lt;b '.repeat(2_000_000)}</title>`],
    ['CDATA', `<content:encoded><![CDATA[${'a]> b '.repeat(2_000_000)}]]></content:encoded>`],
    ['attribute', `<category domain="category" nicename='${'">&amp;'.repeat(1_500_000)}'>A</category>`],
    ['comment', `<!-- ${'a->'.repeat(4_000_000)} -->`],
  ])('cuts a %s of many megabytes, and continues', async (_, inner) => {
    const bytes = Buffer.from(wxr(item({ id: 1, inner }), item({ id: 2 })));
    const source = {
      name: 'w.xml',
      async *open() {
        for (let at = 0; at < bytes.length; at += 65_521) yield bytes.subarray(at, at + 65_521);
      },
    };

    const all = await allOf(readWordPress({ source }));

    expect(new Set(ofKind(all, 'post').map(({ key }) => key.split('#')[0]))).toEqual(new Set(['1', '2']));
  });

  it.each([
    ['signs that begin tags', '<'.repeat(900_000)],
    ['a style without an end', `<span style="${'text-decoration'.repeat(40_000)}">a</span>`],
  ])('takes linear time for %s', async (_, content) => {
    const before = process.cpuUsage();

    await contentOf(content);

    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_500);
  });

  it('shows at most 1,000 pictures in galleries without a list', async () => {
    const attachments = Array.from({ length: 100 }, (_, n) => attachment(n + 10, `${n}.png`));

    const { content } = await contentOf('[gallery]'.repeat(50), '', ...attachments);

    expect(content?.match(/!\[/g)).toHaveLength(1_000);
  });

  it('does not publish posts behind a paywall or for members only', async () => {
    const all = await read(
      item({
        id: 1,
        content: '<!-- wp:paragraph --><p>Free</p><!-- /wp:paragraph --><!-- wp:jetpack/paywall /--><p>Paid</p>',
      }),
      item({ id: 2, content: 'Text', inner: meta('_jetpack_newsletter_access', 'paid_subscribers') }),
      item({ id: 3, content: 'Free [membership level="1"]Paid[/membership]' }),
      item({ id: 4, content: 'Text', inner: meta('_jetpack_newsletter_access', 'everybody') }),
    );

    expect(ofKind(all, 'post').map(({ status }) => status)).toEqual(['draft', 'draft', 'draft', 'published']);
    expect(ofKind(all, 'report').filter(({ reason }) => reason === 'not-public')).toHaveLength(3);
  });
});
