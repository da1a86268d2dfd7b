// @module-tag thorough
import { describe, expect, it } from 'vitest';
import { readMarkdownFolder } from './markdown-folder.ts';
import { allOf, folderOf, ofKind } from './testing/sources.ts';

const NOW = new Date('2024-09-01T00:00:00Z');
const read = (files: Readonly<Record<string, string>>) =>
  allOf(readMarkdownFolder({ folder: folderOf(files), now: NOW }));

const HUGO = {
  'hugo.toml': `
baseURL = "https://docs.harbour.example/manual/"
title = "Harbour"
[permalinks]
  blog = "/:year/:month/:slug/"
[permalinks.page]
  docs = "/handbook/:sections[1:]/:slug"
[permalinks.term]
  tags = "/topics/:slug/"
[languages.en]
  contentDir = "content/en"
[languages.de]
  contentDir = "content/de"
[[menus.main]]
  name = "Blog"
  url = "/blog/"
  weight = 20
[[menus.main]]
  name = "Docs"
  pageRef = "/docs"
  weight = 10
[params]
  version = "2.1"
`,
  'content/en/_index.md': '---\ntitle: Harbour\n---\n{{< cover >}}Welcome{{< /cover >}}',
  'content/en/docs/_index.md':
    '---\ntitle: Docs\ncascade:\n  - _target: {path: "/docs/guides/internal*"}\n    draft: true\n  - target: {kind: page, path: "/docs/{guides,reference}/**"}\n    author: Grace Hopper\n---\nBegin with [the guides](guides/install/).',
  'content/en/docs/guides/_index.md': '---\ntitle: Guides\nweight: 1\n---\n',
  'content/en/docs/guides/install/index.md':
    '---\ntitle: Installing\nslug: setup\nweight: 1\ndate: 2024-03-02\ntags: [Linux]\naliases: [/start, older]\n---\nVersion {{< param version >}}, see {{< relref "first-steps.md#more" >}}.\n\n## On Linux {#linux}\n\n[Below](#linux)\n',
  'content/en/docs/guides/install/featured.png': 'x',
  'content/en/docs/guides/first-steps.md':
    '+++\ntitle = "First steps & more"\nweight = 2\n[params]\nauthor = "Ada"\n+++\n[back](../install/) [linux](/docs/guides/install#linux) [file](plan.pdf)\n\n## Even more {#more}\n',
  'content/en/docs/guides/plan.pdf': 'x',
  'content/en/docs/guides/internal-notes.md': '---\ntitle: Internal\n---\nNot for the public',
  'content/en/blog/_index.md': '---\ntitle: Blog\n---\n',
  'content/en/blog/2024-05-01-out.md':
    '---\ntitle: "It\'s out"\ndate: 2024-05-01\nauthors: [grace]\n---\nRead [this](https://docs.harbour.example/manual/handbook/guides/setup/)',
  'content/en/authors/grace/_index.md': '---\ntitle: Grace Hopper\nemail: grace@example.com\n---\nAdmiral.',
  'content/en/search.md': '---\ntitle: Search\nlayout: search\n---\n',
  'content/de/docs/start.md': '---\ntitle: Anfang\n---\n[Zurück]({{< relref path="/docs/guides/install" lang="en" >}})',
  'static/_redirects': '# Of the host\n/gone /handbook/guides/setup 301\n/api/* https://api.example/:splat 200\n',
} as const;

