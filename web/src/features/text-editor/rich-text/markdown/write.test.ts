import { markdownBlocks } from '@inkwell/shared/markdown/blocks';
import type { Node } from '@tiptap/pm/model';
import { describe, expect, it } from 'vitest';
import { textSchema as schema } from '../schema/extensions.ts';
import { readBlock } from './read.ts';
import { createBlockWriter } from './write.ts';

const text = (words: string, ...marks: string[]) =>
  schema.text(
    words,
    marks.map((name) => schema.mark(name)),
  );
const link = (words: string, href: string) => schema.text(words, [schema.mark('link', { href })]);
const p = (...content: Node[]) => schema.node('paragraph', {}, content);

const { write: writeBlock } = createBlockWriter('');

const readAgain = (source: string): Node | null => {
  const [block, ...others] = markdownBlocks(source) ?? [];
  return block && others.length === 0 ? readBlock(schema, block.token) : null;
};

describe('words that look like Markdown', () => {
  it.each([
    ['plain prose, with (some) signs: a_b & c!', 'plain prose, with (some) signs: a_b & c!'],
    ['[1] and <b> stay, "quoted"', '[1] and <b> stay, "quoted"'],
    ['# no heading', '\\# no heading'],
    ['1. no list', '1\\. no list'],
    ['- no list', '\\- no list'],
    ['+ no list', '\\+ no list'],
    ['> no quote', '\\> no quote'],
    ['*no italics* and `no code`', '\\*no italics\\* and \\`no code\\`'],
    ['[no](link) but snake_case_words', '\\[no\\](link) but snake_case_words'],
    ['~~no~~ &copy; \\*', '\\~\\~no\\~\\~ \\&copy; \\\\\\*'],
    ['---', '\\---'],
    ['https://no.example/link', 'https\\:\\/\\/no\\.example\\/link'],
  ])('in %j are written as %j and read unchanged', (words, expected) => {
    const node = p(text(words));

    const written = writeBlock(node);

    expect(written).toBe(expected);
    expect(readAgain(written)?.textContent).toBe(words);
  });
});

describe('marks', () => {
  it.each([
    ['keep spaces at their ends outside', p(text('a'), text(' b ', 'bold'), text('c')), 'a **b** c'],
    [
      'share delimiters when nested',
      p(text('a ', 'bold'), text('b', 'bold', 'italic'), text(' c', 'italic')),
      '**a *b*** *c*',
    ],
    ['are separated from their neighbors', p(text('a', 'bold'), text('b', 'italic')), '**a***b*'],
    ['keep backticks in code', p(text('a `` b', 'code'), text(' and '), text('`', 'code')), '`a `` b` and `` ` ``'],
    ['can be both bold and code', p(text('a', 'bold', 'code')), '**`a`**'],
    [
      'leave an address that is its own text bare',
      p(text('see '), link('https://a.example/b_c', 'https://a.example/b_c')),
      'see https://a.example/b_c',
    ],
    ['write a link with words', p(link('a [b]', 'https://a.example/(x)')), '[a [b]](<https://a.example/(x)>)'],
    ['write a mail address', p(link('a@b.example', 'mailto:a@b.example')), 'a@b.example'],
  ])('%s', (_, node, expected) => {
    expect(writeBlock(node)).toBe(expected);
  });

  it.each([
    ['punctuation before the end and a letter after it', p(text('강조.', 'bold'), text('은'))],
    ['bold and italic parts of one word', p(text('un', 'italic'), text('believ', 'bold'), text('able'))],
    ['quotation marks', p(text('„So“', 'italic'), text('sagt'))],
    ['an ampersand and a letter before a bracket', p(text('&w'), text('(so)', 'italic'))],
    ['an emoji before them', p(text('😀'), text('<', 'bold'), text('b'))],
    ['punctuation before the end and after it', p(text('#', 'bold'), text('!', 'strike'))],
  ])('are read correctly with %s', (_, node) => {
    const again = readAgain(writeBlock(node));

    const shown = schema.nodeFromJSON(
      JSON.parse(JSON.stringify(again).replaceAll('{"type":"text","text":"\u2060"},', '')),
    );
    expect(shown.eq(schema.nodeFromJSON(node.toJSON()))).toBe(true);
  });

  it.each([
    ['a very long line', p(text('&w'), text('(so)', 'italic'), text(` ${'word '.repeat(4_001)}end`))],
    [
      'a space before the end of a line',
      p(text('&w'), text('(so)', 'italic'), text(' b '), text(' ', 'lineEnd'), text('c')),
    ],
    [
      'a break before the end of a line',
      p(text('&w'), text('(so)', 'italic'), schema.node('hardBreak'), text(' ', 'lineEnd'), text('c')),
    ],
  ])('leave no visible delimiters in %s', (_, node) => {
    expect(readAgain(writeBlock(node))?.textContent).not.toMatch(/[*\\]/);
  });

  it('keep a picture with its caption, and a line break except at the end', () => {
    const picture = schema.node('picture', { src: '/a b.webp', alt: 'x [y] & z', title: 'say "so"' });
    const node = p(picture, schema.node('hardBreak'), text('b'), schema.node('hardBreak'));

    const written = writeBlock(node);

    expect(written).toBe('![x &#91;y&#93; &#38; z](/a%20b.webp "say &#34;so&#34;")\\\nb');
    expect(readAgain(written)?.firstChild?.attrs).toEqual({ src: '/a%20b.webp', alt: 'x [y] & z', title: 'say "so"' });
  });
});

describe('blocks', () => {
  const cell = (type: string, attrs: object, words: string) =>
    schema.node(type, attrs, [p(...(words ? [text(words)] : []))]);

  it('are tables with rows of equal length, whatever was pasted', () => {
    const table = schema.node('table', {}, [
      schema.node('tableRow', {}, [
        cell('tableHeader', { colspan: 2 }, 'a|b'),
        cell('tableHeader', { align: 'right' }, 'c'),
      ]),
      schema.node('tableRow', {}, [cell('tableCell', { rowspan: 2 }, 'd'), cell('tableCell', {}, 'e')]),
      schema.node('tableRow', {}, [cell('tableCell', {}, 'f')]),
    ]);

    expect(writeBlock(table)).toBe('| a\\|b | | c |\n|---|---|---:|\n| d | e | |\n| | f | |');
  });

  it('are code with a fence longer than any in the code', () => {
    const code = schema.node('codeBlock', { language: 'md' }, [text('````\na\n````')]);

    expect(writeBlock(code)).toBe('`````md\n````\na\n````\n`````');
  });

  it('are list items whose text is not read as a task', () => {
    const list = schema.node('bulletList', {}, [schema.node('listItem', {}, [p(text('[x] a'))])]);

    expect(writeBlock(list)).toBe('- \\[x] a');
  });

  it.each([
    ['a paragraph', [p()], '-'],
    ['a paragraph above another', [p(), p(text('a'))], '- a'],
    ['a rule', [p(), schema.node('horizontalRule')], '- ___'],
  ])('are list items that begin with an empty line: %s', (_, content, expected) => {
    const list = schema.node('bulletList', {}, [schema.node('listItem', {}, content)]);

    expect(writeBlock(list)).toBe(expected);
    expect(readAgain(expected)?.type.name).toBe('bulletList');
  });

  it('are tasks, even without text', () => {
    const list = schema.node('taskList', {}, [schema.node('taskItem', {}, [p()])]);

    expect(readAgain(writeBlock(list))?.type.name).toBe('taskList');
  });

  it('are not written when they are empty', () => {
    expect(writeBlock(p())).toBe('');
    expect(writeBlock(p(text('  ')))).toBe('');
  });
});
