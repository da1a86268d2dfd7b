import { DRAFT_LIMITS } from '@inkwell/shared/drafts';
import { describe, expect, it } from 'vitest';
import { newPost } from '../posts/posts.converter.ts';
import { documentOf } from '../testing/documents.ts';
import {
  closing,
  type DraftDocument,
  decodeDiscarded,
  decodeDocument,
  decodeDraft,
  discardedOf,
  encodeDiscarded,
  encodeDocument,
  hasFields,
  isSavedIn,
  lengthOf,
  replacedDraft,
  withDraft,
} from './drafts.converter.ts';

const at = (ms: number) => new Date(ms);
const NONE: DraftDocument = { key: 'post-1', version: 2_000, draft: null, closed: [] };
const FIELDS = {
  title: 'Title',
  content: 'Words ![x](/api/images/one.webp)',
  categoryId: 3,
  isPublished: true,
  baseUpdatedAt: '2026-01-15T10:00:00.000Z',
  device: 'Firefox on Linux',
};
const DRAFT = withDraft(NONE, FIELDS, 'sitting', at(3_000));
const DAY_MS = 24 * 3_600_000;

describe('the version of a draft', () => {
  it('is the time in ms, and always greater than the previous version', () => {
    const versionAt = (ms: number) => withDraft(NONE, { content: 'Words' }, 'sitting', at(ms)).version;

    expect([versionAt(3_000), versionAt(2_000), versionAt(1_000)]).toEqual([3_000, 2_001, 2_001]);
  });
});

describe('a draft', () => {
  it('is decoded as it was encoded, and keeps its creation time', () => {
    const closed = [{ sitting: 'before', at: at(1_000), postId: 'post-1' }];
    const document = { ...NONE, draft: DRAFT, version: DRAFT.version, closed };
    const stored = documentOf('post-1', encodeDocument(document, at(3_000)) ?? undefined);

    expect(decodeDocument(stored)).toEqual(document);
    expect(decodeDraft(stored)).toEqual(DRAFT);
    expect(DRAFT).toMatchObject({ ...FIELDS, key: 'post-1', sitting: 'sitting', createdAt: at(3_000).toISOString() });
    expect(withDraft(document, { content: 'x' }, 'other', at(9_000))).toMatchObject({
      createdAt: at(3_000).toISOString(),
      updatedAt: at(9_000).toISOString(),
      sitting: 'other',
      baseUpdatedAt: null,
      device: null,
      preview: 'x',
    });
    expect(decodeDocument(documentOf('post-1'))).toEqual({ ...NONE, version: 0 });
  });

  it.each([
    ['the same from another device', { ...FIELDS, device: 'Safari on iPhone' }, true],
    ['another base', { ...FIELDS, baseUpdatedAt: null }, false],
    ['another word', { ...FIELDS, title: 'Other' }, false],
    ['a field more', { ...FIELDS, excerpt: 'More' }, false],
  ])('has exactly its fields: %s', (_, fields, isSame) => {
    expect(hasFields(DRAFT, fields)).toBe(isSame);
  });

  it.each([
    ['trimmed', { title: ' Title ' }, true],
    ['without fields that it lacks', { excerpt: undefined }, true],
    ['with another text', { content: 'Other' }, false],
    ['where it is not valid', { title: '' }, false],
  ])('is saved in a post %s: %j', (_, fields, isSaved) => {
    const post = newPost(
      { title: 'Title', content: 'Words', isPublished: false },
      { id: 'post-1', authorId: 'ada', at: at(0) },
    );
    const draft = withDraft(NONE, { title: 'Title', content: 'Words', ...fields }, 'sitting', at(0));

    expect(isSavedIn(draft, post)).toBe(isSaved);
  });
});

describe('a closed sitting', () => {
  it('is stored once, with the post that it was saved to', () => {
    const once = closing(NONE, 'sitting', at(1), 'post-1');
    expect(once.closed).toEqual([{ sitting: 'sitting', at: at(1), postId: 'post-1' }]);
    expect(closing(once, 'sitting', at(2))).toBe(once);
    expect(closing(once, 'other', at(2)).closed).toHaveLength(2);
  });

  it('is stored for a day, at most 20 per key, and then the document is deleted', () => {
    const closed = Array.from({ length: 25 }, (_, n) => ({ sitting: `${n}`, at: at(n), postId: null }));
    const sittings = (now: number) =>
      encodeDocument({ ...NONE, closed }, at(now))?.closed.map(({ sitting }: { sitting: string }) => sitting);

    expect(sittings(100)).toEqual(closed.slice(5).map(({ sitting }) => sitting));
    expect(sittings(DAY_MS + 23)).toEqual(['24']);
    expect(sittings(DAY_MS + 24)).toBeUndefined();
    expect(encodeDocument({ ...NONE, closed }, at(100))).toMatchObject({ version: 2_000, expireAt: at(100 + DAY_MS) });
    expect(encodeDocument(NONE, at(0))).toBeNull();
  });
});

describe('a discarded draft', () => {
  it('is decoded as it was encoded, and stored for 30 days', () => {
    const input = { ...FIELDS, reason: 'discarded', draftKey: 'post-1', sitting: 'sitting', postId: 'post-1' } as const;
    const discarded = discardedOf('d', input, at(5_000));
    const document = encodeDiscarded(discarded);

    expect(decodeDiscarded(documentOf('d', document))).toEqual(discarded);
    expect(discarded).toMatchObject({ ...input, id: 'd', discardedAt: at(5_000).toISOString() });
    expect(document.expireAt).toEqual(at(5_000 + DRAFT_LIMITS.discardedMs));
    expect(document.length).toBe(FIELDS.title.length + FIELDS.content.length);
    expect(lengthOf({ title: 'ab', excerpt: 'c', categoryId: 5 })).toBe(3);
  });

  it('for a replaced draft belongs to its post, and has one id for each version', () => {
    const replaced = replacedDraft('ada', DRAFT, at(5_000));

    expect(replaced).toMatchObject({ reason: 'replaced', draftKey: 'post-1', postId: 'post-1', sitting: 'sitting' });
    expect(replacedDraft('ada', DRAFT, at(6_000)).id).toBe(replaced.id);
    expect(replacedDraft('ada', { ...DRAFT, version: 9 }, at(5_000)).id).not.toBe(replaced.id);
    expect(replacedDraft('bob', DRAFT, at(5_000)).id).not.toBe(replaced.id);
    expect(replacedDraft('ada', { ...DRAFT, baseUpdatedAt: null }, at(5_000)).postId).toBeNull();
  });
});
