import { describe, expect, it, vi } from 'vitest';
import type { NotificationState, StoredComment } from '../comments/comments.converter.ts';
import type { StoredPost } from '../posts/posts.converter.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import { SAMPLED_AT as at, sampleComment, samplePost } from '../testing/samples.ts';
import type { NotificationEvent } from './personal-notifications.converter.ts';
import { createPersonalNotificationService } from './personal-notifications.service.ts';

const names = (displayName: string | null, joinedTo: string | null = null) =>
  ({ displayName, firstName: null, joinedTo }) as never;
const AUTHORS = cacheOf({ ada: names('Ada'), 'guest-1': names('Guest', 'cem'), 'guest-2': names('Guest') });

const comment = (changes: Partial<StoredComment> = {}) => sampleComment('c', { notification: 'due', ...changes });
const post = (authorIds: string[], changes: Partial<StoredPost> = {}) =>
  samplePost({ title: 'Harbour', authorIds, ...changes });

/** The people whom `catchUp` notifies of a comment, and how that is recorded. */
async function toldOf(
  due: StoredComment,
  {
    on = post(['writer']),
    starter = null as StoredComment | null,
    isGone = false,
    changed = null as StoredComment | null,
  } = {},
) {
  const told: (readonly [string, string])[] = [];
  const mailed: string[] = [];
  const states: NotificationState[] = [];
  const service = createPersonalNotificationService({
    notifications: partOf({
      due: async () => [{ comment: due, isGone }],
      async notify(userId: string, event: NotificationEvent) {
        told.push([userId, event.what === 'written' ? event.kind : event.what]);
      },
      async settle(_: unknown, state: NotificationState) {
        states.push(state);
        return states.length === 1 && changed ? { comment: changed, isGone: false } : null;
      },
    } as never),
    comments: { find: async () => starter },
    posts: { findCard: async () => on },
    authors: AUTHORS,
    mails: { tellOfComment: async (userId, why) => void mailed.push(`${userId} ${why}`) },
    clock: { now: () => at },
    onError: vi.fn(),
  });
  expect(await service.catchUp()).toBe(1);
  return { told, mailed, states };
}

describe('of a comment', () => {
  const starter = comment({ id: 's', authorId: 'bob' });

  it.each([
    ['on a post', comment(), null, ['writer'], { writer: 'comment' }],
    ['on a post of several', comment(), null, ['writer', 'bob'], { writer: 'comment', bob: 'comment' }],
    ['on an own post', comment(), null, ['ada'], {}],
    ['on a post of guests', comment(), null, ['guest-1', 'guest-2'], { cem: 'comment' }],
    ['in a thread', comment({ parentId: 's' }), starter, ['writer'], { writer: 'comment', bob: 'reply' }],
    ['in a thread of the author', comment({ parentId: 's' }), starter, ['bob'], { bob: 'reply' }],
    [
      ...(['in reply to somebody', comment({ parentId: 's', replyTo: { id: 'r', authorId: 'dan' } })] as const),
      ...([starter, [], { writer: 'comment', bob: 'reply', dan: 'reply' }] as const),
    ],
    [
      ...(['in reply to oneself', comment({ parentId: 's', replyTo: { id: 'r', authorId: 'ada' } })] as const),
      ...([starter, [], { writer: 'comment', bob: 'reply' }] as const),
    ],
  ])('%s, everybody concerned is notified once', async (_, written, first, authorIds, expected) => {
    const { told, mailed, states } = await toldOf(written, { on: post([...authorIds]), starter: first });

    expect(Object.fromEntries(told)).toEqual(expected);
    expect(told).toHaveLength(Object.keys(expected).length);
    expect(mailed).toEqual(told.map((one) => one.join(' ')));
    expect(states).toEqual(['sent']);
  });

  it.each([
    ['that was hidden', comment({ state: 'hidden' }), {}],
    ['that is gone', comment(), { isGone: true }],
    [
      'that was hidden on a post in the trash',
      comment({ state: 'hidden' }),
      { on: post(['writer'], { trashedAt: at }) },
    ],
  ])('%s, sent notifications are withdrawn', async (_, gone, given) => {
    expect(await toldOf(gone, given)).toEqual({ told: [['writer', 'gone']], mailed: [], states: ['none'] });
  });

  it('on a post that is deleted or in the trash, nobody is notified', async () => {
    const nobody = { told: [], mailed: [], states: ['none'] };
    expect(await toldOf(comment(), { on: post(['writer'], { trashedAt: at }) })).toEqual(nobody);
    expect(await toldOf(comment(), { on: null as never })).toEqual(nobody);
  });

  it('that was hidden while people were being notified, the notification is withdrawn', async () => {
    const { told, states } = await toldOf(comment(), { changed: comment({ state: 'hidden', notification: 'sent' }) });
    expect(told).toEqual([
      ['writer', 'comment'],
      ['writer', 'gone'],
    ]);
    expect(states).toEqual(['sent', 'none']);
  });
});

describe('a thread', () => {
  const EVE = { id: 'eve', role: 'user' } as const;

  it.each([
    ['its first comment', comment(), {}, ['eve', 'c', true]],
    ['a reply', comment({ parentId: 's' }), {}, ['eve', 's', true]],
    ['a comment that is hidden', comment({ state: 'hidden' }), {}, null],
    ['a comment on a post that is not published', comment(), { isPublished: false }, null],
  ])('is muted by %s', async (_, one, changes, expected) => {
    const muted: unknown[][] = [];
    const service = createPersonalNotificationService({
      notifications: partOf({ mute: async (...args: unknown[]) => void muted.push(args) } as never),
      comments: { find: async () => one },
      posts: { findCard: async () => post(['writer'], changes) },
      authors: AUTHORS,
      mails: null,
      clock: { now: () => at },
      onError: vi.fn(),
    });
    const answer = await service.mute(EVE, 'c', true).catch(({ code }) => code);
    expect([answer, muted]).toEqual(expected ? [undefined, [expected]] : ['not-found', []]);
  });
});
