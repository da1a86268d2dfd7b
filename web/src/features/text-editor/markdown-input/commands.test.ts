import { describe, expect, it } from 'vitest';
import { applied, type Command, commands, continueList, type TextEdit, type TextSelection } from './commands.ts';

/** Reads `a[b]c` as the text abc with b selected. */
function parse(marked: string): TextSelection {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  return { text: marked.replace('[', '').replace(']', ''), start, end };
}

const mark = (text: string, edit: TextEdit): string => {
  const after = applied(text, edit);
  return `${after.slice(0, edit.start)}[${after.slice(edit.start, edit.end)}]${after.slice(edit.end)}`;
};

const run = (command: Command, marked: string): string => {
  const selection = parse(marked);
  return mark(selection.text, command(selection));
};

describe('Markdown commands', () => {
  it.each([
    ['bold', 'a [word] b', 'a **[word]** b'],
    ['bold', 'a **[word]** b', 'a [word] b'],
    ['bold', 'a [**word**] b', 'a [word] b'],
    ['bold', 'a [word ]b', 'a **[word]** b'],
    ['bold', '[]', '**[bold text]**'],
    ['bold', 'x [ ] y', 'x  **[bold text]** y'],
    ['italic', '[word]', '*[word]*'],
    ['italic', '*[word]*', '[word]'],
    ['italic', '**[word]**', '***[word]***'],
    ['italic', '***[word]***', '**[word]**'],
    ['italic', '[**word**]', '*[**word**]*'],
    ['heading', 'Ti[]tle', '## Ti[]tle'],
    ['heading', '## Ti[]tle', '### Ti[]tle'],
    ['heading', '#### Title[]', 'Title[]'],
    ['heading', '[a\nb]', '[## a\n## b]'],
    ['bulletList', '[]', '- []'],
    ['bulletList', '[a\n\nb]', '[- a\n\n- b]'],
    ['bulletList', '[- a\n- b]', '[a\nb]'],
    ['bulletList', '[1. a\n2. b]', '[- a\n- b]'],
    ['numberedList', '[- a\n- b]', '[1. a\n2. b]'],
    ['numberedList', '[1. a\n2. b]', '[a\nb]'],
    ['quote', 'a[b\nc]d', '[> ab\n> cd]'],
    ['quote', '[> a\n> b]', '[a\nb]'],
    ['quote', '\n[]x', '\n> []x'],
    ['quote', '[]\nx', '> []\nx'],
    ['code', 'a [b] c', 'a `[b]` c'],
    ['code', '[a\nb]', '```\n[a\nb]\n```'],
    ['code', 'x [a\n```\nb] y', 'x \n````\n[a\n```\nb]\n````\n y'],
  ] as const)('%s turns %j into %j', (name, before, after) => {
    expect(run(commands[name], before)).toBe(after);
  });

  it('insert a note reference after the selection, and the note at the end of the text', () => {
    const text = 'One[^1], two.\n\n[^1]: First\n';

    const edit = commands.footnote({ text, start: 9, end: 12 });

    expect(applied(text, edit)).toBe('One[^1], two[^2].\n\n[^1]: First\n\n[^2]: ');
    expect([edit.start, edit.end]).toEqual([38, 38]);
  });

  it('turn selected words into a link and select its address', () => {
    const edit = commands.link({ text: 'see docs', start: 4, end: 8 });

    const text = applied('see docs', edit);
    expect(text).toBe('see [docs](https://)');
    expect(text.slice(edit.start, edit.end)).toBe('https://');
  });

  it('turn a selected address into a link and select its words', () => {
    const edit = commands.link({ text: 'https://a.example/b', start: 0, end: 19 });

    const text = applied('https://a.example/b', edit);
    expect(text).toBe('[text](https://a.example/b)');
    expect(text.slice(edit.start, edit.end)).toBe('text');
  });

  it.each([
    ['- a[]', '- a\n- []'],
    ['  * a[]', '  * a\n  * []'],
    ['- [x] a[]'.replace('[x]', '(x)'), '- (x) a\n- []'],
    ['9. a[]', '9. a\n10. []'],
    ['> a[]', '> a\n> []'],
    ['x\n- []', 'x\n[]'],
  ])('continues %j as %j', (before, after) => {
    const selection = parse(before);
    const edit = continueList(selection);

    expect(edit && mark(selection.text, edit)).toBe(after);
  });

  it('continues a task list with an open task', () => {
    const text = '- [x] done';

    const edit = continueList({ text, start: text.length, end: text.length });

    expect(edit && applied(text, edit)).toBe('- [x] done\n- [ ] ');
  });

  it.each(['plain[]', '[- a]', '[]- a'])('do not handle Enter in %j', (marked) => {
    expect(continueList(parse(marked))).toBeNull();
  });
});
