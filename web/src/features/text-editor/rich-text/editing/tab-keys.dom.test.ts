import { describe, expect, it, vi } from 'vitest';
import { BLOCK_ACTIONS } from './actions.ts';
import { richTextOfTest } from './rich-text-of-test.ts';

function openText(html: string, selection: number | { from: number; to: number } = 1) {
  const one = richTextOfTest();
  one.editor.commands.setContent(html);
  one.editor.commands.setTextSelection(selection);
  return one;
}

const LIST = '<ul><li><p>ice</p></li><li><p></p></li></ul>';
const TABLE = '<table><tr><th>a</th><th>b</th></tr></table>';

describe('Tab', () => {
  it('in a list indents the item, and Shift+Tab moves it back', () => {
    const one = openText(LIST, 10);

    expect(one.press('Tab')).toBe(true);
    one.type('red diesel');
    expect(one.markdown()).toBe('- ice\n  - red diesel');
    one.press('Tab', { shiftKey: true });

    expect(one.markdown()).toBe('- ice\n- red diesel');
  });

  it('stays in a list whose item cannot be indented', () => {
    expect(openText(LIST, 3).press('Tab')).toBe(true);
  });

  it('in a table moves to the next cell, and from the last one to a new row', () => {
    const one = openText(TABLE, 4);

    one.press('Tab');
    one.press('Tab');
    one.type('c');
    one.press('Tab', { shiftKey: true });
    one.press('Tab', { shiftKey: true });

    expect(one.markdown()).toBe('| a | b |\n|---|---|\n| c | |');
    expect(one.press('Tab', { shiftKey: true })).toBe(true);
  });

  it('in code indents the lines', () => {
    const one = openText('<pre><code>a\nb</code></pre>', 1);

    one.press('Tab');
    expect(one.text()).toBe('  a\nb');
    one.editor.commands.setTextSelection({ from: 2, to: 6 });
    one.press('Tab');
    expect(one.text()).toBe('    a\n  b');
    one.press('Tab', { shiftKey: true });

    expect(one.text()).toBe('  a\nb');
  });

  it('moves the focus out of the text elsewhere', () => {
    expect(openText('<p>a</p>').press('Tab')).toBe(false);
  });

  it.each([
    ['a list', LIST, 3],
    ['a table', TABLE, 4],
    ['code', '<pre><code>a</code></pre>', 1],
  ])('moves the focus out of %s after Escape, unless something is typed first', (_, html, at) => {
    const one = openText(html, at);
    const { dom } = one.editor.view;

    expect(dom).toHaveAttribute('data-mantine-stop-propagation', 'true');
    one.press('Escape');
    expect(dom).not.toHaveAttribute('data-mantine-stop-propagation');
    expect(one.press('Tab', { shiftKey: true })).toBe(false);
    expect(one.press('Tab')).toBe(false);
    one.type('x');

    expect(one.press('Tab')).toBe(true);
  });
});

describe('Ctrl+Enter', () => {
  it('in a code block leaves the block, and does not save the form', () => {
    const onKey = vi.fn();
    document.addEventListener('keydown', onKey);
    const one = openText('<pre><code>a</code></pre>', 2);

    one.press('Enter', { ctrlKey: true });
    one.type('after');

    expect(one.markdown()).toBe('```\na\n```\n\nafter');
    expect(onKey).not.toHaveBeenCalled();
    openText('<p>a</p>').press('Enter', { ctrlKey: true });
    expect(onKey).toHaveBeenCalledOnce();
    document.removeEventListener('keydown', onKey);
  });
});

describe('with a selection', () => {
  it.each([
    ['table', 'one two\n\n| | | |\n|---|---|---|\n| | | |\n| | | |'],
    ['rule', 'one two\n\n---'],
  ])('%s is inserted after the selected words, which are kept', (id, expected) => {
    const one = openText('<p>one two</p>', { from: 5, to: 8 });

    BLOCK_ACTIONS.find((action) => action.id === id)?.run(one.editor);

    expect(one.markdown()).toBe(expected);
  });
});
