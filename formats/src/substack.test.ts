// @module-tag thorough
import { describe, expect, it } from 'vitest';
import { openFormat } from './open-format.ts';
import { UNWATCHED } from './record-watch.ts';
import { readSubstack } from './substack.ts';
import { allOf, folderOf, ofKind } from './testing/sources.ts';

const NOW = new Date('2026-11-01T00:00:00Z');
const HEADER = 'post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url';
const PEOPLE = 'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at';
const AT = '2024-03-01T08:00:00.000Z';

const read = (files: Readonly<Record<string, string>>, siteUrl: string | null = null) =>
  allOf(readSubstack({ folder: folderOf(files), siteUrl, now: NOW }));
const attrs = (fields: object) =>
  `data-attrs="${JSON.stringify(fields).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
const linesOf = (all: Awaited<ReturnType<typeof read>>) =>
  ofKind(all, 'report').map(({ about, text }) => [about, text]);

/** The Markdown of one public post, and its report lines. */
async function textOf(html: string) {
  const all = await read({
    'email_list.orchard.csv': `${PEOPLE}\n`,
    'posts.csv': `${HEADER}\n1.one,${AT},true,,,newsletter,everyone,One,,\n`,
    'posts/1.one.html': html,
    'posts/2.two.html': '<p>Two</p>',
  });
  const report = ofKind(all, 'report').filter(({ about }) => about === 'One');
  return {
    post: ofKind(all, 'post')[0],
    content: ofKind(all, 'post')[0]?.content,
    report: report.map(({ text }) => text),
  };
}

const S3 =
  'https://substack-post-media.s3.amazonaws.com/public/images/61ee8dd3-2385-44b4-833b-3b553309c068_2880x1620.jpeg';
const cdn = (original: string) =>
  `https://substackcdn.com/image/fetch/$s_!qYei!,w_1456,c_limit,f_auto,q_auto:good,fl_progressive:steep/${encodeURIComponent(original)}`;

const picture = (fields: object, caption = '', alt = '') =>
  `<div class="captioned-image-container"><figure><a class="image-link image2 is-viewable-img" target="_blank" href="${cdn(S3)}" data-component-name="Image2ToDOM"><div class="image2-inset"><picture><source type="image/webp" srcset="${cdn(S3)} 1456w" sizes="100vw"><img src="${cdn(S3)}" width="1456" height="819" ${attrs({ src: S3, alt, title: null, href: null, fullscreen: null, imageSize: 'normal', ...fields })} class="sizing-normal" alt="${alt}"></picture><div class="image-link-expand"><button type="button" class="restack-image"><svg><path d="M2"></path></svg></button></div></div></a>${caption && `<figcaption class="image-caption">${caption}</figcaption>`}</figure></div>`;

