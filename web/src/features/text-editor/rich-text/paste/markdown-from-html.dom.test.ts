import { describe, expect, it } from 'vitest';
import { looksLikeMarkdown } from '../../markdown-input/looks-like-markdown.ts';
import { textSchema as schema } from '../schema/extensions.ts';
import {
  APPLE_NOTES,
  CHATGPT,
  CODE_EDITOR,
  EXCEL,
  EXCEL_CELL,
  GITHUB,
  GMAIL,
  GOOGLE_DOCS,
  LIBREOFFICE,
  NOTION,
  NOTION_BLOCKS,
  SLACK,
  WEB_PAGE,
  WORD,
  WORD_LISTS,
  WORD_ONLINE,
} from './clipboards.ts';
import { markdownFromOwnHtml } from './editor-html.ts';
import { sliceOfMarkdown } from './from-text.ts';
import { markdownFromHtml, type PlacePictures } from './markdown-from-html.ts';

const ids = (files: readonly File[]) => files.map(({ name }, index) => ({ src: `uploading:${index + 1}`, alt: name }));
const markdownOf = (html: string, place: PlacePictures = ids) => markdownFromHtml(html, place);

function missingIn(html: string): readonly string[] {
  const missing: string[] = [];
  markdownOf(html, (files, names) => {
    missing.push(...names);
    return ids(files);
  });
  return missing;
}

