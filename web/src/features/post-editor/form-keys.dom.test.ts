import type { KeyboardEvent } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onFormKeyDown } from './form-keys.ts';

afterEach(() => document.body.replaceChildren());

/** Presses Ctrl+Enter with the caret in the element with id `caret`. */
function press(markup: string) {
  document.body.innerHTML = markup;
  const caret = document.querySelector('#caret') as HTMLElement;
  document.getSelection()?.collapse(caret.firstChild, 0);
  return pressIn(caret.closest('[contenteditable]') ?? caret);
}

function pressIn(target: Element) {
  const form = document.querySelector('form') as HTMLFormElement;
  form.requestSubmit = vi.fn();
  const saveHere = vi.fn();
  const event = {
    key: 'Enter',
    ctrlKey: true,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    currentTarget: form,
    target,
    nativeEvent: {},
    preventDefault: vi.fn(),
  } as unknown as KeyboardEvent<HTMLFormElement>;
  onFormKeyDown(event, saveHere);
  return { submits: vi.mocked(form.requestSubmit).mock.calls.length, saves: saveHere.mock.calls.length };
}

const text = (inside: string) => `<form><div contenteditable="true">${inside}</div></form>`;

describe('Ctrl+Enter', () => {
  it('submits from a paragraph', () => {
    expect(press(text('<p id="caret">a</p>'))).toEqual({ submits: 1, saves: 0 });
  });

  it.each([
    ['a list', '<ul><li><p id="caret">a</p></li></ul>'],
    ['a table', '<table><tbody><tr><td><p id="caret">a</p></td></tr></tbody></table>'],
  ])('saves and stays in %s', (_place, inside) => {
    expect(press(text(inside))).toEqual({ submits: 0, saves: 1 });
  });

  it.each([
    ['- milk\n- |eggs', 'saves'],
    ['1. milk|', 'saves'],
    ['> * |milk', 'saves'],
    ['- milk\n  and |eggs', 'saves'],
    ['- milk\nand |eggs', 'saves'],
    ['- milk\n\n  with |eggs', 'saves'],
    ['a | b\n--- | ---\nc | d', 'saves', 22],
    ['| a | b |', 'saves', 3],
    ['- milk\n\nNow |text', 'submits'],
    ['|', 'submits'],
    ['-dash|', 'submits'],
  ] as [string, 'saves' | 'submits', number?][])(
    'knows lists and tables in Markdown: %s',
    (marked, outcome, at = marked.indexOf('|')) => {
      document.body.innerHTML = '<form><textarea id="caret"></textarea></form>';
      const area = document.querySelector('textarea') as HTMLTextAreaElement;
      area.value = at === marked.indexOf('|') ? marked.replace('|', '') : marked;
      area.setSelectionRange(at, at);
      expect(pressIn(area)).toEqual(outcome === 'saves' ? { submits: 0, saves: 1 } : { submits: 1, saves: 0 });
    },
  );

  it('does nothing in a dialog outside the form', () => {
    expect(press('<form></form><div role="dialog"><button id="caret">a</button></div>')).toEqual({
      submits: 0,
      saves: 0,
    });
  });
});
