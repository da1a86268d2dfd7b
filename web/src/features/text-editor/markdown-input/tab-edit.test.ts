import { describe, expect, it } from 'vitest';
import { applied } from './commands.ts';
import { tabEdit } from './tab-edit.ts';

/** Presses Tab in a text with the selection marked by « and », or a caret by ‸. */
function press(marked: string, isBack = false): string | null {
  const isCaret = marked.includes('‸');
  const start = marked.search(/[‸«]/);
  const end = isCaret ? start : marked.indexOf('»') - 1;
  const text = marked.replace(/[‸«»]/g, '');
  const edit = tabEdit({ text, start, end }, isBack);
  if (!edit) return null;
  const after = applied(text, edit);
  const inner = after.slice(edit.start, edit.end);
  return after.slice(0, edit.start) + (inner ? `«${inner}»` : '‸') + after.slice(edit.end);
}

describe('Tab in Markdown', () => {
  it.each([
    ['- ice\n- ‸', '- ice\n  - ‸'],
    ['- ice\n- red‸ diesel', '- ice\n  - red‸ diesel'],
    ['- [ ] ice\n- [ ] a‸', '- [ ] ice\n  - [ ] a‸'],
    ['1. ice\n2. a‸', '1. ice\n   1. a‸'],
    ['1. ice\n   1. b\n2. a‸', '1. ice\n   1. b\n   2. a‸'],
    ['- ice\n«- a\n- b»', '- ice\n«  - a\n  - b»'],
    ['- only‸', '- only‸'],
    ['- ice\n  - deep‸', '- ice\n  - deep‸'],
    ['words\n\n- first‸', 'words\n\n- first‸'],
  ])('indents items below the previous one: %j', (before, after) => {
    expect(press(before)).toBe(after);
  });

  it.each([
    ['- ice\n  - a‸', '- ice\n- a‸'],
    ['1. ice\n   1. a‸', '1. ice\n2. a‸'],
    ['- ice\n  - a\n    - ‸', '- ice\n  - a\n  - ‸'],
    ['- ‸', '- ‸'],
  ])('moves items back with Shift: %j', (before, after) => {
    expect(press(before, true)).toBe(after);
  });

  it('indents code', () => {
    expect(press('```\nif‸')).toBe('```\nif  ‸');
    expect(press('```\n«a\nb»\n```')).toBe('```\n«  a\n  b»\n```');
    expect(press('```\n  a‸', true)).toBe('```\na‸');
    expect(press('```\na\n```\nb‸')).toBeNull();
  });

  it('moves between cells', () => {
    const table = '| a | b |\n|---|---|\n| c | d |';

    expect(press(table.replace('a', 'a‸'))).toBe(table.replace('b', '«b»'));
    expect(press(table.replace('b', 'b‸'))).toBe(table.replace('c', '«c»'));
    expect(press(table.replace('c', 'c‸'), true)).toBe(table.replace('b', '«b»'));
    expect(press(table.replace('d', 'd‸'))).toBe(table.replace('d', 'd‸'));
  });

  it.each(['words‸', '# a‸', '> a‸', '‸', 'a | b‸'])('leaves the text elsewhere: %j', (text) => {
    expect(press(text)).toBeNull();
  });
});
