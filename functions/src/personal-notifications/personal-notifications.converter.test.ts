import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import {
  afterEvent,
  decodeInbox,
  encodePush,
  type NotificationEvent,
  type NotificationInbox,
  toNotificationSettings,
  toUserNotification,
} from './personal-notifications.converter.ts';

const NOBODY: NotificationInbox = {
  items: [],
  replies: true,
  comments: true,
  reviews: true,
  notes: true,
  following: true,
  mutedThreads: [],
};

type Written = Extract<NotificationEvent, { what: 'written' }>;

const written = (id: string, name: string, change: Partial<Written> = {}): NotificationEvent => ({
  what: 'written',
  kind: 'comment',
  postId: 'p',
  postTitle: 'Harbour',
  threadId: null,
  comment: { id, authorId: name, name },
  at: new Date(0),
  ...change,
});

const titlesAfter = (...events: NotificationEvent[]) =>
  events.reduce(afterEvent, NOBODY).items.map((item) => toUserNotification(item).title);

describe('personal notifications', () => {
  it('are combined, and count people instead of comments', () => {
    expect(titlesAfter(written('1', 'Ada'), written('2', 'Bob'), written('3', 'Ada'))).toEqual([
      'Ada and 1 other commented on your post',
    ]);
  });

  it('for different posts, threads or kinds stay separate, newest first', () => {
    expect(
      titlesAfter(
        written('1', 'Ada'),
        written('2', 'Bob', { postId: 'q' }),
        written('3', 'Cem', { kind: 'reply', threadId: 't' }),
        written('4', 'Dan', { kind: 'reply', threadId: 'u' }),
      ),
    ).toEqual([
      'Dan replied to your comment',
      'Cem replied to your comment',
      'Bob commented on your post',
      'Ada commented on your post',
    ]);
  });

  it('do not change after a repeat, or when an unknown comment is removed', () => {
    const after = afterEvent(NOBODY, written('1', 'Ada'));

    expect(afterEvent(after, written('1', 'Ada'))).toBe(after);
    expect(afterEvent(after, { what: 'gone', commentId: '2' })).toBe(after);
    expect(afterEvent(after, { what: 'gone', commentId: '1' }).items).toEqual([]);
  });

  it('are at most 50', () => {
    const events = Array.from({ length: 60 }, (_, n) => written(`${n}`, 'Ada', { postId: `p${n}` }));

    expect(events.reduce(afterEvent, NOBODY).items).toHaveLength(50);
  });

  it.each([
    ['reply', 'replies'],
    ['comment', 'comments'],
    ['returned', 'reviews'],
    ['note', 'notes'],
    ['posted', 'following'],
  ] as const)('of the kind %s are for accounts that want %s', (kind, choice) => {
    const at = new Date(0);
    const event: NotificationEvent =
      kind === 'posted'
        ? { what: kind, posts: [{ id: '1', authorId: 'ada', name: 'Ada' }], titles: ['Harbour'], at }
        : written('1', 'Ada', { kind });

    expect(afterEvent({ ...NOBODY, [choice]: false }, event).items).toEqual([]);
    expect(afterEvent(NOBODY, event).items).toMatchObject([{ kind, isRead: false, id: 'personal-1' }]);
  });

  it('do not come from a muted thread', () => {
    const muted = { ...NOBODY, mutedThreads: ['t'] };
    expect(afterEvent(muted, written('1', 'Ada', { kind: 'reply', threadId: 't' })).items).toEqual([]);
    expect(afterEvent(muted, written('1', 'Ada', { kind: 'reply', threadId: 'u' })).items).toHaveLength(1);
    expect(afterEvent(muted, written('1', 'Ada', { threadId: null })).items).toHaveLength(1);
  });

  it('that were read are not continued, including those of new posts', () => {
    const read = (inbox: NotificationInbox) => ({
      ...inbox,
      items: inbox.items.map((item) => ({ ...item, isRead: true })),
    });
    const posted = (id: string): NotificationEvent => ({
      what: 'posted',
      posts: [{ id, authorId: 'ada', name: 'Ada' }],
      titles: [id],
      at: new Date(0),
    });
    const comments = afterEvent(read(afterEvent(NOBODY, written('1', 'Ada'))), written('2', 'Bob'));
    expect(comments.items.map(({ id, isRead }) => [id, isRead])).toEqual([
      ['personal-2', false],
      ['personal-1', true],
    ]);
    const posts = afterEvent(read(afterEvent(NOBODY, posted('p'))), posted('q'));
    expect(posts.items.map(({ id, isRead }) => [id, isRead])).toEqual([
      ['personal-q', false],
      ['personal-p', true],
    ]);
    expect(afterEvent(posts, posted('p'))).toBe(posts);
    expect(afterEvent(posts, posted('r')).items.map(({ id, comments }) => [id, comments.length])).toEqual([
      ['personal-q', 2],
      ['personal-p', 1],
    ]);
  });

  it('lose a deleted comment, and keep the others', () => {
    const two = [written('1', 'Ada'), written('2', 'Bob')].reduce(afterEvent, NOBODY);
    const [left] = afterEvent(two, { what: 'gone', commentId: '2' }).items;

    expect(left?.comments.map(({ id }) => id)).toEqual(['1']);
  });

  it.each([
    ['comment', '/posts/p#comment-1'],
    ['reply', '/posts/p#comment-1'],
    ['published', '/posts/p'],
    ['note', '/create-post?edit=p'],
    ['submitted', '/create-post?edit=p'],
  ] as const)('of the kind %s lead to %s', (kind, link) => {
    const [item] = afterEvent(NOBODY, written('1', 'Ada', { kind })).items;
    expect(item && toUserNotification(item).link).toBe(link);
  });

  it('of new posts lead to the only one, or to all', () => {
    const linkOf = (...ids: string[]) => {
      const posts = ids.map((id) => ({ id, authorId: 'ada', name: 'Ada' }));
      const [item] = afterEvent(NOBODY, { what: 'posted', posts, titles: ['A', 'B'], at: new Date(0) }).items;
      return item && [toUserNotification(item).link, item.postTitle];
    };
    expect(linkOf('p')).toEqual(['/posts/p', 'A \u00b7 B']);
    expect(linkOf('p', 'q')).toEqual(['/following', 'A \u00b7 B']);
  });

  it('are pushed for a day, with the ids of the people they name', () => {
    const [item] = [written('1', 'Ada'), written('2', 'Bob'), written('3', 'Ada')].reduce(afterEvent, NOBODY).items;
    expect(item && encodePush(item)).toEqual({
      title: 'Ada and 1 other commented on your post',
      message: 'Harbour',
      link: '/posts/p#comment-3',
      writerIds: ['Ada', 'Bob'],
      pushedAt: new Date(0),
      expireAt: new Date(24 * 3_600_000),
    });
  });

  it('are all wanted by an account without a document', () => {
    expect(decodeInbox(documentOf('me'))).toEqual(NOBODY);
    const stored = { replies: false, following: false, mutedThreads: ['t'] };
    expect(toNotificationSettings(decodeInbox(documentOf('me', stored)))).toEqual({
      ...stored,
      comments: true,
      reviews: true,
      notes: true,
    });
  });
});
