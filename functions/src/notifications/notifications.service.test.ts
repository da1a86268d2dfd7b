import { MAIL_NOTICE } from '@inkwell/shared/person-mails';
import { describe, expect, it } from 'vitest';
import type { PersonalNotification } from '../personal-notifications/personal-notifications.converter.ts';
import { partOf } from '../testing/parts.ts';
import type { StoredUser } from '../users/users.converter.ts';
import { createNotificationService } from './notifications.service.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 15) + hour * 3_600_000);
const FEED = [5, 4, 3, 2].map((hour) => ({
  id: `b${hour}`,
  title: `At ${hour}`,
  message: 'M',
  type: 'info' as const,
  createdAt: at(hour),
}));
const OWN: PersonalNotification = {
  id: 'own',
  kind: 'comment',
  postId: 'p',
  postTitle: 'Harbour',
  threadId: null,
  at: at(4.5),
  isRead: false,
  comments: [{ id: 'c', authorId: 'bob', name: 'Bob' }],
};
const user = (changes: Partial<StoredUser> = {}) =>
  partOf<StoredUser>({
    id: 'ada',
    role: 'user',
    createdAt: at(3),
    readBefore: null,
    readIds: [],
    startsWithMail: true,
    knowsOfMail: false,
    ...changes,
  });

function serviceOf({ postalAddress = null as string | null } = {}) {
  const done: unknown[][] = [];
  const note =
    (what: string) =>
    async (...given: unknown[]) =>
      void done.push([what, ...given]);
  const service = createNotificationService({
    broadcasts: partOf({
      feed: async () => FEED,
      markRead: note('read'),
      markAllRead: note('all'),
      noteMail: note('mail'),
      newId: () => 'new',
      async send({ id, senderId, input }: never) {
        done.push(['send', id]);
        return { ...(input as object), id, senderId, createdAt: at(9) } as never;
      },
    } as never),
    personal: {
      find: async () => partOf({ items: [OWN] }),
      markRead: async (_: string, id: string) => id === OWN.id,
      markAllRead: note('own'),
    } as never,
    users: partOf({}),
    beginJob: note('job') as never,
    site: async () => ({ postalAddress }),
    clock: { now: () => at(9) },
  });
  return { service, done };
}

describe('notifications', () => {
  const isRead = async (changes: Partial<StoredUser>) =>
    (await serviceOf().service.list(user(changes))).map((one) => [one.id, one.isRead]);

  it('are the broadcasts since the account was created and its own, newest first', async () => {
    expect(await isRead({})).toEqual(['b5', 'own', 'b4', 'b3'].map((id) => [id, false]));
    expect(await isRead({ createdAt: new Date(at(3).getTime() + 1) })).toHaveLength(3);
  });

  it('are read one by one, or up to a time', async () => {
    const read = async (changes: Partial<StoredUser>) =>
      (await isRead(changes)).flatMap(([id, is]) => (is ? [id] : []));
    expect(await read({ readIds: ['b4'] })).toEqual(['b4']);
    expect(await read({ readBefore: at(4) })).toEqual(['b4', 'b3']);
    expect(await read({ readBefore: new Date(at(4).getTime() - 1), readIds: ['b5'] })).toEqual(['b5', 'b3']);
  });

  it.each([
    [false, false, true],
    [false, true, false],
    [true, false, false],
  ])(
    'tell older accounts once about email: created with it %j, told %j',
    async (startsWithMail, knowsOfMail, isTold) => {
      const { service, done } = serviceOf();
      const reader = user({ startsWithMail, knowsOfMail });
      expect((await service.list(reader)).some(({ id }) => id === MAIL_NOTICE.id)).toBe(isTold);
      await service.markAllRead(reader);
      expect(done.map(([what]) => what)).toEqual(['all', 'own', ...(isTold ? ['mail'] : [])]);
    },
  );

  it.each([
    ['of the feed', 'b4', {}, [['read', 'ada', 'b4', []]]],
    ['that is read', 'b4', { readIds: ['b4'] }, []],
    ['from before everything was read', 'b4', { readBefore: at(4) }, []],
    ['of the account alone', 'own', {}, []],
    ['about mail', MAIL_NOTICE.id, {}, [['mail', 'ada']]],
    ['and nine that left the feed', 'b4', { readIds: [...'123456789'] }, [['read', 'ada', 'b4', []]]],
    [
      'and ten that left the feed',
      'b4',
      { readIds: [...'1234567890', 'b5'] },
      [['read', 'ada', 'b4', [...'1234567890']]],
    ],
  ])('are marked as read: one %s', async (_, id, changes, expected) => {
    const { service, done } = serviceOf();
    await service.markRead(user(changes), id);
    expect(done).toEqual(expected);
  });

  it('that are not in the list are not found', async () => {
    const { service, done } = serviceOf();
    for (const id of ['b2', 'none', '__proto__', '..'])
      await expect(service.markRead(user(), id)).rejects.toMatchObject({ code: 'not-found' });
    expect(done).toEqual([]);
  });
});

describe('a broadcast', () => {
  const input = { title: 'T', message: 'M', type: 'info' as const };
  const send = async (role: 'admin' | 'moderator', isMailed: boolean, key: string | null, postalAddress?: string) => {
    const { service, done } = serviceOf(postalAddress ? { postalAddress } : {});
    const code = await service.broadcast(user({ role }), { ...input, isMailed }, key).then(
      () => 'sent',
      (error) => error.code,
    );
    return [code, done.map(([what]) => what)];
  };

  it('is sent by admins, and emailed only with a postal address', async () => {
    expect(await send('moderator', false, null)).toEqual(['forbidden', []]);
    expect(await send('admin', false, null)).toEqual(['sent', ['send']]);
    expect(await send('admin', true, null)).toEqual(['conflict', []]);
    expect(await send('admin', true, null, 'Street 1')).toEqual(['sent', ['send', 'job']]);
  });

  it('has one id for each key of a sender', async () => {
    const idOf = async (id: string, key: string | null) => {
      const { service } = serviceOf();
      return (await service.broadcast(user({ id, role: 'admin' }), { ...input, isMailed: false }, key)).id;
    };
    expect(await idOf('ada', null)).toBe('new');
    expect(await idOf('ada', 'k')).toBe(await idOf('ada', 'k'));
    expect(await idOf('ada', 'k')).not.toBe(await idOf('ada', 'l'));
    expect(await idOf('ada', 'k')).not.toBe(await idOf('bob', 'k'));
  });
});
