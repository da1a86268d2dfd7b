import { CONFLICT_MARKERS } from '@inkwell/shared/conflict-markers';
import { describe, expect, it } from 'vitest';
import { contributor, moderator } from '../../../test/samples.ts';
import { storedImage } from '../featured-image.ts';
import { EMPTY_POST } from '../post-form.ts';
import { checksOf } from './review-checks.ts';

const complete = {
  ...EMPTY_POST,
  title: 'Tides',
  content: 'They write.',
  excerpt: 'Twice a day.',
  categoryId: '1',
  tagIds: 'sea',
  coverDescription: 'The sea',
};
const image = storedImage('/media/sea.jpg');
const textsOf = (form: Partial<typeof complete>, cover = image, viewer = moderator) =>
  checksOf({ kind: 'post', base: null, form: { ...complete, ...form }, image: cover }, viewer).map(({ text }) => text);

describe('the checks before publication', () => {
  it('find nothing in a complete post', () => {
    expect(textsOf({})).toEqual([]);
  });

  it('name errors first', () => {
    const checks = checksOf({ kind: 'post', base: null, form: EMPTY_POST, image: storedImage(null) }, moderator);

    expect(checks.slice(0, 2)).toEqual([
      { text: 'Title is required', isError: true },
      { text: 'Content is required', isError: true },
    ]);
    expect(checks.slice(2).some(({ isError }) => isError)).toBe(false);
  });

  it('ask for descriptions of the cover and of images in the text, except decorative ones', () => {
    expect(textsOf({ coverDescription: ' ' })).toEqual([
      expect.stringMatching(/^The featured image has no description/),
    ]);
    expect(textsOf({ content: '![](/media/a.jpg) ![A boat](/media/b.jpg) ![](/media/c.jpg#decorative)' })).toEqual([
      '1 image in the text has no description.',
    ]);
  });

  it('find passages that contain two versions', () => {
    const content = Object.values(CONFLICT_MARKERS).join('\nWords\n');

    expect(checksOf({ kind: 'post', base: null, form: { ...complete, content }, image }, contributor)).toHaveLength(1);
  });
});
