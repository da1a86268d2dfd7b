import { describe, expect, it } from 'vitest';
import { EMPTY_POST } from '../post-form.ts';
import { differingFields, mergeForms } from './merge-forms.ts';

const base = { ...EMPTY_POST, title: 'T', content: 'a\nb\nc', excerpt: 'E', categoryId: '1' };

describe('mergeForms', () => {
  it('takes changes that only one side made', () => {
    const merge = mergeForms({
      base,
      mine: { ...base, title: 'Mine', content: 'A\nb\nc' },
      theirs: { ...base, categoryId: '2', isPublished: true, content: 'a\nb\nC' },
    });

    expect(merge).toEqual({
      form: { ...EMPTY_POST, title: 'Mine', content: 'A\nb\nC', excerpt: 'E', categoryId: '2', isPublished: true },
      passages: 0,
      ownKept: [],
    });
  });

  it('keeps the writer’s value if both changed a field, and reports it', () => {
    const merge = mergeForms({ base, mine: { ...base, title: 'Mine' }, theirs: { ...base, title: 'Theirs' } });

    expect(merge.form.title).toBe('Mine');
    expect(merge.ownKept).toEqual(['title']);
  });

  it('counts the passages of the content that contain both versions', () => {
    const merge = mergeForms({ base, mine: { ...base, content: 'x' }, theirs: { ...base, content: 'y' } });

    expect(merge.passages).toBe(1);
    expect(merge.ownKept).toEqual([]);
  });
});

describe('differingFields', () => {
  it('treats missing and empty as equal', () => {
    expect(differingFields({ mine: { ...base, excerpt: null }, theirs: { ...base, excerpt: '' } })).toEqual([]);
  });
});
