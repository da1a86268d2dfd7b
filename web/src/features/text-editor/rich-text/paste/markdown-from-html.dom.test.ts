import { describe, expect, it } from 'vitest';
import { looksLikeMarkdown } from '../../markdown-input/looks-like-markdown.ts';
import { textSchema as schema } from '../schema/extensions.ts';
import { APPLE_NOTES, CODE_EDITOR, GOOGLE_DOCS, LIBREOFFICE, NOTION, WEB_PAGE, WORD } from './clipboards.ts';
import { sliceOfMarkdown } from './from-text.ts';
import { markdownFromHtml } from './markdown-from-html.ts';

describe('what is pasted', () => {
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
    ['a program editor', CODE_EDITOR, '```\nif (tide) {\n  wait();\n}\n```'],
  ])('from %s keeps what it says and drops how it looks', (_, html, expected) => {
    expect(markdownFromHtml(html).text).toBe(expected);
  });

  it('gives the pictures that it holds as files', () => {
    const { text, files } = markdownFromHtml('<p>a <img src="data:image/png;base64,iVBORw0KGgo=" alt="harbour"> b</p>');

    expect(text).toBe('a b');
    expect(files.map(({ name, type, size }) => [name, type, size])).toEqual([['harbour.png', 'image/png', 8]]);
  });

  it.each([
    ['# Tides\n\n- one\n- two', true],
    ['```\ncode\n```', true],
    ['Prices - all of them - rose by 5 * 3', false],
    ['- said she', false],
    ['2 * 3 * 4 and a_b_c', false],
  ])('as plain text %j is Markdown: %s', (text, expected) => {
    expect(looksLikeMarkdown(text)).toBe(expected);
    expect(sliceOfMarkdown(schema, text) !== null).toBe(expected);
  });

  it.each(['see [this](https://a.example)', 'A **bold** claim', '# one line', 'two *lines*\nand **more**'])(
    'as plain text without several lines of blocks is literal in rich text: %j',
    (text) => {
      expect(sliceOfMarkdown(schema, text)).toBeNull();
    },
  );
});
