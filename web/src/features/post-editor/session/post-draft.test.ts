import { describe, expect, it } from 'vitest';
import { samplePost } from '../../../test/samples.ts';
import { isContainedIn, NO_WORDS, type Words, wordsOfPost } from './post-draft.ts';

const postOf = (content: string, fields: Partial<ReturnType<typeof samplePost>> = {}) =>
  samplePost({ content, ...fields });
const words = (content: string, fields: Partial<Words['form']> = {}): Words => {
  const { form, image } = wordsOfPost(postOf(''));
  return { form: { ...form, ...fields, content }, image };
};

describe('a post', () => {
  const BEGAN = 'One two.\n\nThree four.';

  it.each([
    ['the same text', 'One two.\n\nThree four. Five', 'One two.\n\nThree four. Five'],
    ['a text that was typed on', 'One two.\n\nThree four. Fi', 'One two.\n\nThree four. Five six.'],
    ['a text that was typed on in its middle', 'One one\n\nThree four.', 'One one half\n\nThree four.'],
    ['a deleted passage, and a later addition', 'One two.', 'One two. Five'],
    ['the same text, which its save has trimmed', `${BEGAN}\n`, BEGAN],
    ['nothing, where the draft is the text that it began with', BEGAN, 'Rewritten by somebody else'],
  ])('has all of a draft with %s', (_, drafted, stored) => {
    expect(isContainedIn(postOf(stored), words(drafted), words(BEGAN))).toBe(true);
  });

  it.each([
    ['words of its own', 'One two.\n\nThree four. Mine', 'One two.\n\nThree four. Theirs'],
    ['other letters than were saved', 'One two.\n\nThree fuor. Five', 'One two.\n\nThree four. Five six.'],
    ['a deletion that was not saved', 'One two.', BEGAN],
    ['a deletion that was not saved, in a post that grew', 'One two.', `${BEGAN} Five.`],
    ['a text that was deleted since', `${BEGAN} Five.`, BEGAN],
  ])('lacks something of a draft with %s', (_, drafted, stored) => {
    expect(isContainedIn(postOf(stored), words(drafted), words(BEGAN))).toBe(false);
  });

  it('lacks another value of a field, and another picture', () => {
    const [post, base] = [postOf(BEGAN, { slug: 'here' }), words(BEGAN, { slug: '' })];

    expect(isContainedIn(post, words(BEGAN, { slug: 'her' }), base)).toBe(true);
    expect(isContainedIn(post, words(BEGAN, { slug: 'there' }), base)).toBe(false);
    expect(isContainedIn(post, words(BEGAN, { categoryId: '7' }), base)).toBe(false);
    expect(isContainedIn(post, { ...base, image: '/images/mine.webp' }, base)).toBe(false);
  });

  it('must equal a draft whose base is unknown', () => {
    expect(isContainedIn(postOf(`${BEGAN} Five.`), words(BEGAN), null)).toBe(false);
    expect(isContainedIn(postOf(BEGAN), words(BEGAN), null)).toBe(true);
    expect(isContainedIn(postOf('Words'), { ...NO_WORDS, form: { ...NO_WORDS.form, content: 'Wor' } }, NO_WORDS)).toBe(
      true,
    );
    expect(isContainedIn(null, NO_WORDS, NO_WORDS)).toBe(false);
  });
});