describe('a documentation site of Hugo', () => {
  it('takes addresses, languages and people from the configuration and the sections, without an order', async () => {
    const all = await read(HUGO);

    expect(
      ofKind(all, 'post').map(({ title, status, oldPaths, language }) => [title, status, oldPaths, language]),
    ).toEqual([
      ['Anfang', 'published', ['/manual/de/handbook/anfang'], 'de'],
      ["It's out", 'published', ['/manual/2024/05/its-out'], 'en'],
      ['First steps & more', 'published', ['/manual/handbook/guides/first-steps-more'], 'en'],
      [
        'Installing',
        'published',
        ['/manual/handbook/guides/setup', '/manual/start', '/manual/handbook/guides/older'],
        'en',
      ],
      ['Internal', 'draft', ['/manual/handbook/guides/internal'], 'en'],
    ]);
    expect(ofKind(all, 'series')).toEqual([]);
    expect(ofKind(all, 'author')).toMatchObject([
      {
        key: 'grace',
        name: 'Grace Hopper',
        email: 'grace@example.com',
        text: 'Admiral.',
        oldPaths: ['/manual/authors/grace'],
      },
      { name: 'Ada' },
    ]);
    expect(ofKind(all, 'post').map(({ authors }) => authors)).toEqual([[], ['grace'], ['ada'], ['grace'], ['grace']]);
    expect(ofKind(all, 'tag')).toMatchObject([{ name: 'Linux', oldPaths: ['/manual/topics/linux'] }]);
  });

  it('keeps its links in any notation', async () => {
    const all = await read(HUGO);
    const contents = new Map(ofKind(all, 'post').map(({ title, content }) => [title, content]));

    expect(contents.get('Installing')).toBe(
      'Version 2.1, see /manual/handbook/guides/first-steps-more#more.\n\n## On Linux\n\n[Below](#on-linux)',
    );
    expect(contents.get('First steps & more')).toBe(
      '[back](/manual/handbook/guides/setup) [linux](/manual/handbook/guides/setup#on-linux) [file](https://docs.harbour.example/manual/handbook/guides/first-steps-more/plan.pdf)\n\n## Even more',
    );
    expect(contents.get("It's out")).toBe('Read [this](/manual/handbook/guides/setup)');
    expect(contents.get('Anfang')).toBe('[Zurück](/manual/handbook/guides/setup)');
    expect(ofKind(all, 'post')[3]?.cover).toMatchObject({ path: 'content/en/docs/guides/install/featured.png' });
  });

  it('has redirects for its lists and from the rules of its host, and reports omissions', async () => {
    const all = await read(HUGO);

    expect(ofKind(all, 'redirect').map(({ from, to }) => [from, to])).toEqual([
      ['/gone', '/handbook/guides/setup'],
      ['/manual', '/'],
      ['/manual/blog', '/posts'],
    ]);
    expect(ofKind(all, 'report').map(({ reason, about }) => [reason, about])).toEqual([
      ['left-out', null],
      ['redirect-left-out', '/api/*'],
      ['left-out', 'content/en/_index.md'],
      ['no-equal', 'First steps & more'],
      ['left-out', 'content/en/search.md'],
    ]);
  });

  it('can be read from its content folder alone, with default addresses', async () => {
    const texts = Object.entries(HUGO).flatMap(([path, text]) =>
      path.startsWith('content/') ? [[path.slice('content/'.length), text]] : [],
    );
    const all = await read(Object.fromEntries(texts));

    expect(ofKind(all, 'post').map(({ oldPaths }) => oldPaths[0])).toEqual([
      '/de/docs/start',
      '/blog/2024-05-01-out',
      '/docs/guides/first-steps',
      '/docs/guides/setup',
      '/docs/guides/internal-notes',
    ]);
    expect(ofKind(all, 'report')[0]).toMatchObject({ reason: 'changed' });
  });

  it.each([
    ['/:section/:year-:month-:day/:title/', '/manual/news/2024-05-01/big-news-today'],
    ['/:sections[last]/:contentbasename/', '/manual/sub/a_b'],
    ['/:slugorcontentbasename.html', '/manual/a_b.html'],
    ['/:year/:monthname/:filename', '/manual/2024/may/a_b'],
    ['/:sections[1:]/:slug', '/manual/sub/big-news-today'],
  ])('supports the pattern %s', async (pattern, path) => {
    const all = await read({
      'config.yaml': `baseURL: https://docs.harbour.example/manual\npermalinks:\n  news: ${pattern}\n`,
      'content/news/sub/_index.md': '---\ntitle: Sub\n---\n',
      'content/news/sub/A_b.md': '---\ntitle: "Big news: today"\ndate: 2024-05-01\n---\nText',
    });

    expect(ofKind(all, 'post')[0]?.oldPaths).toEqual([path]);
  });

  it.each(['/:2006/:slug', '/:weekday/:slug', '/:sections[last:x]/'])(
    'makes drafts of texts whose pattern %s it does not know, and says so',
    async (pattern) => {
      const all = await read({
        'config.yaml': `permalinks:\n  news: ${pattern}\n`,
        'content/news/a.md': '---\ntitle: A\ndate: 2024-05-01\n---\nText',
      });

      expect(ofKind(all, 'post')).toMatchObject([{ status: 'draft', oldPaths: ['/news/a'] }]);
      expect(ofKind(all, 'report')).toMatchObject([
        { reason: 'not-public', about: 'A', text: `Not understood: the address ${pattern}: it is a draft now` },
      ]);
    },
  );
});

