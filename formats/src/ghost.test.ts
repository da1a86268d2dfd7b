// @module-tag thorough
import { describe, expect, it } from 'vitest';
import { readGhost } from './ghost.ts';
import { ImportFault } from './records.ts';
import { allOf, ofKind, sourceOf } from './testing/sources.ts';

const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format });
const paragraph = (...children: object[]) => ({ type: 'paragraph', children });
const lexical = (...children: object[]) => JSON.stringify({ root: { type: 'root', children } });

const post = (id: string, more: object = {}) => ({
  id,
  title: `Post ${id}`,
  slug: `post-${id}`,
  type: 'post',
  status: 'published',
  visibility: 'public',
  lexical: lexical(paragraph(text('Words'))),
  published_at: '2024-05-01T10:00:00.000Z',
  created_at: '2024-04-30 09:00:00',
  ...more,
});

const exportOf = (data: object, version = '6.2.0') =>
  JSON.stringify({ db: [{ meta: { exported_on: 1, version }, data }] });
const read = (data: object, siteUrl: string | null = null) =>
  allOf(readGhost({ source: sourceOf(exportOf(data)), siteUrl }));
const textFrom = async (...children: object[]) => {
  const all = await read({ posts: [post('a', { lexical: lexical(...children) })] });
  const [made] = ofKind(all, 'post');
  return {
    content: made?.content,
    status: made?.status,
    reasons: ofKind(all, 'report').map(({ reason }) => reason),
    post: made,
  };
};

