import { describe, expect, it } from 'vitest';
import {
  afterEvent,
  type NotificationEvent,
  type NotificationInbox,
  toUserNotification,
} from './personal-notifications.converter.ts';

const NOBODY: NotificationInbox = {
  items: [],
  ...{ replies: true, comments: true, reviews: true, notes: true, following: true },
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
});
