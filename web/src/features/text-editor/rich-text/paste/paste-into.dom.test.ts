import { describe, expect, it, vi } from 'vitest';
import { richTextOfTest } from '../editing/rich-text-of-test.ts';
import * as clipboards from './clipboards.ts';
import { markdownFromHtml } from './markdown-from-html.ts';

function pasted(text: string, html?: string) {
  const one = richTextOfTest();
  one.paste(text, html);
  return one;
}

function pastedPlain(text: string) {
  const one = richTextOfTest();
  one.pastePlain(text);
  return one;
}

describe('copied HTML', () => {
  it.each([
    [
      'special characters in words',
      '<p>Cost is 5 * 3 * 2 euros, __init__ and **so**</p>',
      /^<p>Cost is 5 \* 3 \* 2 euros, __init__ and \*\*so\*\*<\/p>$/,
    ],
    [
      'special characters in code',
      '<p><code>a * b</code> and <code>c * d ~~ e ~~</code></p>',
      /<code>a \* b<\/code> and <code>c \* d ~~ e ~~<\/code>/,
    ],
    ['special characters in a cell', '<table><tr><th>a</th></tr><tr><td>*star*</td></tr></table>', /<p>\*star\*<\/p>/],
    ['formatting', '<p><b>a</b> and <i>b</i></p>', /<strong>a<\/strong> and <em>b<\/em>/],
  ])('keeps the structure of its tags: %s', (_, html, expected) => {
    expect(pasted('', html).html()).toMatch(expected);
  });

  it('has headings without bold type, also from Safari, which styles the heading itself', () => {
    const html =
      '<h2 style="font-family: serif; font-weight: 700;">Tides</h2><p style="font-weight: 400;">Twice <strong>a day</strong></p>';

    expect(pasted('', html).markdown()).toBe('## Tides\n\nTwice **a day**');
  });

  it('keeps the targets of its links', () => {
    const html = '<p><a href="https://track.example.org/r?u=1">example.com</a>, <code>https://a.example</code></p>';

    expect(pasted('example.com', html).markdown()).toBe(
      '[example.com](https://track.example.org/r?u=1), `https://a.example`',
    );
  });
});

describe('a clipboard', () => {
  it.each(Object.entries(clipboards))(
    'with %s is pasted with the same result into rich text and Markdown',
    { tags: 'thorough' },
    (_, html) => {
      expect(pasted('', html).markdown()).toBe(markdownFromHtml(html, (files) => files.map(() => null)));
    },
  );

  it('with pictures keeps their positions, and names missing ones', () => {
    const places: unknown[] = [];
    const one = richTextOfTest({
      placePictures: (files, missing) => {
        places.push(...files.map(({ name }) => name), ...missing);
        return files.map(() => ({ src: 'uploading:1', alt: 'Uploading harbour...' }));
      },
    });

    one.paste(
      '',
      '<p>a <img src="data:image/png;base64,iVBORw0KGgo=" alt="harbour"> b</p><p>c<img src="file:///d.png"></p>',
    );

    expect(one.markdown()).toBe('a ![Uploading harbour...](uploading:1) b\n\nc');
    expect(places).toEqual(['harbour.png', 'd.png']);
  });
});

it('a dropped picture is inserted where it is dropped', () => {
  const picture = new File(['x'], 'harbour.png', { type: 'image/png' });
  const onFiles = vi.fn();
  const { editor, type } = richTextOfTest({ onFiles });
  type('Low tide');
  vi.spyOn(editor.view, 'posAtCoords').mockReturnValue({ pos: 4, inside: 0 });
  const drop = new MouseEvent('drop', { bubbles: true, cancelable: true });

  editor.view.dom.dispatchEvent(Object.assign(drop, { dataTransfer: { files: [picture], getData: () => '' } }));

  expect(onFiles).toHaveBeenCalledWith([picture]);
  expect(editor.state.selection.from).toBe(4);
  expect(drop.defaultPrevented).toBe(true);
});

describe('copied plain text', () => {
  it('is read as Markdown if several lines are blocks, and keeps underscores', () => {
    const text = '# Tides\n\n- **one** of `a_b`\n- __init__ and _snake_case_';

    expect(pasted(text).html()).toMatch(
      /<h2.*>Tides<\/h2><ul><li><p><strong>one<\/strong> of <code>a_b<\/code><\/p><\/li>/,
    );
    expect(pasted(text).text()).toContain('__init__ and _snake_case_');
  });

  it.each(['**one** line and *more*', '[a](b) and `code`', 'two *lines*\nof **words**'])(
    'is literal otherwise: %j',
    (text) => {
      expect(pasted(text).text()).toBe(text);
    },
  );

  it.each(['# Tides\n- one\n- two', '> quote\n**b**', '**one** and `two`'])(
    'is always literal with Ctrl+Shift+V: %j',
    (text) => {
      const one = pastedPlain(text);

      expect(one.text()).toBe(text);
      expect(one.html()).not.toMatch(/<(?!\/?p\b)/);
    },
  );

  it('is stored unchanged with Ctrl+Shift+V, including addresses', () => {
    const text = 'see example.com/a, www.example.com, https://a.example/b_c and b@c.example now';

    expect(pastedPlain(text).markdown()).toBe(text);
  });

  it('keeps lines and the blank lines between paragraphs', () => {
    const poem = 'Tide in,\ntide out.\n\nMoon on 5 * 3\n boats.';

    for (const one of [pasted(poem), pastedPlain(poem)])
      expect(one.markdown()).toBe('Tide in,\\\ntide out.\n\nMoon on 5 * 3\\\nboats.');
    expect(pasted('one\ntwo').markdown()).toBe('one\n\ntwo');
  });

  it.each([
    ['see https://a.example/b_c.', 'see https://a.example/b_c.'],
    ['see http://a.example/', 'see http://a.example/'],
    ['see example.com/a', 'see [example.com/a](https://example.com/a)'],
    ['see www.example.com', 'see [www.example.com](https://www.example.com)'],
  ])('gets links for bare addresses, with https if there is no protocol: %j', (text, expected) => {
    expect(pasted(text).markdown()).toBe(expected);
  });

  it.each(['README.md and main.rs', 'run.sh, setup.py'])('gets no links for file names: %j', (text) => {
    const typed = richTextOfTest();
    typed.type(`${text} `);

    expect(pasted(text).html()).toBe(`<p>${text}</p>`);
    expect(typed.html()).not.toContain('<a');
  });
});
