import { describe, expect, it } from 'vitest';
import { textSchema as schema } from '../schema/extensions.ts';
import { caretInDocument, caretInText } from './caret.ts';
import { createManuscript } from './manuscript.ts';

/** Removes the `|` from a text and returns its position. */
function parse(marked: string) {
  const at = marked.indexOf('|');
  const manuscript = createManuscript(schema);
  const { nodes } = manuscript.read(marked.replace('|', ''));
  const doc = schema.node('doc', {}, [...nodes]);
  return { at, doc, places: manuscript.placesOf(doc) };
}

describe('the caret', () => {
  it.each([
    ['# Ti|tle\n\nText', 'Ti'],
    ['a\n\nb **bo|ld** c', 'ab bo'],
    ['a\n\n[wo|rds](https://a.example/words) b', 'awo'],
    ['one\ntw|o\nthree', 'one tw'],
    ['- a\n- b *c* d|e\n  - f', 'ab c d'],
    ['> q one\n> q t|wo', 'q one q t'],
    ['a &amp; \\# b|c', 'a & # b'],
    ['```js\nlet a;\nlet b|;\n```', 'let a;\nlet b'],
    ['x `co|de` y', 'x co'],
    ['<div>\n<b>b|c</b>\n</div>', '<div>\n<b>b'],
    ['a[^1] b|c\n\n[^1]: d', 'a[^1] b'],
    ['a[^1]\n\n[^1]: d[^1] e|f', 'a[^1][^1]: d[^1] e'],
    ['a\n\nb|', 'ab'],
  ])('in %j is after %j in the document, and returns to its position', (marked, before) => {
    const { at, doc, places } = parse(marked);

    const position = caretInDocument(doc, places, at);

    expect(doc.textBetween(0, position)).toBe(before);
    expect(caretInText(doc, places, position)).toBe(at);
  });

  it('within Markdown characters moves to the words next to them', () => {
    const { at, doc, places } = parse('a *|*b** c');

    const position = caretInDocument(doc, places, at);

    expect(doc.textBetween(0, position)).toBe('a ');
  });
});
