// @module-tag thorough
import { describe, expect, it } from 'vitest';
import { readMedium } from './medium.ts';
import { allOf, folderOf, ofKind, sourceOf } from './testing/sources.ts';

const NOW = new Date('2026-11-01T00:00:00Z');
const AT = '2023-12-06T23:53:42.727Z';

interface Story {
  readonly title?: string;
  readonly subtitle?: string;
  /** Absent for a draft. */
  readonly address?: string;
  readonly id?: string;
  readonly date?: string;
  readonly sections: readonly string[];
}

/** A page in Medium's format. The first section begins with the title. */
const page = ({ title = '', subtitle = '', address, id = '', date = AT, sections }: Story): string => {
  const inner = sections.map(
    (section, n) =>
      `<section name="eca${n}" class="section section--body"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner sectionLayout--insetColumn">${section}</div></div></section>`,
  );
  const foot =
    address === undefined
      ? '<p>By <a href="https://medium.com/@ada" class="p-author h-card">Ada L.</a></p>'
      : `<p>By <a href="https://medium.com/@ada" class="p-author h-card">Ada L.</a> on <a href="https://medium.com/p/${id}"><time class="dt-published" datetime="${date}">December 6, 2023</time></a>.</p><p><a href="${address}" class="p-canonical">Canonical link</a></p>`;
  return `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${title}</title><style>
      * { font-family: Georgia; }
    </style></head><body><article class="h-entry">
<header>
<h1 class="p-name">${title}</h1>
</header>
<section data-field="subtitle" class="p-summary">
${subtitle}
</section>
<section data-field="body" class="e-content">
${inner.join('')}
</section>
<footer>${foot}<p>Exported from <a href="https://medium.com">Medium</a> on July 8, 2025.</p></footer></article></body></html>`;
};

const head = (title: string) =>
  `<h3 name="42aa" id="42aa" class="graf graf--h3 graf--leading graf--title">${title}</h3>`;
const read = (files: Readonly<Record<string, string>>) =>
  allOf(readMedium({ folder: folderOf(files), siteUrl: null, now: NOW }));

/** The Markdown of a story with these sections. */
async function textOf(...sections: string[]) {
  const [first = '', ...others] = sections;
  const story = { title: 'One', id: '3924f1071d61', address: 'https://medium.com/@ada/one-3924f1071d61' };
  const all = await read({
    'posts/2023-12-06_One-3924f1071d61.html': page({ ...story, sections: [`${head('One')}${first}`, ...others] }),
    'posts/2023-12-07_Two-aaaa11112222.html': page({
      title: 'Two',
      id: 'aaaa11112222',
      address: 'https://blog.example/two-aaaa11112222',
      sections: [`${head('Two')}<p class="graf graf--p">Two</p>`],
    }),
  });
  return { content: ofKind(all, 'post')[0]?.content, report: ofKind(all, 'report').map(({ text }) => text) };
}

