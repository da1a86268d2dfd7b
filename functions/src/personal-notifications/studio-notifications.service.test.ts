import { describe, expect, it } from 'vitest';
import type { StoredCard } from '../posts/posts.converter.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { AuthorNames } from '../users/authors.ts';
import type { StoredUser } from '../users/users.converter.ts';
import { createStudioNotifier } from './studio-notifications.service.ts';

const AT = new Date(Date.UTC(2026, 0, 15));
const POST = partOf<StoredCard>({
  id: 'p',
  title: 'Harbour',
  authorId: 'ada',
  authorIds: ['ada', 'demoted', 'guest-g'],
});
const userOf = (id: string, changes: Partial<StoredUser> = {}) =>
  partOf<StoredUser>({ id, role: 'user', writing: 'none', isBlocked: false, ...changes });
const USERS = [
  userOf('ada', { writing: 'contributor' }),
  userOf('demoted'),
  userOf('mod', { role: 'moderator' }),
  userOf('blocked', { role: 'moderator', isBlocked: true }),
  userOf('other', { writing: 'author' }),
  userOf('eve', { role: 'admin' }),
];

function notifierOf({ isMailing = true } = {}) {
  const [told, mailed]: [unknown[][], unknown[][]] = [[], []];
  const notifier = createStudioNotifier({
    notifications: { notify: async (...args) => void told.push(args) },
    users: {
      staff: async (limit) => USERS.filter(({ role }) => role !== 'user').slice(0, limit),
      findMany: async (ids) => new Map(USERS.filter(({ id }) => ids.includes(id)).map((user) => [user.id, user])),
    },
    authors: cacheOf({ eve: partOf<AuthorNames>({ displayName: 'Eve', joinedTo: null }) }),
    mails: isMailing ? { tellOfStep: async (user, post, event) => void mailed.push([user.id, post.id, event]) } : null,
  });
  return { notifier, told, mailed };
}
const EVERYBODY = USERS.map(({ id }) => id);
const EVENT = { id: 'e', kind: 'submitted', actorId: 'eve', at: AT } as const;

describe('an event of a post before its publication', () => {
  it('is announced to everybody who may currently see it, except the person who caused it', async () => {
    const { notifier, told, mailed } = notifierOf();
    await notifier.tell(EVERYBODY, POST, EVENT);
    const event = { id: 'e', authorId: 'eve', name: 'Eve' };
    const about = { what: 'happened', kind: 'submitted', postId: 'p', postTitle: 'Harbour', event, at: AT };
    expect(told).toEqual([
      ['ada', about],
      ['mod', about],
    ]);
    const mail = { id: 'e', kind: 'submitted', actorId: 'eve', name: 'Eve' };
    expect(mailed).toEqual([
      ['ada', 'p', mail],
      ['mod', 'p', mail],
    ]);
  });

  it('is emailed unless it is a resolved note, or nobody gets email', async () => {
    const [resolved, silent] = [notifierOf(), notifierOf({ isMailing: false })];
    await resolved.notifier.tell(['ada'], POST, { ...EVENT, kind: 'resolved' });
    await silent.notifier.tell(['ada'], POST, EVENT);
    expect([resolved.told.length, resolved.mailed.length, silent.told.length]).toEqual([1, 0, 1]);
  });

  it('is withdrawn from everybody', async () => {
    const { notifier, told } = notifierOf();
    await notifier.takeBack(['ada', 'mod'], 'e');
    const gone = { what: 'gone', commentId: 'e' };
    expect(told).toEqual([
      ['ada', gone],
      ['mod', gone],
    ]);
    expect(await notifier.staff()).toEqual(['mod', 'blocked', 'eve']);
  });
});
