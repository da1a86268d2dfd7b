import { describe, expect, it } from 'vitest';
import { canSetField, changeRefusal, OWN_FIELDS, OWN_POST_TEXTS, standingRefusal } from './own-posts.ts';
import { missingScope } from './token-scopes.ts';

const { others, public: shown, publishing, fields } = OWN_POST_TEXTS;
const CONTRIBUTOR = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const AUTHOR = { ...CONTRIBUTOR, writing: 'author' } as const;
const STAFF = { id: 'mod', role: 'moderator' } as const;

describe('a change of a post', () => {
  const own = { authorIds: ['bob', 'ada'], status: 'draft' } as const;

  it.each([
    [['title', 'content'], null, null],
    [['isPublished'], publishing, null],
    [['title', 'isPublished'], publishing, null],
    [['publishAt'], publishing, null],
    [['slug'], fields, fields],
    [['title', 'authorIds'], fields, fields],
    [['isPublished', 'isFeatured'], publishing, fields],
    [[], null, null],
  ])('(%j) is refused to contributors for %j, to authors for %j, to staff never', (changed, contributor, author) => {
    expect(changeRefusal(CONTRIBUTOR, own, changed)).toBe(contributor);
    expect(changeRefusal(AUTHOR, own, changed)).toBe(author);
    expect(changeRefusal(STAFF, { ...own, authorIds: [] }, changed)).toBeNull();
  });

  it.each([
    ['draft', null, null],
    ['trash', null, null],
    ['scheduled', shown, null],
    ['published', shown, null],
  ] as const)(
    'that is a %s one is refused to contributors for %j, to authors for %j',
    (status, contributor, author) => {
      for (const refusal of [
        standingRefusal,
        (...given: Parameters<typeof standingRefusal>) => changeRefusal(...given, ['title']),
      ]) {
        expect(refusal(CONTRIBUTOR, { ...own, status })).toBe(contributor);
        expect(refusal(AUTHOR, { ...own, status })).toBe(author);
        expect(refusal(AUTHOR, { authorIds: ['bob'], status })).toBe(others);
        expect(refusal({ ...AUTHOR, writing: 'none' as never }, { ...own, status })).toBe(others);
      }
    },
  );

  it('names the scope that a token lacks, and otherwise the reason that its owner would get', () => {
    const lacks = { token: { id: 't', publishes: false } };
    const has = { token: { id: 't', publishes: true } };
    for (const writer of [CONTRIBUTOR, AUTHOR]) {
      expect(changeRefusal({ ...writer, ...lacks }, own, ['isPublished'])).toBe(missingScope('posts:publish'));
      expect(standingRefusal({ ...writer, ...lacks }, { ...own, status: 'published' })).toBe(
        missingScope('posts:publish'),
      );
    }
    expect(changeRefusal({ ...CONTRIBUTOR, ...has }, own, ['isPublished'])).toBe(publishing);
    expect(standingRefusal({ ...CONTRIBUTOR, ...has }, { ...own, status: 'published' })).toBe(shown);
    expect(changeRefusal({ ...AUTHOR, ...has }, own, ['isPublished'])).toBeNull();
  });

  it('sets only the listed fields, except for staff', () => {
    expect(OWN_FIELDS.every((field) => canSetField(AUTHOR, field))).toBe(true);
    expect([canSetField(AUTHOR, 'slug'), canSetField(STAFF, 'slug'), canSetField(null, 'slug')]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