describe('an export of Ghost', () => {
  it('becomes posts, pages, tags and authors in order, whatever the order of tables', async () => {
    const all = await read({
      posts: [
        post('a', {
          featured: 1,
          feature_image: '__GHOST_URL__/content/images/size/w600/2024/a.png',
          custom_excerpt: 'Short',
        }),
        post('b', { type: 'page', slug: 'tags', status: 'draft' }),
      ],
      posts_tags: [
        { post_id: 'a', tag_id: 't2', sort_order: 1 },
        { post_id: 'a', tag_id: 't1', sort_order: 0 },
      ],
      posts_authors: [
        { post_id: 'a', author_id: 'u2', sort_order: 1 },
        { post_id: 'a', author_id: 'u1', sort_order: 0 },
      ],
      posts_meta: [
        {
          post_id: 'a',
          meta_title: 'Seen',
          feature_image_alt: 'Alt',
          feature_image_caption: '<i>Cap</i>',
          og_title: 'Card',
        },
      ],
      tags: [
        { id: 't1', name: 'News', slug: 'news', description: 'All news' },
        { id: 't2', name: '#hidden', slug: 'hash-hidden', visibility: 'internal' },
      ],
      users: [
        {
          id: 'u1',
          name: 'Ada',
          slug: 'ada',
          email: 'ada@example.org',
          password: 'secret',
          website: 'http://ada.example',
          twitter: '@ada',
        },
        { id: 'u2', name: 'Bob', slug: 'bob', email: 'not an address' },
        { id: 'u3', name: 'Reader', slug: 'reader', email: 'r@example.org' },
      ],
      settings: [
        { key: 'title', value: 'My site' },
        { key: 'navigation', value: '[{"label":"About","url":"/about/"},{"label":"Bad","url":"javascript:x"}]' },
      ],
    });

    expect(ofKind(all, 'post')).toMatchObject([
      {
        key: 'a',
        title: 'Post a',
        slug: 'post-a',
        content: 'Words',
        excerpt: 'Short',
        status: 'published',
        isFeatured: true,
        publishedAt: '2024-05-01T10:00:00.000Z',
        createdAt: '2024-04-30T09:00:00.000Z',
        oldPaths: ['/post-a'],
        tags: ['t1', 't2'],
        authors: ['u1', 'u2'],
        searchTitle: 'Seen',
        cardTitle: 'Card',
        coverDescription: 'Alt',
        coverCaption: 'Cap',
        cover: { address: '/content/images/size/w600/2024/a.png', url: null, path: '2024/a.png', description: 'Alt' },
      },
    ]);
    expect(ofKind(all, 'page')).toMatchObject([
      { key: 'b', slug: 'tags-page', status: 'draft', publishedAt: '2024-05-01T10:00:00.000Z' },
    ]);
    expect(ofKind(all, 'tag')).toMatchObject([
      { name: 'News', slug: 'news', oldPaths: ['/tag/news'] },
      { name: '#hidden', oldPaths: [] },
    ]);
    expect(ofKind(all, 'author')).toMatchObject([
      {
        name: 'Ada',
        email: 'ada@example.org',
        website: 'https://ada.example',
        handles: { x: 'ada' },
        oldPaths: ['/author/ada'],
      },
      { name: 'Bob', email: null },
    ]);
    expect(ofKind(all, 'menu')).toMatchObject([{ menu: { header: [{ label: 'About', address: '/about/' }] } }]);
    expect(ofKind(all, 'setting')).toMatchObject([{ key: 'name', value: 'My site' }]);
    expect(JSON.stringify(all)).not.toContain('secret');
  });

  it.each([
    [{ visibility: 'members' }],
    [{ visibility: 'paid' }],
    [{ visibility: 'tiers' }],
    [{ visibility: 'unheard of' }],
    [{ status: 'sent' }],
    [{ status: 'scheduled', visibility: 'paid' }],
    [{ lexical: lexical(paragraph(text('Open')), { type: 'paywall' }, paragraph(text('Closed'))) }],
    [
      {
        lexical: lexical({
          type: 'html',
          html: 'x',
          visibility: { web: { nonMember: false, memberSegment: 'status:free' } },
        }),
      },
    ],
    [{ lexical: null, mobiledoc: '{"sections":[[10,0]],"cards":[["paywall",{}]]}' }],
    [{ lexical: null, html: '<p>a</p><!--members-only--><p>b</p>' }],
    [{ status: 'archived' }],
    [{ published_at: null, created_at: null }],
  ])('does not publish a post with %j, which keeps its date, and reports it', async (more) => {
    const all = await read({ posts: [post('a', more)] });

    expect(ofKind(all, 'post')).toMatchObject([
      { status: 'draft', publishedAt: 'published_at' in more ? null : '2024-05-01T10:00:00.000Z', publishAt: null },
    ]);
    expect(ofKind(all, 'report').filter(({ reason }) => reason === 'not-public')).toMatchObject([
      { about: 'Post a', record: { kind: 'post', key: 'a' } },
    ]);
  });

  it('does not publish posts that were only sent by email', async () => {
    const all = await read({ posts: [post('a')], posts_meta: [{ post_id: 'a', email_only: true }] });

    expect(ofKind(all, 'post')).toMatchObject([{ status: 'draft' }]);
  });

  it('schedules scheduled posts', async () => {
    const all = await read({ posts: [post('a', { status: 'scheduled' })] });

    expect(ofKind(all, 'post')).toMatchObject([
      { status: 'scheduled', publishAt: '2024-05-01T10:00:00.000Z', publishedAt: null },
    ]);
  });

  it('reads Lexical text', async () => {
    const { content } = await textFrom(
      { type: 'extended-heading', tag: 'h2', children: [text('Head')] },
      paragraph(text('bold', 1), text(' and ', 0), text('both', 3), { type: 'linebreak' }, text('code', 16), {
        type: 'link',
        url: '__GHOST_URL__/post-b/',
        children: [text('link')],
      }),
      {
        type: 'list',
        listType: 'number',
        start: 2,
        children: [
          { type: 'listitem', children: [text('a')] },
          {
            type: 'listitem',
            children: [{ type: 'list', listType: 'bullet', children: [{ type: 'listitem', children: [text('b')] }] }],
          },
        ],
      },
      { type: 'extended-quote', children: [text('quote')] },
      { type: 'aside', children: [text('aside')] },
    );

    expect(content).toBe(
      '## Head\n\n**bold** and ***both***\\\n`code`[link](/post-b/)\n\n2. a\n   - b\n\n> quote\n\n> aside',
    );
  });

  it.each([
    [
      'image',
      { src: '__GHOST_URL__/content/images/a.png', alt: 'A', caption: '<b>C</b>', cardWidth: 'wide' },
      '![A](/content/images/a.png#width=wide "C")',
    ],
    [
      'gallery',
      { images: [{ src: 'https://x.example/1.png', alt: '1' }, { src: 'https://x.example/2.png' }], caption: 'Two' },
      '![1](https://x.example/1.png)\n\n![](https://x.example/2.png)\n\n*Two*',
    ],
    ['html', { html: '<p onclick="x">a<script>b()</script></p>' }, 'a'],
    ['markdown', { markdown: '# M\n\n<b>x</b> **y**\n\n```\nopen' }, '# M\n\n**x** **y**\n\n```\nopen\n```'],
    ['codeblock', { code: 'a < b', language: 'js', caption: 'Listing' }, '```js\na < b\n```\n\n*Listing*'],
    ['horizontalrule', {}, '***'],
    [
      'bookmark',
      { url: 'https://x.example/a', metadata: { title: 'T &amp; U', description: 'About it' }, caption: 'Cap' },
      '> [**T & U**](https://x.example/a)\n>\n> About it\n>\n> Cap',
    ],
    ['bookmark', { url: 'https://x.example/a', metadata: {}, caption: 'Cap' }, 'https://x.example/a\n\n*Cap*'],
    [
      'html',
      {
        html: '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/a"><div class="kg-bookmark-content"><div class="kg-bookmark-title">T</div><div class="kg-bookmark-description">About</div><div class="kg-bookmark-metadata"><span>X</span></div></div></a></figure>',
      },
      '> [**T**](https://x.example/a)\n>\n> About',
    ],
    [
      'embed',
      { url: 'https://youtu.be/abcdefghijk', html: '<iframe src="x"></iframe>' },
      'https://www.youtube.com/watch?v=abcdefghijk',
    ],
    ['button', { buttonText: 'Go', buttonUrl: 'https://x.example/' }, '[Go](https://x.example/)'],
    ['callout', { calloutEmoji: '💡', calloutText: 'Mind <b>this</b>' }, '> 💡 Mind **this**'],
    ['toggle', { heading: 'Ask', content: '<p>Answer</p>' }, '**Ask**\n\nAnswer'],
    [
      'file',
      { src: '__GHOST_URL__/content/files/a.pdf', fileTitle: 'Paper', fileCaption: 'PDF' },
      '[Paper](/content/files/a.pdf)\n\nPDF',
    ],
    ['audio', { src: 'https://x.example/a.mp3', title: 'Song' }, '[Song](https://x.example/a.mp3)'],
    ['video', { src: 'https://x.example/a.mp4', caption: 'Film' }, '[Film](https://x.example/a.mp4)'],
    [
      'product',
      {
        productTitle: 'Lamp',
        productDescription: '<p>Bright</p>',
        productRatingEnabled: true,
        productStarRating: 4,
        productButtonEnabled: true,
        productButton: 'Buy',
        productUrl: 'https://x.example/p',
      },
      '#### Lamp\n\n★★★★\n\nBright\n\n[Buy](https://x.example/p)',
    ],
    [
      'header',
      {
        version: 2,
        header: 'H',
        subheader: 'S',
        buttonEnabled: true,
        buttonText: 'B',
        buttonUrl: 'https://x.example/b',
      },
      '## H\n\nS\n\n[B](https://x.example/b)',
    ],
    ['signup', { header: 'Join', subheader: 'us', disclaimer: 'No spam' }, '## Join\n\nus\n\nNo spam'],
    [
      'call-to-action',
      {
        sponsorLabel: '<p>Ad</p>',
        textValue: '<p>Try it</p>',
        showButton: true,
        buttonText: 'Now',
        buttonUrl: 'https://x.example/c',
      },
      'Ad\n\nTry it\n\n[Now](https://x.example/c)',
    ],
    [
      'novelty',
      { heading: 'New', nested: { html: '<p>thing</p>' }, link: 'https://x.example/n' },
      'New\n\nthing\n\nhttps://x.example/n',
    ],
  ])('reads the card %s, also in Mobiledoc', async (type, payload, markdown) => {
    const { content } = await textFrom({ type, ...payload });
    const mobiledoc = JSON.stringify({ sections: [[10, 0]], cards: [[type, payload]] });
    const older = await read({ posts: [post('a', { lexical: null, mobiledoc })] });

    expect(content).toBe(markdown);
    expect(ofKind(older, 'post')[0]?.content).toBe(markdown);
  });

  it('omits and reports content for emails only', async () => {
    const { content, status, reasons } = await textFrom(
      { type: 'email', html: '<p>Hi</p>' },
      { type: 'email-cta', html: 'x' },
      { type: 'html', html: 'hid', visibility: { showOnWeb: false } },
      paragraph(text('Rest')),
    );

    expect([content, status]).toEqual(['Rest', 'published']);
    expect(reasons).toContain('left-out');
  });

  it('reads Mobiledoc text', async () => {
    const mobiledoc = JSON.stringify({
      version: '0.3.1',
      atoms: [['soft-return', '', {}]],
      cards: [
        ['hr', {}],
        ['code', { code: 'x', language: 'sh' }],
      ],
      markups: [['strong'], ['a', ['href', 'https://x.example/']]],
      sections: [
        [1, 'h3', [[0, [], 0, 'H']]],
        [
          1,
          'p',
          [
            [0, [0], 1, 'b'],
            [1, [], 0, 0],
            [0, [1], 1, 'l'],
          ],
        ],
        [3, 'ul', [[[0, [], 0, 'i']]]],
        [10, 0],
        [10, 1],
      ],
    });
    const all = await read({ posts: [post('a', { lexical: '', mobiledoc })] });

    expect(ofKind(all, 'post')[0]?.content).toBe(
      '### H\n\n**b**\\\n[l](https://x.example/)\n\n- i\n\n***\n\n```sh\nx\n```',
    );
  });

  it('keeps the words of an extremely nested text', async () => {
    const deep = `${'{"type":"quote","children":['.repeat(5_000)}${JSON.stringify(text('Deep'))}${']}'.repeat(5_000)}`;
    const all = await read({ posts: [post('a', { lexical: `{"root":{"children":[${deep}]}}` })] });

    expect(ofKind(all, 'post')).toMatchObject([{ content: expect.stringContaining('Deep') }]);
    expect(ofKind(all, 'report').map((line) => line.text)).toContainEqual(expect.stringContaining('nested too deeply'));
  });

  it('continues in drafts if a text is too long', async () => {
    const { post: first } = await textFrom(
      ...Array.from({ length: 60 }, (_, n) => paragraph(text(`${n} ${'word '.repeat(1_000)}`))),
    );
    const all = await read({
      posts: [post('a', { html: `<p>${'word '.repeat(1_000)}</p>`.repeat(60), lexical: null })],
    });

    expect(first?.content.length).toBeLessThanOrEqual(200_000);
    expect(ofKind(all, 'post').map(({ key, status }) => [key, status])).toEqual([
      ['a', 'published'],
      ['a#2', 'draft'],
    ]);
    expect(ofKind(all, 'post').flatMap(({ content }) => content.match(/word/g) ?? [])).toHaveLength(60_000);
  });

  it('reports code that was added to pages', async () => {
    const all = await read({
      posts: [post('a', { codeinjection_head: '<script>x</script>' })],
      settings: [{ key: 'codeinjection_foot', value: '<script>' }],
    });

    expect(ofKind(all, 'report').map(({ reason }) => reason)).toEqual(['code-left-out', 'code-left-out']);
    expect(JSON.stringify(ofKind(all, 'post'))).not.toContain('<script');
  });

  const fail = async (json: string | Uint8Array) => {
    const error = await allOf(readGhost({ source: sourceOf(json, 'ghost.json') })).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ImportFault);
    return (error as ImportFault).message;
  };

  it('refuses files that are damaged or not an export, with the place of the fault', async () => {
    const whole = exportOf({ posts: [post('a'), post('b')] });

    expect(await fail(exportOf({ posts: [] }, 'latest'))).toBe(
      'ghost.json: This is no export of Ghost: it has no meta.version',
    );
    expect(await fail('{"data":{"posts":[]}}')).toContain('no export of Ghost');
    expect(await fail(whole.slice(0, -40))).toBe('ghost.json, line 1, record 2: The file ends too early');
    expect(await fail('{\n\n!')).toBe('ghost.json, line 3: This is no JSON');
    expect(await fail('')).toContain('ends too early');
    expect(await fail('['.repeat(100_000))).toContain('nested too deeply');
  });

  it('cuts a value that is too long, and continues', async () => {
    const source = {
      name: 'ghost.json',
      async *open() {
        yield Buffer.from('{"db":[{"meta":{"version":"6.0.0"},"data":{"posts":[{"id":"a","title":"A","html":"<p>');
        for (let n = 0; n < 12; n += 1) yield Buffer.alloc(1024 * 1024, 'words \\"\\u00e9é ');
        yield Buffer.from(`"},${JSON.stringify(post('b'))}]}}]}`);
      },
    };

    const all = await allOf(readGhost({ source }));

    expect(new Set(ofKind(all, 'post').map(({ key }) => key.split('#')[0]))).toEqual(new Set(['a', 'b']));
    expect(ofKind(all, 'report')).toContainEqual(expect.objectContaining({ reason: 'shortened', about: 'A' }));
  });

  it('does not publish parts for members only, or texts of a site with a password', async () => {
    const html =
      '<p>All</p><!--kg-gated-block:begin nonMember:false memberSegment:"status:free" --><p>Some</p><!--kg-gated-block:end-->';
    const gated = await read({ posts: [post('a', { lexical: null, html })] });
    const behindPassword = await read({ posts: [post('a')], settings: [{ key: 'is_private', value: 'true' }] });

    for (const all of [gated, behindPassword]) {
      expect(ofKind(all, 'post')).toMatchObject([{ status: 'draft', publishedAt: '2024-05-01T10:00:00.000Z' }]);
      expect(ofKind(all, 'report')).toMatchObject([{ reason: 'not-public' }]);
    }
  });
});