describe('an export of Medium', () => {
  it('becomes posts with dates, addresses and authors; drafts remain drafts, and replies are counted', async () => {
    const all = await read({
      'README.html': '<h1>Archive</h1>',
      'profile/profile.html': '<h1>Ada</h1>',
      'claps/claps-0001.html': '<ul></ul>',
      'posts/2023-12-06_File-Found-3924f1071d61.html': page({
        title: 'File &amp; found',
        subtitle: 'A subtitle',
        id: '3924f1071d61',
        address: 'https://medium.com/@ada/file-found-3924f1071d61',
        sections: [
          `${head('File &amp; found')}<h4 name="a" id="a" class="graf graf--h4 graf-after--h3 graf--subtitle">A subtitle</h4><p class="graf graf--p">Words.</p>`,
        ],
      }),
      'posts/2023-12-08_Thank-you--I-agree-with-9f0bbbbbbbbb.html': page({
        title: 'Thank you, I agree with',
        id: '9f0bbbbbbbbb',
        subtitle: 'Thank you, I agree with you.',
        address: 'https://medium.com/@ada/thank-you-i-agree-with-9f0bbbbbbbbb',
        sections: [
          '<p name="b" id="b" class="graf graf--p graf--leading graf--trailing">Thank you, I agree with you.</p>',
        ],
      }),
      'posts/2013-05-01_Old-6f0bbbbbbbbb.html': page({
        title: 'Old',
        id: '6f0bbbbbbbbb',
        date: '2013-05-01T00:00:00.000Z',
        address: 'https://medium.com/@ada/old-6f0bbbbbbbbb',
        sections: [
          '<figure class="graf--figure"><img src="https://a.example/1.png"></figure><h2 class="graf--h2">Old</h2><p class="graf--p">Words.</p>',
        ],
      }),
      'posts/2023-12-09_Undated-8f0bbbbbbbbb.html': page({
        title: 'Undated',
        id: '8f0bbbbbbbbb',
        date: 'yesterday',
        address: 'https://blog.example/undated-8f0bbbbbbbbb',
        sections: [`${head('Undated')}<p class="graf graf--p">Words.</p>`],
      }),
      'posts/Odd_7f0bbbbbbbbb.html': page({
        title: 'Odd',
        id: '7f0bbbbbbbbb',
        date: 'yesterday',
        address: 'https://blog.example/odd-7f0bbbbbbbbb',
        sections: [`${head('Odd')}<p class="graf graf--p">Words.</p>`],
      }),
      'posts/draft_Someday-1c27d3588953.html': page({
        title: 'Someday',
        sections: [`${head('Someday')}<p class="graf graf--p">Soon.</p>`],
      }),
      'posts/draft_-2c27d3588953.html': page({ sections: ['<p class="graf graf--p graf--empty"><br></p>'] }),
    });

    expect(ofKind(all, 'site')[0]?.addresses).toEqual(['https://medium.com/@ada']);
    expect(ofKind(all, 'author')).toMatchObject([{ key: '@ada', name: 'Ada L.' }]);
    const posts = Object.fromEntries(ofKind(all, 'post').map((post) => [post.title, post]));
    expect(Object.keys(posts).sort()).toEqual(['File & found', 'Odd', 'Old', 'Someday', 'Undated']);
    expect(posts['File & found']).toMatchObject({
      key: '3924f1071d61',
      slug: 'file-found',
      status: 'published',
      publishedAt: AT,
      excerpt: 'A subtitle',
      authors: ['@ada'],
      oldPaths: ['/@ada/file-found-3924f1071d61', '/p/3924f1071d61'],
      content: 'Words.',
    });
    expect(posts.Undated).toMatchObject({ status: 'published', publishedAt: '2023-12-09T00:00:00.000Z' });
    expect(posts.Odd).toMatchObject({ status: 'draft', oldPaths: ['/odd-7f0bbbbbbbbb', '/p/7f0bbbbbbbbb'] });
    expect(posts.Someday).toMatchObject({ status: 'draft', slug: 'someday', content: 'Soon.' });
    expect(ofKind(all, 'report').map(({ text }) => text)).toEqual([
      'Its date cannot be read: it is a draft now',
      '1 replies to stories of other people were left out',
      '1 empty drafts were left out',
    ]);
  });

  it('keeps complete titles and subtitles, and duplicates no words; stories without a title are not replies', async () => {
    const story = (name: string, title: string, subtitle: string, ...sections: string[]) => ({
      [`posts/2023-12-06_${name}-${name}.html`]: page({
        title,
        subtitle,
        id: name,
        address: `https://medium.com/@ada/${name}`,
        sections,
      }),
    });
    const words = '<p class="graf graf--p">Words of it.</p>';
    const sub = (text: string) => `<h4 class="graf graf--h4 graf--subtitle">${text}</h4>`;
    const all = await read({
      ...story(
        'aaaaaaaaaaa1',
        'A long title…',
        'A long subtitle…',
        head('A long title, whole') + sub('A long subtitle, whole') + words,
      ),
      ...story('aaaaaaaaaaa2', 'Named', 'Words of…', `${head('Other')}${words}`),
      ...story('aaaaaaaaaaa3', 'Bold', '', `<p class="graf graf--p"><strong>Bold</strong></p>${words}`),
      ...story(
        'aaaaaaaaaaa4',
        'Words',
        '',
        `<figure class="graf graf--figure"><img src="https://a.example/1.png"></figure>${words}`,
      ),
      ...story('aaaaaaaaaaa5', 'Words', '', `${words}<h3 class="graf graf--h3">Part</h3>`),
      ...story('aaaaaaaaaaa6', 'Words', '', '<p class="graf--p">Words of it.</p>'),
      ...story(
        'aaaaaaaaaaa7',
        'Cover',
        '',
        `<div class="section-background"><div class="section-backgroundImage" style="background-image: url(https://a.example/2.png);"></div></div>${head('Cover')}`,
      ),
    });

    expect(ofKind(all, 'post').map(({ title, excerpt, content }) => [title, excerpt, content])).toEqual([
      ['A long title, whole', 'A long subtitle, whole', 'Words of it.'],
      ['Named', null, '## Other\n\nWords of it.'],
      ['Bold', null, '**Bold**\n\nWords of it.'],
      ['Words', null, '![](https://a.example/1.png)\n\nWords of it.'],
      ['Words', null, 'Words of it.\n\n## Part'],
      ['Cover', null, '![](https://a.example/2.png)'],
    ]);
    expect(ofKind(all, 'report').map(({ text }) => text)).toEqual([
      '1 replies to stories of other people were left out',
    ]);
  });

  it.each([
    [
      'headings, sections and quotes',
      [
        '<p class="graf graf--p">One</p><h3 class="graf graf--h3">Part</h3><h4 class="graf graf--h4">Sub</h4>',
        '<blockquote class="graf graf--blockquote">Quote</blockquote><blockquote class="graf graf--pullquote">Pulled</blockquote><ul class="postList"><li class="graf graf--li">a</li></ul>',
      ],
      'One\n\n## Part\n\n### Sub\n\n***\n\n> Quote\n\n> Pulled\n\n- a',
      [],
    ],
    [
      'code',
      [
        '<pre name="c" id="c" class="graf graf--pre">if a:<br>    b</pre><pre data-code-block-mode="2" spellcheck="false" data-code-block-lang="python" class="graf graf--pre graf--preV2"><span class="pre--content"><span class="hljs-keyword">def</span> f():<br>    <span class="hljs-keyword">pass</span></span></pre><p class="graf graf--p">Call <code class="markup--code markup--p-code">f()</code></p>',
      ],
      '```\nif a:\n    b\n```\n\n```python\ndef f():\n    pass\n```\n\nCall `f()`',
      [],
    ],
    [
      'pictures',
      [
        '<figure class="graf graf--figure graf--layoutOutsetCenter"><img class="graf-image" data-image-id="1*fX.png" data-width="980" data-height="537" data-is-featured="true" alt="A file" src="https://cdn-images-1.medium.com/max/1200/1*fX.png"><figcaption class="imageCaption">Found by <a href="https://a.example/" class="markup--anchor markup--figure-anchor">me</a></figcaption></figure>',
      ],
      '![A file](https://cdn-images-1.medium.com/max/1200/1%2AfX.png#width=wide "Found by me")',
      ['A caption cannot hold its link'],
    ],
    [
      'cards and links',
      [
        '<div class="graf graf--mixtapeEmbed"><a href="https://b.example/">b.example<br>Plain</a></div><div class="graf graf--mixtapeEmbed graf-after--p"><a href="https://a.example/page" data-href="https://a.example/page" class="markup--anchor markup--mixtapeEmbed-anchor" title="https://a.example/page"><strong class="markup--strong markup--mixtapeEmbed-strong">A title</strong><br><em class="markup--em markup--mixtapeEmbed-em">About it…</em>a.example</a><a href="https://a.example/page" class="js-mixtapeImage mixtapeImage u-ignoreBlock" data-media-id="x"></a></div><p class="graf graf--p"><a href="https://medium.com/@ada/two-aaaa11112222?source=friends_link#part" class="markup--anchor">own</a> <a href="https://medium.com/p/aaaa11112222" class="markup--anchor">short</a> <a href="https://medium.com/@eve/other-bbbb11112222" class="markup--anchor">other</a> <a href="https://medium.com/r/?url=https%3A%2F%2Fb.example%2Fx" class="markup--anchor">counted</a></p>',
      ],
      '> [**b.example Plain**](https://b.example/)\n\n> [**A title**](https://a.example/page)\n>\n> About it…\n\n[own](/two-aaaa11112222#part) [short](/two-aaaa11112222) [other](https://medium.com/@eve/other-bbbb11112222) [counted](https://b.example/x)',
      [],
    ],
    [
      'frames and scripts',
      [
        '<figure class="graf graf--figure graf--iframe"><iframe src="https://www.youtube.com/embed/abcdefghijk?feature=oembed" width="700" height="393" frameborder="0" scrolling="no"></iframe></figure><figure class="graf graf--figure graf--iframe"><iframe src="https://cdn.embedly.com/widgets/media.html?src=https%3A%2F%2Fplayer.vimeo.com%2Fvideo%2F123456789&amp;url=https%3A%2F%2Fvimeo.com%2F123456789&amp;key=a19" width="1"></iframe></figure><figure class="graf graf--figure graf--iframe"><script src="https://gist.github.com/ada/8f7a3b0c.js"></script></figure><figure class="graf graf--figure graf--iframe"><script src="https://gist.github.com/9f7a3b0c.js"></script></figure><figure class="graf graf--figure graf--iframe"><blockquote class="twitter-tweet" data-conversation="none"><a href="https://twitter.com/ada/status/12"></a></blockquote><script async src="//platform.twitter.com/widgets.js" charset="utf-8"></script></figure>',
      ],
      'https://www.youtube.com/watch?v=abcdefghijk\n\nhttps://vimeo.com/123456789\n\nhttps://gist.github.com/ada/8f7a3b0c\n\nhttps://gist.github.com/9f7a3b0c\n\nhttps://twitter.com/ada/status/12',
      [],
    ],
  ])('reads %s', async (_what, sections, markdown, report) => {
    expect(await textOf(...sections)).toEqual({ content: markdown, report });
  });

  it('reports broken files and continues', async () => {
    const [first, other] = ['a', 'b'].map((name) =>
      page({
        title: name,
        id: `${name}924f1071d61`,
        address: `https://medium.com/@ada/${name}-${name}924f1071d61`,
        sections: [`${head(name)}<p class="graf graf--p">${name === 'a' ? 'x'.repeat(1_100_000) : 'Words'}</p>`],
      }),
    );
    const folder = folderOf({
      'posts/2023-12-06_a-a924f1071d61.html': first ?? '',
      'posts/2023-12-06_b-b924f1071d61.html': other ?? '',
      'posts/c.html': '',
    });
    const broken = {
      ...folder,
      open: (path: string) =>
        path === 'posts/c.html' ? sourceOf(Uint8Array.of(60, 255, 254)).open() : folder.open(path),
    };
    const all = await allOf(readMedium({ folder: broken, now: NOW }));

    expect(ofKind(all, 'post').map(({ title }) => title)).toEqual(['a', 'a (2)', 'a (3)', 'a (4)', 'a (5)', 'b']);
    expect(ofKind(all, 'report').map(({ text }) => text)).toEqual([
      'A story was left out: posts/c.html: The file is not written in UTF-8',
      'Its text has more than 1,000,000 characters: the rest was left out',
      'The text is longer than 200000 characters: it goes on in 4 drafts',
    ]);
    await expect(read({ 'a.html': 'x' })).rejects.toThrow('This is no export of Medium');
  });
});