describe('an export of Substack', () => {
  it('becomes posts, pages and subscribers; restricted posts become drafts', async () => {
    const all = await read({
      'posts.csv': `${HEADER}\n${[
        `101.first-post,${AT},true,${AT},${AT},newsletter,everyone,"First, post",A subtitle,`,
        `102.paid,${AT},true,,,newsletter,only_paid,Paid,,`,
        `103.founders,${AT},true,,,newsletter,founding,Founders,,`,
        `104.for-readers,${AT},true,,,newsletter,only_free,Readers,,`,
        `105.draft,,false,,,newsletter,everyone,Draft,,`,
        `106.empty,,false,,,newsletter,only_paid,"",,`,
        `107.episode,${AT},true,,,podcast,everyone,Episode,Listen in,https://api.substack.com/feed/podcast/107/abc.mp3`,
        `108.ask-me,${AT},true,,,thread,everyone,Ask me,What do you grow?,`,
        `109.about-us,${AT},true,,,page,everyone,About us,,`,
        `110.mail,${AT},true,,,adhoc_email,everyone,Mail,,`,
        `111.wall,${AT},true,,,newsletter,everyone,Wall,,`,
        `112.someday,someday,true,,,newsletter,everyone,Someday,,`,
        `113.odd,${AT},true,,,newsletter,vips,Odd,,`,
        `114.lost,${AT},true,,,newsletter,everyone,Lost,,`,
        `115.later,2026-12-24T08:00:00.000Z,true,,,newsletter,everyone,Later,,`,
      ].join('\n')}\n`,
      ...Object.fromEntries(
        ['101.first-post', '102.paid', '103.founders', '104.for-readers', '105.draft', '107.episode', '109.about-us']
          .concat('110.mail', '112.someday', '113.odd', '115.later')
          .map((name) => [
            `posts/${name}.html`,
            `<p>Text of ${name}, see <a href="https://orchard.substack.com/p/paid?utm_source=x">it</a>.</p>`,
          ]),
      ),
      'posts/106.empty.html': '',
      'posts/111.wall.html':
        '<p>Seen</p><div class="paywall-jump" data-component-name="PaywallToDOM"></div><p>Paid</p>',
      'posts/999.no-row.html': '<p>Found</p>',
      'posts/101.delivers.csv': 'post_id,timestamp,email\n101,2024-03-01,secret@example.net\n',
      'posts/101.opens.csv': 'post_id,timestamp,email,post_type\n101,2024-03-01,secret@example.net,newsletter\n',
      'email_list.orchard.csv': `${PEOPLE}\nfree@example.net,false,,other,false,2024-01-01,\npaid@example.net,true,2027-01-01,yearly,false,2024-01-02,2024-02-01\nformer@example.net,false,,other,true,2024-01-03,\n`,
    });

    expect(ofKind(all, 'site')[0]?.addresses).toEqual(['https://orchard.substack.com']);
    const posts = ofKind(all, 'post');
    expect(posts.map(({ title, status, publishedAt }) => [title, status, publishedAt])).toEqual([
      ['First, post', 'published', AT],
      ...['Paid', 'Founders', 'Readers'].map((title) => [title, 'draft', AT]),
      ['Draft', 'draft', null],
      ['Episode', 'published', AT],
      ['Ask me', 'published', AT],
      ...['Mail', 'Wall'].map((title) => [title, 'draft', AT]),
      ['Someday', 'draft', null],
      ...['Odd', 'Lost'].map((title) => [title, 'draft', AT]),
      ['Later', 'scheduled', null],
      ['no row', 'draft', null],
    ]);
    expect(posts[0]).toMatchObject({
      key: '101',
      slug: 'first-post',
      excerpt: 'A subtitle',
      oldPaths: ['/p/first-post'],
    });
    expect(posts[0]?.content).toBe('Text of 101.first-post, see [it](/p/paid?utm_source=x).');
    expect(posts[5]?.content).toMatch(
      /^\[Listen to this episode\]\(https:\/\/api\.substack\.com\/\S+\.mp3\)\n\nText of/,
    );
    expect(posts[6]?.content).toBe('What do you grow?');
    expect(ofKind(all, 'page')).toMatchObject([{ title: 'About us', slug: 'about-us', oldPaths: ['/p/about-us'] }]);
    expect(linesOf(all)).toEqual(
      expect.arrayContaining([
        ['Paid', 'It was for paying subscribers: it is a draft now'],
        ['Founders', 'It was for founding members: it is a draft now'],
        ['Readers', 'It was for subscribers: it is a draft now'],
        ['Mail', 'It was sent by mail only: it is a draft now'],
        ['Wall', 'What follows its paywall was not public: it is a draft now'],
        ['Someday', 'Its date cannot be read: it is a draft now'],
        ['Odd', 'It had the audience vips: it is a draft now'],
        ['Lost', 'Its text is not in the file: it is a draft now'],
        ['no row', 'posts.csv does not name it: it is a draft now'],
        [null, '1 empty drafts were left out'],
      ]),
    );
    expect(ofKind(all, 'subscriber').map(({ email, state }) => [email, state])).toEqual([
      ['free@example.net', 'subscribed'],
      ['paid@example.net', 'subscribed'],
      ['former@example.net', 'left'],
    ]);
    expect(ofKind(all, 'suppression')).toMatchObject([{ email: 'former@example.net' }]);
    expect(JSON.stringify(all)).not.toContain('secret@');
  });

  it('keeps pictures in full size, with captions and descriptions', async () => {
    const { post, content } = await textOf(
      picture({}, 'A <em>tree</em>', 'Tree') +
        picture({ href: 'https://a.example/', imageSize: 'large' }) +
        picture({ src: 'https://a.example/1.heic' }).replaceAll('.jpeg', '.heic') +
        `<figure><a class="image-link image2" href="${cdn(S3)}"></a></figure>` +
        `<div class="image-gallery-embed" ${attrs({ gallery: { images: [{ type: 'image/png', src: `${S3}?1` }, { src: `${S3}?2` }], caption: 'Two', alt: '' }, isEditorNode: true })}></div>`,
    );

    expect(content).toBe(
      [
        `![Tree](${S3} "A tree")`,
        `[![](${S3}#width=wide)](https://a.example/)`,
        `![](${cdn(S3.replace('jpeg', 'heic'))})`,
        `![](${S3})`,
        `![](${S3}?1)`,
        `![](${S3}?2)`,
        '*Two*',
      ].join('\n\n'),
    );
    expect(post?.pictures[0]).toMatchObject({ url: S3, description: 'Tree' });
  });

  it.each([
    [
      'footnotes',
      '<p>Apples<a class="footnote-anchor" data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1" href="#footnote-1" target="_self">1</a>.</p><div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number" contenteditable="false" target="_self">1</a><div class="footnote-content"><p>Or <em>pears</em>.</p><ul><li><p>ripe</p></li></ul></div></div>',
      'Apples[^1].\n\n[^1]: Or *pears*.\n\n    - ripe',
      [],
    ],
    [
      'code',
      `<div class="highlighted_code_block" ${attrs({ language: 'python', nodeId: 'x' })} data-component-name="HighlightedCodeBlockToDOM"><pre class="shiki"><code class="language-python">if a &lt; b:\n    pass</code></pre></div><div class="preformatted-block" data-component-name="PreformattedTextBlockToDOM"><label class="hide-text" contenteditable="false">Text within this block will maintain its original spacing when published</label><pre class="text">a\n  b</pre></div>`,
      '```python\nif a < b:\n    pass\n```\n\n```\na\n  b\n```',
      [],
    ],
    [
      'gists',
      `<div class="github-gist" ${attrs({ innerHTML: '<table><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code js-file-line">if a:</td></tr><tr><td></td><td class="blob-code js-file-line">  <span>b</span></td></tr></table><div class="gist-meta"><a href="https://gist.github.com/ada/12ab/raw/1/a.py">view raw</a></div>' })} data-component-name="GitgistToDOM"></div>`,
      '```\nif a:\n  b\n```\n\nhttps://gist.github.com/ada/12ab',
      [],
    ],
    [
      'quotes',
      '<div class="pullquote"><p>Grow slowly.</p></div><div class="callout-block" data-callout="true"><p>Mind <strong>this</strong>.</p></div>',
      '> Grow slowly.\n\n> Mind **this**.',
      [],
    ],
    [
      'players',
      `<div id="youtube2-ab3DEfGHijk" class="youtube-wrap" ${attrs({ videoId: 'ab3DEfGHijk', startTime: '82s', endTime: null })} data-component-name="Youtube2ToDOM"><div class="youtube-inner"><iframe src="https://www.youtube-nocookie.com/embed/ab3DEfGHijk?start=82s&amp;rel=0"></iframe></div></div><div class="vimeo-wrap" ${attrs({ videoId: '123456789', videoKey: '' })} data-component-name="VimeoToDOM"><div class="vimeo-inner"><iframe src="https://player.vimeo.com/video/123456789?autoplay=0"></iframe></div></div><iframe class="spotify-wrap podcast" ${attrs({ title: 'Song', url: 'https://open.spotify.com/episode/aB3' })} src="https://open.spotify.com/embed/episode/aB3"></iframe>`,
      'https://www.youtube.com/watch?v=ab3DEfGHijk&t=82\n\nhttps://vimeo.com/123456789\n\nhttps://open.spotify.com/episode/aB3',
      ['A frame of another site became a link'],
    ],
    [
      'posts of networks',
      `<div class="tweet" ${attrs({ url: 'https://twitter.com/ada/status/12?s=20', full_text: 'One\nTwo', username: 'ada', name: 'Ada L.' })} data-component-name="Twitter2ToDOM"></div>`,
      '> One\\\n> Two\n>\n> — Ada L. (@ada)\n\nhttps://twitter.com/ada/status/12',
      [],
    ],
    [
      'posts with pictures and others in them',
      `<div class="tweet" ${attrs({ url: 'https://twitter.com/ada/status/12', full_text: 'One', username: 'ada', name: 'Ada', photos: [{ img_url: 'https://a.example/1.jpg', alt_text: 'Pear' }], quoted_tweet: { full_text: 'Two', username: 'eve', name: 'Eve' } })}></div><div class="comment" ${attrs({ url: 'https://substack.com/@eve/note/c-1', comment: { body: 'Note', name: 'Eve', attachments: [{ imageUrl: 'https://a.example/2.jpg' }] } })}></div>`,
      '> One\n>\n> ![Pear](https://a.example/1.jpg)\n>\n> > Two\n> >\n> > — Eve (@eve)\n>\n> — Ada (@ada)\n\nhttps://twitter.com/ada/status/12\n\n> Note\n>\n> ![](https://a.example/2.jpg)\n>\n> — Eve\n\nhttps://substack.com/@eve/note/c-1',
      [],
    ],
    [
      'links to own texts by their numbers and by way of the app',
      ['orchard.substack.com/i/1/a-part', 'a.example/i/2/%C3%A4-part', 'substack.com/home/post/p-2?source=x']
        .concat('open.substack.com/pub/orchard/p/two?r=a', 'open.substack.com/pub/other/p/two', 'a.example/i/3/c')
        .map((address) => `https://${address}`)
        .concat('%%checkout_url%%')
        .map((address, n) => `<a href="${address}">${n}</a> `)
        .join(''),
      '[0](#section-a-part) [1](/p/two#section-a-part) [2](/p/two) [3](/p/two) [4](https://open.substack.com/pub/other/p/two) [5](https://a.example/i/3/c) 6',
      ['A link with script or an unknown scheme was left out'],
    ],
    [
      'cards',
      `<div class="digest-post-embed" ${attrs({ nodeId: 'n', title: 'Model & drop', caption: 'The excerpt', canonical_url: 'https://orchard.substack.com/p/other' })}></div><div class="embedded-post-wrap" ${attrs({ id: 1, url: 'https://b.substack.com/p/field?utm_source=substack&utm_campaign=post_embed', title: 'Field notes', truncated_body_text: 'The preview.' })} data-component-name="EmbeddedPostToDOM"></div><div class="embedded-publication-wrap" ${attrs({ name: 'Other', base_url: 'https://other.substack.com', hero_text: 'Good' })}></div>`,
      '> [**Model & drop**](/p/other)\n>\n> The excerpt\n\n> [**Field notes**](https://b.substack.com/p/field)\n>\n> The preview.\n\n> [**Other**](https://other.substack.com/)\n>\n> Good',
      [],
    ],
    [
      'what asks readers for something',
      `<p>Before</p><div class="subscription-widget-wrap-editor" ${attrs({ url: 'https://orchard.substack.com/subscribe?', text: 'Subscribe', language: 'en' })} data-component-name="SubscribeWidgetToDOM"><div class="subscription-widget show-subscribe"><div class="preamble"><p class="cta-caption">Thanks for reading!</p></div><form class="subscription-widget-subscribe"><input type="email" class="email-input" placeholder="Type your email…"><input type="submit" class="button primary" value="Subscribe"></form></div></div><p class="button-wrapper" ${attrs({ url: 'https://orchard.substack.com/p/one?utm_source=substack&utm_medium=email&utm_content=share&action=share', text: 'Share', action: null, class: null })} data-component-name="ButtonCreateButton"><a class="button primary" href="https://orchard.substack.com/p/one?action=share"><span>Share</span></a></p><p class="button-wrapper" ${attrs({ url: 'https://shop.example/apples', text: 'Buy apples' })} data-component-name="ButtonCreateButton"><a class="button primary" href="https://shop.example/apples"><span>Buy apples</span></a></p><div class="poll-embed" ${attrs({ id: 12 })} data-component-name="PollToDOM"></div><div class="community-chat" ${attrs({ url: 'https://open.substack.com/pub/orchard/chat', subdomain: 'orchard' })} data-component-name="CommunityChatRenderPlaceholder"></div>`,
      'Before\n\n[Buy apples](https://shop.example/apples)',
      [
        'A form for subscribing was left out',
        'A button was left out: Share',
        'A button became a link',
        'A poll was left out',
        'An invitation to a chat was left out',
      ],
    ],
    [
      'files, sound, formulas and what nobody knows',
      `<div class="file-embed-wrapper" data-component-name="FileToDOM"><div class="file-embed-container-reader"><div class="file-embed-details"><div class="file-embed-details-h1">Three Poems</div><div class="file-embed-details-h2">31.9KB ∙ PDF file</div></div><a class="file-embed-button wide" href="https://orchard.substack.com/api/v1/file/2b.pdf"><span class="file-embed-button-text">Download</span></a></div></div><div class="native-audio-embed" data-component-name="AudioPlaceholder" ${attrs({ label: null, mediaUploadId: 'de58', duration: 7.1 })}></div><div class="latex-rendered" ${attrs({ persistentExpression: 'x^2', id: 'A' })} data-component-name="LatexBlockToDOM"></div><p>By <span class="mention-wrap" ${attrs({ name: 'Jane Miller', id: 1, type: 'user', url: null })} data-component-name="MentionToDOM"></span>.</p><div class="new-thing" ${attrs({ id: 1 })} data-component-name="NewThingToDOM"></div>`,
      '[Three Poems](https://orchard.substack.com/api/v1/file/2b.pdf)\n\n[Listen](https://api.substack.com/api/v1/video/upload/de58/src)\n\n```latex\nx^2\n```\n\nBy Jane Miller.',
      [
        'A file became a link to its old address',
        'Sound and film became a link to the old file',
        'A formula was taken as plain words',
        'A part of Substack has no equal: NewThingToDOM',
      ],
    ],
  ])('reads %s', async (_what, html, markdown, report) => {
    const found = await textOf(html);

    expect(found.content).toBe(markdown);
    expect([...new Set(found.report)]).toEqual(report);
  });

  it('finds pictures in its zip', async () => {
    const folder = folderOf({
      'posts.csv': `${HEADER}\n1.a,${AT},true,,,newsletter,everyone,A,,\n`,
      'posts/1.a.html': picture({}),
      'files/public/images/61ee8dd3-2385-44b4-833b-3b553309c068_2880x1620.jpeg': 'bytes',
    });
    const file = () => Promise.reject(new Error('It is a folder'));
    const files = { folder: async () => folder, file, members: null, redirects: null, pictures: null };
    const opened = await openFormat('substack', files, { siteUrl: null, now: NOW, watch: UNWATCHED });
    const [post] = ofKind(await allOf(opened.records()), 'post');

    expect(String(await opened.pictureFile(post?.pictures[0]?.path ?? ''))).toBe('bytes');
  });

  it('imports each text once, threads with empty files, and every list of people', async () => {
    const all = await read({
      'posts.csv': `${HEADER}\n1.a,${AT},true,,,thread,everyone,A,Which?,\n1.a,${AT},true,,,thread,everyone,Again,,\n2.b,${AT},true,,,newsletter,everyone,B,Below,\n`,
      'posts/1.a.html': '',
      'email_list.a.csv': 'email,plan\na@example.net,other\nb@example.net,other\n',
      'subscribers_2024.csv': 'Email,Type\nc@example.net,Free\n',
      'unsubscribes.a.csv': 'email,date\nb@example.net,2024-01-01\n',
    });

    expect(ofKind(all, 'post').map(({ title, status, content }) => [title, status, content])).toEqual([
      ['A', 'published', 'Which?'],
      ['B', 'draft', 'B'],
    ]);
    // The import keeps the first state of an address.
    expect(ofKind(all, 'subscriber').map(({ email, state }) => `${state} ${email}`)).toEqual(
      ['left b', 'subscribed c', 'subscribed a', 'subscribed b'].map((one) => `${one}@example.net`),
    );
    expect(linesOf(all)).toEqual([
      ['Again', 'posts.csv names it twice: the first row was taken'],
      ['B', 'Its text is not in the file: it is a draft now'],
      ['B', 'It had no text: its title stands there'],
      ['unsubscribes.a.csv', 'Its name says that these people get no mail: nobody was subscribed'],
    ]);
  });

  it('reports broken files and continues', async () => {
    const all = await read(
      {
        'export/posts.csv': `${HEADER}\n1.a,${AT},true,,,newsletter,everyone,A,,\n2.b,${AT},true,,,newsletter,everyone,B,,\n3.c,${AT},true,,,newsletter,everyone,C,,\n`,
        'export/posts/1.a.html': '<div class="tweet" data-attrs="{not json"></div><p>a</p>',
        'export/posts/2.b.html': 'x'.repeat(1_100_000),
        'export/posts/3.c.html': '<div class="pullquote">'.repeat(3_000),
        'export/email_list.one.csv': 'email,plan\na@example.net,free\n"open',
        'export/email_list.two.csv': 'email,plan\nb@example.net,free\n',
      },
      'https://orchard.example/',
    );

    expect(ofKind(all, 'site')[0]?.addresses).toEqual(['https://orchard.example', 'https://two.substack.com']);
    expect(
      ofKind(all, 'post')
        .filter(({ status }) => status === 'published')
        .map(({ title }) => title),
    ).toEqual(['A', 'B', 'C']);
    expect(ofKind(all, 'subscriber').map(({ email }) => email)).toContain('b@example.net');
    expect(linesOf(all)).toEqual(
      expect.arrayContaining([
        ['B', 'Its text has more than 1,000,000 characters: the rest was left out'],
        ['C', 'The text is nested too deeply: only its words were taken'],
        ['export/email_list.one.csv', expect.stringContaining('A quote is never closed')],
      ]),
    );
    await expect(read({ 'a.html': 'x' })).rejects.toThrow('This is no export of Substack: it has no posts.csv');
  });
});
