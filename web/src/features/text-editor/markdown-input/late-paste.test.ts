import { describe, expect, it } from 'vitest';
import { applied } from './commands.ts';
import { exchangeAt, placeAfter } from './late-paste.ts';

describe('the position of a pasted text', () => {
  it.each([
    ['before it', 'ab PASTE c', 'abx PASTE c', 3, { start: 4, end: 9 }],
    ['after it', 'ab PASTE c', 'ab PASTE cx', 11, { start: 3, end: 8 }],
    ['directly before it', 'ab PASTE c', 'ab xPASTE c', 4, { start: 4, end: 9 }],
    ['directly after it', 'ab PASTE c', 'ab PASTEx c', 9, { start: 3, end: 8 }],
    ['that equals its first character', 'ab PASTE c', 'ab PPASTE c', 4, { start: 4, end: 9 }],
    ['that equals its last character', 'ab PASTE c', 'ab PASTEE c', 9, { start: 3, end: 8 }],
    ['of everything before it', 'ab PASTE c', 'PASTE c', 0, { start: 0, end: 5 }],
  ])('moves with an edit %s', (_, before, after, caret, expected) => {
    expect(placeAfter({ start: 3, end: 8 }, before, after, caret)).toEqual(expected);
  });

  it.each([
    ['types inside it', 'ab PASxTE c', 7],
    ['deletes one of its characters', 'ab PATE c', 5],
    ['deletes it', 'ab  c', 3],
    ['deletes it with the text around it', 'a', 1],
  ])('ends when the writer %s', (_, after, caret) => {
    expect(placeAfter({ start: 3, end: 8 }, 'ab PASTE c', after, caret)).toBeNull();
  });

  it('ends when the pasted text is deleted and an equal text follows it', () => {
    expect(placeAfter({ start: 0, end: 2 }, 'abab', 'ab', 0)).toBeNull();
    expect(placeAfter({ start: 2, end: 4 }, 'abab', 'ab', 0)).toEqual({ start: 0, end: 2 });
  });
});

describe('the replacement of a pasted text', () => {
  const exchanged = (text: string, place: readonly [number, number], markdown: string, caret = text.length) => {
    const edit = exchangeAt({ text, start: caret, end: caret }, { start: place[0], end: place[1] }, markdown);
    const after = applied(text, edit);
    return `${after.slice(0, edit.start)}|${after.slice(edit.start)}`;
  };

  it.each([
    ['words within a line', 'a b c', [2, 3], '**b**', 3, 'a **b**| c'],
    ['blocks in the middle of a line', 'a b c', [2, 3], '- b', 3, 'a \n\n- b|\n\n c'],
    ['blocks between paragraphs', 'a\n\nb\n\nc', [3, 4], '## b', 4, 'a\n\n## b|\n\nc'],
    ['with the caret before it', 'a b c', [2, 3], '**b**', 1, 'a| **b** c'],
    ['with the caret after it', 'a b c', [2, 3], '**b**', 5, 'a **b** c|'],
  ] as const)('keeps the text around it: %s', (_, text, place, markdown, caret, expected) => {
    expect(exchanged(text, place, markdown, caret)).toBe(expected);
  });
});
