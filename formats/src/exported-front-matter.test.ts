import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readFrontMatter, withFrontMatter } from './exported-front-matter.ts';

const FIELDS = {
  title: 'A "day" at sea: #1 \\ é 🚢',
  date: '2026-11-25T10:00:00.000Z',
  tags: ['#one', 'two: three'],
  seriesPlace: 3,
  featured: true,
};

describe('front matter', () => {
  it.each(['Text', 'Text\n\n---\n\nMore', '---\na: b\n---\n\n', '', '\n\n x \n', 'a\r\nb'])(
    'gets back the fields and exactly the text %j',
    (text) => {
      expect(readFrontMatter(withFrontMatter(FIELDS, text))).toEqual({ fields: FIELDS, text });
    },
  );

  it('is YAML, and omits fields without a value', () => {
    const file = withFrontMatter({ ...FIELDS, excerpt: null, cover: undefined, isHidden: false, authors: [] }, 'Text');

    expect(parse(file.split('\n---\n')[0]?.slice(4) ?? '')).toEqual(FIELDS);
  });

  it.each(['Text', '---\ntitle: "a"\nText', '---\ntitle: a\n---\n\nText\n', '---\n- a\n---\n\nText\n'])(
    'refuses %j',
    (file) => {
      expect(() => readFrontMatter(file)).toThrow();
    },
  );
});
