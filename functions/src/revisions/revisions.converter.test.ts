import { describe, expect, it } from 'vitest';
import { newPost } from '../posts/posts.converter.ts';
import { documentOf } from '../testing/documents.ts';
import { decodeRevision, encodeRevision, foundRevision, revisionOf } from './revisions.converter.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const later = new Date('2026-01-16T10:00:00.000Z');
const POST = {
  ...newPost(
    { title: 'T', content: 'one two three', excerpt: 'E', categoryId: 3, isPublished: false },
    { id: 'p', authorId: 'ada', at },
  ),
  updatedAt: at,
};

describe('a revision', () => {
  const edit = revisionOf({
    before: { ...POST, content: 'one four' },
    after: POST,
    reason: 'save',
    actorId: 'bob',
    at: later,
    restoredId: 'r',
  });

  it('contains the post after a change, and has the time of an edit as its id', () => {
    expect(edit).toMatchObject({
      id: String(at.getTime()),
      postId: 'p',
      reason: 'save',
      editorId: 'bob',
      restoredId: 'r',
      createdAt: at,
      title: 'T',
      content: 'one two three',
      wordsAdded: 2,
      wordsRemoved: 1,
    });
    const made = { before: null, after: POST, reason: 'import', actorId: 'bob', at: later } as const;
    expect(revisionOf(made)).toMatchObject({
      id: `${later.getTime()}-import`,
      restoredId: null,
      wordsAdded: 3,
      wordsRemoved: 0,
      createdAt: later,
    });
    expect(foundRevision({ ...POST, authorIds: [], lastEditedBy: 'cem' })).toMatchObject({
      id: String(at.getTime()),
      reason: 'found',
      editorId: 'cem',
      authorIds: ['ada'],
      wordsAdded: 3,
    });
  });

  it('is decoded as it was encoded, and lacks newer fields', () => {
    const { excerpt: _, ...document } = encodeRevision(edit, { isFirst: false });
    expect(decodeRevision(documentOf(edit.id, { ...document, excerpt: 'E' }))).toEqual(edit);
    expect(decodeRevision(documentOf(edit.id, document))).not.toHaveProperty('excerpt');
    expect(decodeRevision(documentOf(edit.id))).toBeNull();
    expect(document.thinAt).not.toBeNull();
    expect(encodeRevision(edit, { isFirst: true }).thinAt).toBeNull();
  });
});
