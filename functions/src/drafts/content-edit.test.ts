import { DRAFT_LIMITS } from '@inkwell/shared/drafts';
import { describe, expect, it } from 'vitest';
import { edited } from './content-edit.ts';

describe('a changed range of a text', () => {
  it.each([
    ['appends', 'Boats', { from: 5, to: 5, text: ' leave' }, 'Boats leave'],
    ['replaces', 'Boats leave', { from: 0, to: 5, text: 'Ships' }, 'Ships leave'],
    ['cuts', 'Boats leave', { from: 5, to: 11, text: '' }, 'Boats'],
    ['counts UTF-16 units', '😀 漢字', { from: 3, to: 4, text: '文' }, '😀 文字'],
    ['accepts a change of half a surrogate pair', 'a😀b', { from: 2, to: 3, text: '\ude01' }, 'a😁b'],
    ['keeps line endings', 'a\r\nb', { from: 3, to: 3, text: '\r' }, 'a\r\n\rb'],
    ['leaves no broken surrogate pair', 'a😀b', { from: 1, to: 2, text: '' }, 'a\ufffdb'],
  ])('%s', (_, content, edit, expected) => {
    expect(edited(content, edit)).toBe(expected);
  });

  it.each([
    { from: 2, to: 1, text: '' },
    { from: 0, to: 4, text: '' },
    { from: 4, to: 4, text: 'x' },
  ])('is refused if it is outside the text: %j', (edit) => {
    expect(() => edited('abc', edit)).toThrow('The changed range is not within the draft');
  });

  it('is refused if the result is too long', () => {
    const full = 'x'.repeat(DRAFT_LIMITS.content);

    expect(() => edited(full, { from: 0, to: 0, text: 'y' })).toThrow('Content too long');
    expect(edited(full, { from: 0, to: 1, text: 'y' })).toHaveLength(DRAFT_LIMITS.content);
  });
});
