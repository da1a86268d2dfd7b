import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { sampleComment } from '../testing/samples.ts';
import type { AuthorNames } from '../users/authors.ts';
import {
  decodeComment,
  decodeCommentData,
  decodeRemoved,
  decodeReport,
  encodeComment,
  encodeRemoved,
  encodeReport,
  isNotificationDue,
  namedIn,
  namingOnly,
  newComment,
  repliedTo,
  reportKeptUntil,
  type StoredComment,
  toAnswer,
  toComment,
} from './comments.converter.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

/** Every field has a unique value. */
const HIDDEN: StoredComment = {
  id: 'c',
  postId: 'p',
  content: 'Words',
  authorId: 'ada',
  createdAt: at(1),
  parentId: 'starter',
  replyTo: { id: 'r', authorId: 'bob' },
  state: 'hidden',
  heldBy: 'links',
  reason: 'Rude',
  editedAt: at(2),
  hiddenWith: { cause: 'block', state: 'held', heldBy: 'words', reportsCount: 2 },
  answersCount: 3,
  hasHadAnswers: true,
  reportsCount: 4,
  notification: 'sent',
  earlier: [{ content: 'Other words', until: at(2) }],
};
const VISIBLE = sampleComment('v', { createdAt: at(1) });

describe('a stored comment', () => {
  it('is decoded as it was encoded', () => {
    expect(decodeComment(documentOf('c', encodeComment(HIDDEN)))).toEqual(HIDDEN);
    expect(decodeComment(documentOf('v', encodeComment(VISIBLE)))).toEqual(VISIBLE);
    expect(decodeComment(documentOf('c'))).toBeNull();
  });

  it('has defaults for fields that an older document lacks', () => {
    expect(decodeCommentData('c', { onPostId: 'p', content: 'Words', authorId: 'ada', createdAt: 0 })).toEqual({
      ...VISIBLE,
      id: 'c',
      createdAt: new Date(0),
    });
  });

  it('is held from the start if a rule requires it', () => {
    expect(newComment({ ...VISIBLE, heldBy: 'first' })).toMatchObject({ state: 'held', heldBy: 'first' });
    expect(VISIBLE).toMatchObject({ state: 'visible', notification: 'none', answersCount: 0 });
  });

  it.each([
    ['begins a thread', {}, true],
    ['replies', { parentId: 'starter' }, false],
    ['is held', { state: 'held' }, false],
    ['was deleted after replies', { state: 'deleted', answersCount: 1 }, true],
  ] as const)('that is %s appears in the list of its post: %j', (_, changes, isInList) => {
    const document = encodeComment({ ...VISIBLE, ...changes });

    expect('postId' in document).toBe(isInList);
    expect(document.onPostId).toBe('p');
  });

  it.each([
    ['visible', 'due', true],
    ['visible', 'sent', false],
    ['visible', 'none', false],
    ['hidden', 'sent', true],
    ['hidden', 'due', false],
  ] as const)(
    'that is %s and whose notification is %s has a notification to send or withdraw: %j',
    (state, notification, isDue) => {
      expect(isNotificationDue({ state, notification })).toBe(isDue);
      expect(encodeComment({ ...VISIBLE, state, notification })).toMatchObject({ isNotificationDue: isDue });
    },
  );

  it('is among the reported ones from the first report on', () => {
    expect([0, 1].map((reportsCount) => encodeComment({ ...VISIBLE, reportsCount }).isReported)).toEqual([false, true]);
  });
});

describe('a shown comment', () => {
  const names = new Map([
    ['ada', { displayName: 'Ada', firstName: null } as AuthorNames],
    ['bob', { displayName: null, firstName: 'Bob' } as AuthorNames],
  ]);

  it('has all its fields for its author, and is a placeholder for others', () => {
    expect(toAnswer(HIDDEN, names, { id: 'ada', role: 'user' })).toEqual({
      id: 'c',
      postId: 'p',
      content: 'Words',
      authorId: 'ada',
      author: expect.objectContaining({ id: 'ada' }),
      createdAt: at(1).toISOString(),
      parentId: 'starter',
      replyTo: { id: 'r', name: 'Bob' },
      state: 'hidden',
      reason: 'Rude',
      editedAt: at(2).toISOString(),
    });
    expect(toAnswer(HIDDEN, names, null)).toMatchObject({
      id: 'c',
      postId: 'p',
      content: '',
      authorId: '',
      createdAt: at(1).toISOString(),
      parentId: 'starter',
      replyTo: null,
      state: 'deleted',
      reason: null,
      editedAt: null,
    });
  });

  it('has its answers, and their number', () => {
    const thread = toComment({ ...VISIBLE, answersCount: 5 }, [HIDDEN], { names, viewer: null });

    expect(thread).toMatchObject({ id: 'v', content: 'Words', answersCount: 5, answers: [{ id: 'c', content: '' }] });
  });

  it('names the person it replies to only if that comment exists and may be seen', () => {
    const answered = { ...VISIBLE, id: 'r', authorId: 'bob' };
    expect(repliedTo([HIDDEN, HIDDEN])).toEqual(['r']);
    expect(repliedTo([HIDDEN, answered])).toEqual([]);
    expect(namedIn([HIDDEN, VISIBLE])).toEqual(['ada', 'bob', 'ada']);

    const namedBy = (others: StoredComment[], isSeen: boolean) =>
      namingOnly([HIDDEN], others, () => isSeen)[0]?.replyTo;
    expect(namedBy([answered], true)).toEqual({ id: 'r', authorId: 'bob' });
    expect(namedBy([answered], false)).toEqual({ id: 'r', authorId: '' });
    expect(namedBy([], true)).toEqual({ id: 'r', authorId: '' });
  });
});

describe('a deleted comment', () => {
  it('is stored for an hour, and its notification is withdrawn if there was one', () => {
    const document = encodeRemoved({ comment: HIDDEN, removedAt: at(3) });
    expect(decodeRemoved(documentOf('c', document))).toEqual({ comment: HIDDEN, removedAt: at(3) });
    expect(document).toMatchObject({ expireAt: new Date(at(3).getTime() + 3_600_000), isNotificationDue: true });
    expect(encodeRemoved({ comment: VISIBLE, removedAt: at(3) }).isNotificationDue).toBe(false);
    expect(decodeRemoved(documentOf('c'))).toBeNull();
  });
});

describe('a report', () => {
  it('is decoded as it was encoded, and stored for 180 days', () => {
    const report = { id: 'x', commentId: 'c', reporterId: 'ada', email: null, reason: 'Spam', createdAt: at(1) };
    const document = encodeReport(report);

    expect(decodeReport(documentOf('x', document))).toEqual(report);
    expect(document.expireAt).toEqual(at(181));
    expect(reportKeptUntil(report)).toEqual(at(181));
    expect(decodeReport(documentOf('x', { ...document, reporterId: null, email: 'a@example.com' }))).toMatchObject({
      reporterId: null,
      email: 'a@example.com',
    });
  });
});