describe('pasted HTML', () => {
  it.each([
    [
      'Word',
      WORD,
      `## The Tide Tables

## How to read them

The first paragraph is **bold**, *italic* and has [a link](https://example.com/tides).

The second.

The third.

- Spring tide
  - New moon
- Neap tide

Then:

1. Look
2. Wait

| Day | High |
|---|---|
| Mon | 4:10 16:32 |

> Time and tide.`,
    ],
    [
      'Google Docs',
      GOOGLE_DOCS,
      `## How to read them

The first is **bold**, *italic*, ~~struck~~ and has [a link](https://example.com/tides).

- Spring tide
  - New moon
- Neap tide

* [x] Boots
* [ ] Lamp

| Day | High |
|---|---|
| Mon | 4:10 |

![The harbour](https://lh7.googleusercontent.com/docsz/a)`,
    ],
    [
      'LibreOffice',
      LIBREOFFICE,
      `## How to read them

The first is **bold**, *italic* and has [a link](https://example.com/tides).

CO₂, 5 m², xₘₐₓ, a_b, e^(-iπ), a note¹ and [2]

1. Look
2. Wait
   - long

| Day | High |
|---|---|
| Mon | 4:10 |`,
    ],
    [
      'Notion',
      NOTION,
      `## How to read them

The first is **bold**, *italic*, \`code\` and has [a link](https://example.com/tides).

- [x] Boots
- [ ] Lamp

1. Look
   - far
2. Wait

> Time and tide.

\`\`\`javascript
const tide = 2;
\`\`\`

---

📌 Remember the moon.`,
    ],
    ['Apple Notes', APPLE_NOTES, '**Tides**\n\nTwice a day.\n\n- Spring tide\n- Neap tide'],
    [
      'a web page',
      WEB_PAGE,
      `## How to read them

The first is **bold** and has [a link](https://example.com/tides) and ![The harbour](https://example.com/harbour.jpg)

press

\`\`\`js
const tide = 2;
\`\`\`

- [x] Boots

Ebb

Falls`,
    ],
    [
      'Word, with lists directly after each other',
      WORD_LISTS,
      `## 1 Tides

- Boots
- Lamp

1. Look
   1. far
2. Wait

H₂O, the 1st

Photo:`,
    ],
    [
      'Word on the web',
      WORD_ONLINE,
      `## How to read them

The first is **bold** and has [a link](https://example.com/tides)\\
and m²

## Lists

- Spring tide
  - New moon
    - Night
- Neap tide

1. Look
   1. far
2. Wait

| Day |
|---|
| Mon |`,
    ],
    ['Excel', EXCEL, '| Day | High \\| low |\n|---|---|\n| Mon | 4.1 |'],
    ['an Excel cell', EXCEL_CELL, '4.1 m'],
    [
      'Slack',
      SLACK,
      `The first is **bold**.\\
Its second line.

The second, by @Ada 🌊

- Spring tide
  - New moon
- Neap tide

\`\`\`
tide = 2
wait()
\`\`\`

See \`a * b\``,
    ],
    [
      'Gmail',
      GMAIL,
      `The first is **bold**.

The second\\
has two lines.

The third 🌊

> Time and tide.

1. Look
2. Wait`,
    ],
    [
      'GitHub',
      GITHUB,
      `## How to read them

Run \`npm start\` and see the tides, 🌊.

- [x] Boots
- [ ] Lamp

* no task

More

The moon.

\`\`\`js
const tide = 2;
\`\`\``,
    ],
    [
      'ChatGPT',
      CHATGPT,
      `Energy is \`E = mc^2\`.

\`\`\`python
if tide:
    wait()
\`\`\`

1. Look
   - far
2. Wait

---

Done.`,
    ],
    [
      'Notion blocks',
      NOTION_BLOCKS,
      `- [x] Boots
- [ ] Lamp
  - [ ] Oil

One line\\
and the next

- [ ] Rope
  - [x] Knots`,
    ],
    ['a code editor', CODE_EDITOR, '```\nif (tide) {\n  wait();\n}\n```'],
  ])('from %s keeps its structure and drops its styles', (_, html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it('keeps the positions of the pictures that came with it', () => {
    const html =
      '<p>a <img src="data:image/png;base64,iVBORw0KGgo=" alt="harbour"> b</p><img src="data:image/jpeg;base64,/9g="><p>c</p>';
    const files: File[] = [];

    const text = markdownOf(html, (found) => {
      files.push(...found);
      return ids(found);
    });

    expect(text).toBe('a ![harbour.png](uploading:1) b\n\n![picture 2.jpeg](uploading:2)\n\nc');
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['harbour.png', 'image/png', 8],
      ['picture 2.jpeg', 'image/jpeg', 2],
    ]);
  });

  it.each([
    ['on a disk', 'file:///C:/Temp/clip_image002.png', 'clip_image002.png'],
    ['in a mail', 'cid:ii_m1@mail', 'cid:ii_m1@mail'],
    ['without https', 'http://example.com/a/harbour.jpg?w=2', 'harbour.jpg'],
    ['in another program', 'webkit-fake-url://5A/image.tiff', 'image.tiff'],
    ['in another tab', 'blob:https://example.com/5a', '5a'],
    ['in an unsupported format', 'data:image/x-emf;base64,AAAA', 'a picture without a name'],
  ])('names a picture that is %s', (_, src, name) => {
    expect(missingIn(`<p>a<img src="${src}">b</p>`)).toEqual([name]);
    expect(markdownOf(`<p>a<img src="${src}">b</p>`)).toBe('ab');
    expect(missingIn(`<img src="${src}" alt="The harbour">`)).toEqual(['The harbour']);
  });

  it('also names pictures that were copied from another editor of the same kind', () => {
    expect(missingIn('<p data-pm-slice="1 1 []">a<img src="file:///a.png">b</p>')).toEqual(['a.png']);
  });

  it('from the editor itself keeps what only its schema can express', () => {
    expect(markdownFromOwnHtml('<h2 data-level="1" data-pm-slice="1 1 []">a</h2>', ids)).toBe('# a');
  });

  it.each([
    ['<base href="https://example.com/a/"><a href="b">c</a>', '[c](https://example.com/a/b)'],
    ['<base href="https://example.com/a/"><img src="/b.png" alt="c">', '![c](https://example.com/b.png)'],
    [
      'Version:0.9\r\nStartHTML:97\r\nSourceURL:https://example.com/a\r\n<a href="?b">c</a>',
      '[c](https://example.com/a?b)',
    ],
    ['<a href="//example.com/b">c</a>', '[c](https://example.com/b)'],
    [
      '<p>a <a href="/b">c</a> <a href="d.html">e</a> <a href="#f">g</a> <a href="about:blank#h">i</a></p>',
      'a c e g i',
    ],
    ['<a href="mailto:a@b.example">c</a>', '[c](mailto:a@b.example)'],
  ])('turns links into absolute links, or into text: %s', (html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it.each([
    ['<p>see https://a.example/x_y_z, http://b.example/!</p>', 'see https://a.example/x_y_z, http://b.example/!'],
    [
      '<p>www.a.example or (https://a.example/b)</p>',
      '[www.a.example](https://www.a.example) or (https://a.example/b)',
    ],
    ['<p>write to b_c@d.example, please</p>', 'write to b_c@d.example, please'],
    ['<p><code>https://a.example/b</code></p>', '`https://a.example/b`'],
  ])('keeps bare addresses readable: %s', (html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it.each([
    ['a<span style="display: none">b</span>c', 'ac'],
    ['a<span style="visibility:hidden">b</span>c', 'ac'],
    ['a<span hidden>b</span>c', 'ac'],
    ['a<span class="sr-only">b</span>c', 'ac'],
    ['<details><summary>a</summary>b</details>', 'a\n\nb'],
    ['<table><caption>a</caption><tr><td>b</td><td>c</td></tr></table>', 'a\n\n| b | c |\n|---|---|'],
    ['<dl><dt>a</dt><dt>b</dt><dd>c</dd></dl>', 'a\n\nb\n\nc'],
    ['<p>a<br><br>b<br>c</p>', 'a\n\nb\\\nc'],
    ['<b>a<br><br>b</b>', '**a**\n\n**b**'],
    ['<p>a</p><p>&nbsp;</p><p><br></p><p>b</p>', 'a\n\nb'],
    ['<p>a<sup>2</sup><sub>i</sub></p>', 'a²ᵢ'],
    ['<pre><div>a</div><div>b</div></pre>', '```\na\nb\n```'],
    ['<ul><li>a</li></ul><ol><li>b</li></ol>', '- a\n\n1. b'],
  ])('keeps the visible words and their separators: %s', (html, expected) => {
    expect(markdownOf(html)).toBe(expected);
  });

  it.each([
    ['# Tides\n\n- one\n- two', true],
    ['```\ncode\n```', true],
    ['Prices - all of them - rose by 5 * 3', false],
    ['- said she', false],
    ['2 * 3 * 4 and a_b_c', false],
  ])('is detected as Markdown in %j: %s', (text, expected) => {
    expect(looksLikeMarkdown(text)).toBe(expected);
    expect(sliceOfMarkdown(schema, text) !== null).toBe(expected);
  });

  it.each(['see [this](https://a.example)', 'A **bold** claim', '# one line', 'two *lines*\nand **more**'])(
    'is literal in rich text if it is plain text without several block lines: %j',
    (text) => {
      expect(sliceOfMarkdown(schema, text)).toBeNull();
    },
  );
});
