import { describe, expect, it } from 'vitest';
import { richTextOfTest } from '../editing/rich-text-of-test.ts';

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
      'signs among words',
      '<p>Cost is 5 * 3 * 2 euros, __init__ and **so**</p>',
      /^<p>Cost is 5 \* 3 \* 2 euros, __init__ and \*\*so\*\*<\/p>$/,
    ],
    [
      'signs in code',
      '<p><code>a * b</code> and <code>c * d ~~ e ~~</code></p>',
      /<code>a \* b<\/code> and <code>c \* d ~~ e ~~<\/code>/,
    ],
    ['signs in a cell', '<table><tr><th>a</th></tr><tr><td>*star*</td></tr></table>', /<p>\*star\*<\/p>/],
    ['formatting', '<p><b>a</b> and <i>b</i></p>', /<strong>a<\/strong> and <em>b<\/em>/],
  ])('means what its tags say: %s', (_, html, expected) => {
    expect(pasted('', html).html()).toMatch(expected);
  });

  it('keeps the targets of its links', () => {
    const html = '<p><a href="https://track.example.org/r?u=1">example.com</a>, <code>https://a.example</code></p>';

    expect(pasted('example.com', html).markdown()).toBe(
      '[example.com](https://track.example.org/r?u=1), `https://a.example`',
    );
  });
});

describe('copied plain text', () => {
  it('is read as Markdown where it has several lines with blocks, in which underscores stay', () => {
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

  it.each([
    ['see https://a.example/b_c.', 'see https://a.example/b_c.'],
    ['see http://a.example/', 'see http://a.example/'],
    ['see example.com/a', 'see [example.com/a](https://example.com/a)'],
    ['see www.example.com', 'see [www.example.com](https://www.example.com)'],
  ])('has links for bare addresses, with https where no protocol is named: %j', (text, expected) => {
    expect(pasted(text).markdown()).toBe(expected);
  });

  it.each(['README.md and main.rs', 'run.sh, setup.py'])('has no links for the names of files: %j', (text) => {
    const typed = richTextOfTest();
    typed.type(`${text} `);

    expect(pasted(text).html()).toBe(`<p>${text}</p>`);
    expect(typed.html()).not.toContain('<a');
  });
});