const STARLIGHT = {
  'package.json': '{"dependencies":{"@astrojs/starlight":"1"}}',
  'astro.config.mjs': `
import starlight from '@astrojs/starlight';
// redirects: { '/no': '/nowhere' },
export default defineConfig({
  site: 'https://docs.stars.example',
  base: '/docs',
  redirects: { '/old': '/guides/one/', '/more/[...slug]': '/guides/[...slug]', '/[lang]/x': '/y' },
  integrations: [starlight({
    locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch' } },
    sidebar: [
      { label: 'Begin here', items: ['guides/two', { slug: 'guides/one' }, { label: 'Outside', link: 'https://x.example' }] },
      { label: 'Reference', autogenerate: { directory: 'reference' } },
    ],
  })],
});`,
  'src/content/docs/index.mdx': '---\ntitle: Stars\nhero: { tagline: All of them }\n---\nWelcome',
  'src/content/docs/404.md': '---\ntitle: Not found\n---\nNothing',
  'src/content/docs/guides/one.mdx': [
    '---\ntitle: One\ndescription: The first\n---',
    "import { Tabs, TabItem, Aside, LinkButton, Code } from '@astrojs/starlight/components';",
    "export const version = '1.2';\n",
    'Version {version}, {frontmatter.description}, {1 + 1}.\n',
    ':::caution[Mind]{icon="star"}\nLook:\n\n```js title="a.js" {1}\nconst a = {};\n```\n:::\n',
    '<Aside type="tip">\nSee [two](/guides/two/).\n</Aside>\n',
    '<LinkButton href="../../reference/b/" icon="x">\n\tRead it\n</LinkButton>\n',
    '<Code code={`x`} lang="js" />\n',
    '<Sidebar config={[{ a: [{ b: { c: [1] } }] }]} client:load />\n',
    '<div style={{ color: "red" }}>Words</div>',
  ].join('\n'),
  'src/content/docs/guides/two.md': '---\ntitle: Two\nlastUpdated: 2024-02-03\n---\n[one](./one.mdx#x)',
  'src/content/docs/reference/a.md': '---\ntitle: A\nsidebar: { order: 2 }\n---\nText',
  'src/content/docs/reference/b.md': '---\ntitle: B\nsidebar: { order: 1 }\n---\nText',
  'src/content/docs/de/guides/one.md': '---\ntitle: Eins\n---\nText',
  'src/content/blog/first.md':
    '---\ntitle: First\npubDate: 2024-05-01\nauthor: ada\nheroImage: ../../assets/hero.png\nheroAlt: A hero\n---\nText',
  'src/content/blog/second.md':
    '---\ntitle: Second\npubDate: 2024-05-02\nauthors: [{ collection: authors, id: alan }, Jane Doe, grace]\n---\nText',
  'src/content/authors/ada.json':
    '{"name":"Ada Lovelace","bio":"Writes programs.","avatar":"../../assets/ada.png","socials":{"github":"https://github.com/ada"}}',
  'src/content/authors/alan.md': '---\nname: Alan Turing\n---\nThinks.',
  'src/data/authors.yaml':
    'grace:\n  name: Grace Hopper\n  links:\n    - { name: X, url: "https://x.com/grace" }\nnobody:\n  name: Nobody\n',
  'src/pages/about.md': '---\ntitle: About\n---\nAbout us',
  'src/assets/hero.png': 'x',
  'src/assets/ada.png': 'x',
} as const;

describe('a documentation site of Astro', () => {
  it('takes addresses, languages and redirects from the configuration without running it', async () => {
    const all = await read(STARLIGHT);

    expect(ofKind(all, 'post').map(({ title, oldPaths, language }) => [title, oldPaths[0], language])).toEqual([
      ['First', '/docs/blog/first', null],
      ['Second', '/docs/blog/second', null],
      ['Eins', '/docs/de/guides/one', 'de'],
      ['One', '/docs/guides/one', null],
      ['Two', '/docs/guides/two', null],
      ['A', '/docs/reference/a', null],
      ['B', '/docs/reference/b', null],
    ]);
    expect(ofKind(all, 'post')[4]).toMatchObject({ publishedAt: '2024-02-03T00:00:00.000Z' });
    expect(ofKind(all, 'page').map(({ oldPaths }) => oldPaths)).toEqual([['/docs/about']]);
    expect(ofKind(all, 'redirect').map(({ from, to }) => [from, to])).toEqual([
      ['/docs/old', '/docs/guides/one'],
      ['/docs/more/*', '/docs/guides/:splat'],
      ['/docs', '/'],
      ['/docs/blog', '/posts'],
    ]);
  });

  it('imports the people of its collections, and creates no texts from them', async () => {
    const all = await read(STARLIGHT);

    expect(ofKind(all, 'author')).toMatchObject([
      {
        key: 'ada',
        name: 'Ada Lovelace',
        text: 'Writes programs.',
        handles: { github: 'ada' },
        picture: { path: 'src/assets/ada.png' },
      },
      { key: 'alan', name: 'Alan Turing', text: 'Thinks.' },
      { name: 'Jane Doe' },
      { key: 'grace', name: 'Grace Hopper' },
    ]);
    expect(ofKind(all, 'post').slice(0, 2)).toMatchObject([
      { authors: ['ada'], cover: { path: 'src/assets/hero.png', description: 'A hero' } },
      { authors: ['alan', 'jane-doe', 'grace'] },
    ]);
  });

  it('keeps the text in its components, and makes a draft of a text with unsupported code', async () => {
    const all = await read(STARLIGHT);
    const one = ofKind(all, 'post').find(({ title }) => title === 'One');

    expect(one?.content).toBe(
      [
        'Version , , .',
        '> **Mind**\n>\n> Look:\n>\n> `a.js`\n>\n> ```js\n> const a = {};\n> ```',
        '> **Tip**\n>\n> See [two](/docs/guides/two).',
        '[Read it](</docs/reference/b>)',
        'Words',
      ].join('\n\n'),
    );
    expect(ofKind(all, 'post').find(({ title }) => title === 'Two')?.content).toBe('[one](/docs/guides/one#x)');
    expect(ofKind(all, 'report').filter(({ about }) => about === 'One')).toMatchObject([
      {
        reason: 'not-public',
        text: 'Not understood: {version}, {frontmatter.description}, {1 + 1}, Code, Sidebar: it is a draft now',
      },
      { reason: 'code-left-out' },
    ]);
  });
});
