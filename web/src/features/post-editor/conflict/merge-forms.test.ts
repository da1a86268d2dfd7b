import { describe, expect, it } from 'vitest';
import { EMPTY_POST } from '../post-form.ts';
import { differingFields, mergeForms } from './merge-forms.ts';

const base = { ...EMPTY_POST, title: 'T', content: 'a\nb\nc', excerpt: 'E', categoryId: '1' };

describe('mergeForms', () => {
  it('takes what only one side changed', () => {
    const merge = mergeForms({
      base,
      mine: { ...base, title: 'Mine', content: 'A\nb\nc' },
      theirs: { ...base, categoryId: '2', isPublished: true, content: 'a\nb\nC' },
    });

    expect(merge).toEqual({
      form: { title: 'Mine', content: 'A\nb\nC', excerpt: 'E', categoryId: '2', isPublished: true },
      passages: 0,
      ownKept: [],
    });
  });

  it('keeps your own value where both changed one field, and says so', () => {
    const merge = mergeForms({ base, mine: { ...base, title: 'Mine' }, theirs: { ...base, title: 'Theirs' } });

    expect(merge.form.title).toBe('Mine');
    expect(merge.ownKept).toEqual(['title']);
  });

  it('counts the passages of the content that hold both versions', () => {
    const merge = mergeForms({ base, mine: { ...base, content: 'x' }, theirs: { ...base, content: 'y' } });

    expect(merge.passages).toBe(1);
    expect(merge.ownKept).toEqual([]);
  });
});

describe('differingFields', () => {
  it('takes absent and empty for the same', () => {
    expect(differingFields({ mine: { ...base, excerpt: null }, theirs: { ...base, excerpt: '' } })).toEqual([]);
  });
});
