// @module-tag thorough
import { describe, expect, it } from 'vitest';
import { readMarkdownFolder } from './markdown-folder.ts';
import { siteFolder } from './site-folder.ts';
import { allOf, folderOf, ofKind } from './testing/sources.ts';

const NOW = new Date('2024-06-01T00:00:00Z');
const read = (files: Readonly<Record<string, string>>, siteUrl: string | null = null) =>
  allOf(readMarkdownFolder({ folder: folderOf(files), siteUrl, now: NOW }));

describe('a folder of Markdown', () => {
  it('can consist of posts, apart from texts that name themselves pages', async () => {
    const files = {
      'tea.md': 'Tea',
      'about.md': '---\ntype: page\n---\nUs',
      'pages/cups.md': 'Cups',
      'a/_index.md': 'List',
    };
    const input = { folder: folderOf(files), now: NOW };
    const kinds = async (more: object) =>
      (await allOf(readMarkdownFolder({ ...input, ...more }))).flatMap((one) =>
        one.kind === 'post' || one.kind === 'page' ? `${one.kind} ${one.key}` : [],
      );

    expect(await kinds({ isOfPosts: true })).toEqual([
      'page a/_index.md',
      'page about.md',
      'post pages/cups.md',
      'post tea.md',
    ]);
    expect(await kinds({})).not.toContain('post tea.md');
  });

  it('can be a Hugo site: TOML, YAML and JSON, bundles, sections, aliases, pictures and links', async () => {
    const all = await read({
      'config.toml': 'title = "x"',
      'content/_index.md': '---\ntitle: Home\n---\nHello',
      'content/about.md': '+++\ntitle = "About"\n+++\nAbout us, see [one](/posts/one/).',
      'content/posts/_index.md': '---\ntitle: Posts\n---\n',
      'content/posts/one/index.md':
        '---\ntitle: "One"\ndate: 2024-05-01T12:00:00+02:00\nlastmod: 2024-05-02\ntags: [Sea, "#hidden"]\ncategories:\n  - News\n  - Local\naliases: ["/old/one/", other]\nimage: cover.jpg\nseries: [Tides]\nsummary: Short\nauthor: Ada L.\n---\n' +
        '![Boat](boat.png "A boat") ![Logo](/img/logo.png) [two](../two.md#part) {{< ref "two.md" >}}\n\n![Gone](gone.png)\n',
      'content/posts/one/cover.jpg': 'x',
      'content/posts/one/boat.png': 'x',
      'static/img/logo.png': 'x',
      'content/posts/two.md': '+++\ntitle = "Two"\ndate = 2024-05-03T10:00:00Z\ndraft = true\nslug = "zwei"\n+++\nText',
      'content/posts/three.de.md': '{\n  "title": "Drei",\n  "date": "2024-07-01"\n}\nText',
      'themes/x/README.md': '# Theme',
    });

    expect(ofKind(all, 'page')).toMatchObject([
      {
        key: 'content/about.md',
        slug: 'about',
        title: 'About',
        content: 'About us, see [one](/posts/one).',
        status: 'published',
        oldPaths: ['/about'],
      },
    ]);
    expect(ofKind(all, 'post')).toMatchObject([
      {
        title: 'One',
        slug: 'one',
        status: 'published',
        publishedAt: '2024-05-01T10:00:00.000Z',
        updatedAt: '2024-05-02T00:00:00.000Z',
        excerpt: 'Short',
        category: 'news',
        tags: ['sea', 'hidden', 'local'],
        series: 'tides',
        authors: ['ada-l'],
        oldPaths: ['/posts/one', '/old/one', '/posts/other'],
        content:
          '![Boat](/content/posts/one/boat.png "A boat") ![Logo](/static/img/logo.png) [two](/posts/zwei#part) /posts/zwei\n\n![Gone](/posts/one/gone.png)',
        cover: { path: 'content/posts/one/cover.jpg', url: null },
      },
      { title: 'Drei', language: 'de', status: 'scheduled', publishAt: '2024-07-01T00:00:00.000Z' },
      {
        title: 'Two',
        slug: 'zwei',
        status: 'draft',
        publishedAt: '2024-05-03T10:00:00.000Z',
        oldPaths: ['/posts/zwei'],
      },
    ]);
    expect(ofKind(all, 'post')[0]?.pictures.map(({ path }) => path)).toEqual([
      'content/posts/one/boat.png',
      'static/img/logo.png',
      'posts/one/gone.png',
    ]);
    expect(ofKind(all, 'tag').map(({ name }) => name)).toEqual(['Sea', '#hidden', 'Local']);
    expect(ofKind(all, 'report')).toMatchObject([{ reason: 'left-out', about: 'content/_index.md' }]);
  });

  it('can be a Jekyll site: dates and categories in addresses, Liquid, space-separated lists', async () => {
    const all = await read({
      '_posts/2019-3-7-pruning.md':
        '---\ntitle: Pruning\ntags: apple pear\n---\nSee [plain]({% post_url 2019-05-06-plain %}).\n',
      '_posts/2019-05-06-plain.md':
        '---\ntitle: Plain\ncategories: garden\n---\n{% highlight ruby %}\nputs "{{ x }}"\n{% endhighlight %}\n\n' +
        '[all]({{ site.baseurl }}/all){:target="_blank"} {% raw %}{{ y }}{% endraw %}{% comment %}no{% endcomment %}\n\n' +
        '```liquid\n{% raw %}{{ z }}{% endraw %}\n```\n\n1. a\n\n   {% highlight js %}\n   b\n   {% endhighlight %}\n',
      '_drafts/soon.md': '---\ntitle: Soon\n---\nText',
      '_posts/2019-13-45-never.md': '---\ntitle: Never\n---\nText',
      '_posts/2020-02-30-nor-ever.md': '---\ntitle: Nor ever\n---\nText',
      '_posts/2019-05-07-odd.md': '---\ntitle: Odd\n---\n{% include figure.html id="1" %} {{ page.odd }}',
      'about.md': '---\ntitle: About\n---\nAbout',
      '_includes/part.md': 'Part',
    });
    const posts = Object.fromEntries(ofKind(all, 'post').map((post) => [post.title, post]));

    expect(posts.Pruning).toMatchObject({
      slug: 'pruning',
      status: 'published',
      publishedAt: '2019-03-07T00:00:00.000Z',
      tags: ['apple', 'pear'],
      oldPaths: ['/2019/03/07/pruning.html'],
      content: 'See [plain](/garden/2019/05/06/plain.html).',
    });
    expect(posts.Plain).toMatchObject({
      status: 'published',
      category: 'garden',
      oldPaths: ['/garden/2019/05/06/plain.html', '/2019/05/06/plain.html'],
      content:
        '```ruby\nputs "{{ x }}"\n```\n\n[all](/all) {{ y }}\n\n```liquid\n{{ z }}\n```\n\n1. a\n\n   ```js\n   b\n   ```',
    });
    expect([posts.Never, posts['Nor ever'], posts.Odd].map((post) => post?.status)).toEqual(Array(3).fill('draft'));
    expect(ofKind(all, 'page')).toMatchObject([{ title: 'About', oldPaths: ['/about.html'] }]);
    expect(ofKind(all, 'report').map(({ about, text }) => [about, text])).toEqual([
      ['Odd', 'Not understood: Liquid: {% include figure.html id="1" %}, Liquid: {{ page.odd }}: it is a draft now'],
      ['Never', 'Its date cannot be read (2019-13-45): it is a draft now'],
      ['Nor ever', 'Its date cannot be read (2020-02-30): it is a draft now'],
    ]);
  });

  it('supports HTML posts of Jekyll, gists, and Markdown in elements, and reports other notations', async () => {
    const all = await read({
      '_posts/2012-1-1-hello.html':
        '---\ntitle: Hello\n---\n    <p>Some <b>_words_</b></p>\n{% highlight js %}a < "{{ b }}"{% endhighlight %}\n<a href="{% post_url 2012-02-02-more %}">more</a>',
      '_posts/2012-02-02-more.md':
        '---\ntitle: More\n---\n{% gist ada/12 %}\n\n<div markdown="1">\n**Bold**\n</div>\n\n[back]({% link _posts/2012-1-1-hello.html %})',
      '_posts/2012-03-03-wiki.textile': 'h1. Wiki',
      'content/old.html': '---\ntitle: Of Hugo\n---\n<p>Words</p>',
      'index.html': '---\n---\n<p>Layout</p>',
    });

    expect(ofKind(all, 'post').map(({ title, status, content }) => [title, status, content])).toEqual([
      [...['More', 'published'], 'https://gist.github.com/ada/12\n\n**Bold**\n\n[back](/2012/01/01/hello.html)'],
      [...['Hello', 'published'], 'Some **\\_words\\_**\n\n```js\na < "{{ b }}"\n```\n\n[more](/2012/02/02/more.html)'],
    ]);
    expect(ofKind(all, 'report').map(({ about, text }) => [about, text])).toEqual([
      ['_posts/2012-03-03-wiki.textile', 'A text in another notation than Markdown was left out'],
      ['content/old.html', 'A text in another notation than Markdown was left out'],
    ]);
  });

  it("has the addresses from Jekyll's configuration", async () => {
    const all = await read({
      '_config.yml':
        'title: Old\nurl: https://old.example.io\nbaseurl: /blog\npermalink: /:year/:title/\ncollections:\n  recipes:\n    output: true\n  hidden: {}\n' +
        'defaults:\n  - scope: { path: "", type: posts }\n    values: { author: Ada }\n',
      '_posts/2019-05-06-plain.md':
        '---\ntitle: Plain\nredirect_from: [/a/, b]\ndate: 7 March 2020\n---\n{{ page.title }} of {{ site.title }}',
      'notes/_posts/2019-05-06-own.md': '---\ntitle: Own\npermalink: /own.html\ndate: someday\n---\nText',
      '_recipes/soup.md': '---\ntitle: Soup\n---\nText',
      '_hidden/x.md': '---\ntitle: X\n---\nText',
      'guide/about.md': '---\ntitle: About\n---\nAbout',
    });

    expect(ofKind(all, 'site')[0]?.addresses).toEqual(['https://old.example.io/blog']);
    const texts = [...ofKind(all, 'post'), ...ofKind(all, 'page')];
    expect(texts.map(({ title, status, oldPaths, publishedAt }) => [title, status, oldPaths[0], publishedAt])).toEqual([
      ['X', 'draft', '/blog/hidden/x', null],
      ['Plain', 'published', '/blog/2020/plain', '2020-03-07T00:00:00.000Z'],
      ['Soup', 'published', '/blog/recipes/soup', null],
      ['Own', 'published', '/blog/own.html', '2019-05-06T00:00:00.000Z'],
      ['About', 'published', '/blog/guide/about', null],
    ]);
    expect(ofKind(all, 'post')[1]).toMatchObject({
      authors: ['ada'],
      content: 'Plain of Old',
      oldPaths: ['/blog/2020/plain', '/blog/a', '/blog/b'],
    });
    expect(ofKind(all, 'setting')).toMatchObject([{ key: 'name', value: 'Old' }]);
  });

  it('is found below the root of a repository', async () => {
    const files = { 'site/_config.yml': 'title: T', 'site/_posts/2019-01-01-a.md': 'Text', 'README.md': 'Code' };
    const all = await allOf(readMarkdownFolder({ folder: await siteFolder(folderOf(files)), now: NOW }));

    expect(ofKind(all, 'post').map(({ oldPaths }) => oldPaths)).toEqual([['/2019/01/01/a.html']]);
  });

  it('can be an Astro site: collections, MDX, pictures next to the sources', async () => {
    const all = await read({
      'src/content/docs/guides/start.mdx':
        "---\ntitle: Start\ndescription: How to\npubDate: May 04 2024\nheroImage: '../../../assets/hero.png'\n---\nimport { Card } from 'x';\nexport const a = 1;\n\n<Card title=\"T\">\n\nInner **bold**\n\n</Card>\n\n:::tip[Mind]\nThis\n:::\n\n![H](~/assets/hero.png)\n\n```js\nimport x from 'y';\n:::note\n{{< tag >}}\n```\n",
      'src/assets/hero.png': 'x',
      'README.md': '# Repository',
    });
    const [post] = ofKind(all, 'post');

    expect(post).toMatchObject({
      title: 'Start',
      excerpt: 'How to',
      status: 'published',
      publishedAt: expect.stringMatching(/^2024-05-0[34]/),
      oldPaths: ['/docs/guides/start'],
      cover: { path: 'src/assets/hero.png' },
    });
    expect(post?.content).toBe(
      "**T**\n\nInner **bold**\n\n> **Mind**\n>\n> This\n\n![H](/src/assets/hero.png)\n\n```js\nimport x from 'y';\n:::note\n{{< tag >}}\n```",
    );
    expect(ofKind(all, 'report').map(({ reason }) => reason)).toEqual(['code-left-out']);
  });

  it('can be in our own format', async () => {
    const all = await read({
      'posts/a.md':
        '---\ntitle: "A"\nslug: "a"\nstatus: "published"\ndate: "2024-05-01T10:00:00.000Z"\ncreated: "2024-04-01T10:00:00.000Z"\nfeatured: true\ncoverDescription: "Alt"\ncover: "../pictures/c.webp"\nsearchTitle: "S"\ncanonicalUrl: "https://x.example/a"\nmath: true\nhiddenFromSearch: true\n---\n\nText\n',
      'posts/b.md': '---\ntitle: "B"\nstatus: "scheduled"\nscheduled: "2024-09-01T10:00:00.000Z"\n---\n\nText\n',
      'posts/c.md': '---\ntitle: "C"\nstatus: "trash"\n---\n\nText\n',
      'posts/d.md': '---\ntitle: "D"\nstatus: "draft"\n---\n\nText\n',
      'pages/about.md':
        '---\ntitle: "About"\nslug: "about"\nstatus: "published"\ndate: "2024-05-01T10:00:00.000Z"\n---\n\nText\n',
      'pictures/c.webp': 'x',
    });

    expect(ofKind(all, 'post')).toMatchObject([
      {
        title: 'A',
        content: 'Text',
        status: 'published',
        isFeatured: true,
        math: true,
        isHiddenFromSearch: true,
        searchTitle: 'S',
        canonicalUrl: 'https://x.example/a',
        cover: { path: 'pictures/c.webp', description: 'Alt' },
        createdAt: '2024-04-01T10:00:00.000Z',
      },
      { title: 'B', status: 'scheduled', publishAt: '2024-09-01T10:00:00.000Z' },
      { title: 'C', status: 'trash' },
      { title: 'D', status: 'draft' },
    ]);
    expect(ofKind(all, 'page')).toMatchObject([{ slug: 'about' }]);
  });

  it('does not publish texts that were not public, and reports them', async () => {
    const all = await read({
      'content/posts/a.md': '---\ntitle: A\nprivate: true\n---\nx',
      'content/posts/b.md': '---\ntitle: B\nexpiryDate: 2024-01-01\n---\nx',
      'content/posts/c.md': '---\ntitle: C\nheadless: true\n---\nx',
      'content/posts/d.md': '---\ntitle: D\npassword: secret\n---\nx',
    });

    expect(ofKind(all, 'post').map(({ status }) => status)).toEqual(['draft', 'draft', 'draft', 'draft']);
    expect(ofKind(all, 'report').map(({ reason, about }) => [reason, about])).toEqual([
      ['not-public', 'A'],
      ['not-public', 'B'],
      ['not-public', 'C'],
      ['not-public', 'D'],
    ]);
  });

  it('makes drafts of texts with unsupported content, and reports it', async () => {
    const all = await read({
      'posts/a.md': '---\ntitle: A\ndate: 31.12.2019 at noon\n---\nx',
      'posts/b.md': '---\ntitle: B\n---\nBefore {{< chart "Tides of May" >}}{{< /chart >}}\n\nTerm\n: meaning\n',
      'posts/c.md': '---\ntitle: C\npublished: true\n---\nNo: just words, `{{< chart >}}`',
      'posts/d.md': '---\ntitle: D\n---\n{{< constructor a >}}d',
    });

    expect(ofKind(all, 'post').map(({ title, status, content }) => [title, status, content])).toEqual([
      ['A', 'draft', 'x'],
      ['B', 'draft', 'Before Tides of May\n\nTerm\n: meaning'],
      ['C', 'published', 'No: just words, `{{< chart >}}`'],
      ['D', 'draft', 'd'],
    ]);
    expect(ofKind(all, 'report').map(({ reason, text }) => [reason, text])).toEqual([
      ['not-public', 'Its date cannot be read (31.12.2019 at noon): it is a draft now'],
      ['not-public', 'Not understood: a list of definitions, chart: it is a draft now'],
      ['not-public', 'Not understood: constructor: it is a draft now'],
    ]);
  });

  it.each([
    ['{{< youtube abcdefghijk >}}', 'https://www.youtube.com/watch?v=abcdefghijk'],
    [
      '{{< figure src="boat.png" alt="A boat" caption="On *[sea](https://sea.example)*" >}}',
      '![A boat](/posts/boat.png "On *sea*")',
    ],
    ['{{< highlight go "linenos=table" >}}\nfunc {{ x }}\n{{< /highlight >}}', '````go\nfunc {{ x }}\n````'],
    ['{{% notice tip %}}Mind **this**{{% /notice %}}', '> **Tip**\n>\n> Mind **this**'],
    ['Text <b>bold</b> <script>x()</script>', 'Text **bold**'],
    ['[bad](javascript:alert(1)) <a href="javascript:x">b</a>', 'bad b'],
    ['## Head {#custom}\n\nText[^1]\n\n[^1]: Note', '## Head\n\nText[^1]\n\n[^1]: Note'],
    ['`{{< x >}}` and {{</* y */>}}\n\n<div>\n\n**in**\n\n</div>', '`{{< x >}}` and {{< y >}}\n\n**in**'],
  ])('reads the text %s', async (source, markdown) => {
    const all = await read({ 'posts/a.md': `---\ntitle: A\n---\n${source}\n`, 'posts/boat.png': 'x' });

    expect(ofKind(all, 'post')[0]?.content).toBe(markdown);
  });

  it('is refused with file and line if front matter is invalid', async () => {
    await expect(read({ 'a.md': '---\ntitle: [\n---\nx' })).rejects.toThrow(
      /^a\.md, line \d: The front matter cannot be read$/,
    );
    await expect(read({ 'a.md': '+++\ntitle = \n+++\nx' })).rejects.toThrow(
      /^a\.md, line \d: The front matter cannot be read$/,
    );
    await expect(
      read({ 'a.md': `---\na: &a [x]\nb: &b [${'*a,'.repeat(9)}*a]\nc: [${'*b,'.repeat(30)}*b]\n---\nx` }),
    ).rejects.toThrow('a.md');
    await expect(read({ 'a.txt': 'x' })).rejects.toThrow('There is no Markdown in this folder');
  });

  it.each([
    ['is longer than anybody writes', `title: ${'a'.repeat(300_000)}`, 'The front matter has more than 256 kB'],
    ['has more keys than anybody writes', 'k: v\n'.repeat(100_000), 'The front matter has more than 256 kB'],
    ['is nested too deep', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'The front matter cannot be read'],
    [
      'grows when it is read',
      `${Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${n === 0 ? 1 : `*a${n - 1}, *a${n - 1}`}]`).join('\n')}`,
      'The front matter cannot be read',
    ],
  ])('is refused if front matter %s', async (_, fields, reason) => {
    await expect(read({ 'a.md': `---\n${fields}\n---\nx` })).rejects.toThrow(reason);
  });

  it('treats names such as constructor as ordinary fields', async () => {
    const all = await read({
      'hugo.json': '{"__proto__":{"draft":true},"languages":{"__proto__":{"contentDir":"x"}}}',
      'content/posts/a.md':
        '---\n__proto__: {title: No, draft: true}\ntoString: x\ntitle: Yes\nauthor: __proto__\ntags: [constructor, toString]\n---\n[x](/__proto__)',
    });

    expect(ofKind(all, 'post')).toMatchObject([
      { title: 'Yes', status: 'published', tags: ['constructor', 'tostring'] },
    ]);
    expect(({} as { draft?: unknown }).draft).toBeUndefined();
  });

  it.each([
    [
      'a pattern of a section',
      { 'content/_index.md': `---\ncascade:\n  target: {path: "${'**a'.repeat(60)}b"}\n  draft: true\n---\n` },
    ],
    [
      'shortcodes that nothing ends',
      { 'content/_index.md': '', 'content/b/b.md': '{{< tabpane >}}{{< tab >}}'.repeat(5_000) },
    ],
    ['components that nothing ends', { 'content/_index.md': '', 'content/b/b.mdx': '<A b={{'.repeat(5_000) }],
    ['imports that nothing ends', { 'content/_index.md': '', 'content/b/b.mdx': 'import {\n'.repeat(30_000) }],
    ['a configuration of one name', { 'astro.config.mjs': 'site: '.repeat(50_000), 'src/content/b.md': 'x' }],
    ['Liquid that nothing ends', { '_posts/2019-05-06-x.md': '{% raw %}{% highlight x %}{{ '.repeat(30_000) }],
  ])('is fast for %s', async (_, files) => {
    const all = await read({ ...files, [`content/${'a'.repeat(200)}/a.md`]: 'Text' });

    expect(ofKind(all, 'site')).toHaveLength(1);
  });

  it('does not publish texts that Hugo hides: by release dates, in bundles, and by the fields of their section', async () => {
    const all = await read({
      'hugo.toml': 'title = "x"',
      'content/posts/later.md': '+++\ntitle = "Later"\ndate = 2024-01-01\npublishDate = 2099-01-01\n+++\nText',
      'content/posts/one/index.md':
        '{"title":"One","date":"2024-01-01","cover":{"image":"a.png"}}\n\nText\n\n```\nx\n}\n```\n',
      'content/posts/one/a.png': 'x',
      'content/posts/one/notes.md': 'Only for me',
      'content/inside/_index.md': '---\ncascade:\n  draft: true\n---\n',
      'content/inside/two.md': '---\ntitle: Two\n---\nText',
    });

    expect(ofKind(all, 'post')).toMatchObject([
      { key: 'content/inside/two.md', status: 'draft' },
      { key: 'content/posts/later.md', status: 'scheduled', publishAt: '2099-01-01T00:00:00.000Z' },
      { title: 'One', status: 'published', cover: { path: 'content/posts/one/a.png' } },
      { key: 'content/posts/one/notes.md', status: 'draft' },
    ]);
    expect(ofKind(all, 'report')).toMatchObject([{ reason: 'not-public' }]);
  });

  it("imports the words and pictures of MDX, but no code, at Starlight's addresses", async () => {
    const all = await read({
      'package.json': '{"dependencies":{"@astrojs/starlight":"1"}}',
      'src/content/docs/guides/one.mdx': [
        '---\ntitle: One\n---',
        "import hero from '../../../assets/h.png';\nimport {\n  Tabs,\n  TabItem,\n} from '@astrojs/starlight/components';\n",
        'export const words = {\n  a: 1,\n\n  b: 2,\n};\n',
        '<Image src={hero} alt="A hero" width={300} />\n',
        '<Tabs>\n  <TabItem label="First">\n    Inside **bold**\n\n    ```js\n    if (a) {\n      b();\n    }\n    ```\n  </TabItem>\n</Tabs>\n',
        '`<Tabs>` and <Badge text="new" /> [two](/guides/two/)',
      ].join('\n'),
      'src/content/docs/guides/two.mdx': '---\ntitle: Two\n---\nText',
      'src/assets/h.png': 'x',
    });

    const [one] = ofKind(all, 'post');
    expect(one?.content).toBe(
      '![A hero](/src/assets/h.png)\n\n**First**\n\nInside **bold**\n\n```js\nif (a) {\n  b();\n}\n```\n\n`<Tabs>` and **new** [two](/guides/two)',
    );
    expect(one).toMatchObject({ oldPaths: ['/guides/one'], pictures: [{ path: 'src/assets/h.png' }] });
    expect(ofKind(all, 'report').map(({ reason }) => reason)).toContain('code-left-out');
  });
});
