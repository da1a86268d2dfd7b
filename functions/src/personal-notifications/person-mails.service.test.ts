import { DEFAULT_SITE } from '@inkwell/shared/site';
import { describe, expect, it } from 'vitest';
import type { StoredComment } from '../comments/comments.converter.ts';
import type { NewMail } from '../mail/mail.repository.ts';
import { stopToken } from '../mail/stop-tokens.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { StoredUser } from '../users/users.converter.ts';
import type { StoredPersonMail } from './person-mails.repository.ts';
import { createPersonMailService } from './person-mails.service.ts';

const NOW = new Date(Date.UTC(2026, 0, 15));
const DUE = new Date(Date.UTC(2026, 0, 14));
const ADA = partOf<StoredUser>({ id: 'ada', role: 'user', isBlocked: false, startsWithMail: true });
const POST = partOf<StoredCard>({ id: 'p', title: 'Harbour', isPublished: true, authorIds: ['ada'] } as never);
const comment = (changes: Partial<StoredComment> = {}) =>
  partOf<StoredComment>({
    id: 'c',
    postId: 'p',
    authorId: 'bob',
    state: 'visible',
    parentId: 'start',
    content: '**So** was I.',
    ...changes,
  });
const ALL = { answers: true, comments: true, reviews: true, broadcasts: true, figures: false };

interface Given {
  readonly user?: Partial<StoredUser> | null;
  readonly choices?: Partial<typeof ALL>;
  readonly address?: { email: string | null; isVerified: boolean };
  readonly muted?: readonly string[];
  readonly post?: object | null;
  readonly comments?: Readonly<Record<string, StoredComment>>;
  readonly waiting?: readonly string[];
  readonly wanting?: readonly string[];
}

function serviceOf(given: Given = {}) {
  const { user = {}, choices = ALL, address, muted = [], post = {}, comments = {}, waiting = [], wanting = [] } = given;
  const calls: unknown[][] = [];
  const queued: NewMail[] = [];
  const found = user && ({ ...ADA, ...user } as StoredUser);
  const stored = partOf<StoredPersonMail>({ userId: 'ada', choices, waiting: [...waiting], dueAt: DUE });
  const service = createPersonMailService({
    mails: partOf({
      find: async () => stored,
      async choose(id: string, patch: object) {
        calls.push(['choose', id, patch]);
        return { ...stored, choices: { ...choices, ...patch } };
      },
      queueOnce: async (mail: NewMail) => void queued.push(mail),
      gather: async (...args: unknown[]) => void calls.push(['gather', ...args]),
      due: async (...args: unknown[]) => {
        calls.push(['due', ...args]);
        return [stored];
      },
      async finish(gathered: StoredPersonMail, mail: NewMail | null, at: Date) {
        calls.push(['finish', gathered.userId, mail?.id ?? null, at]);
        if (mail) queued.push(mail);
      },
      notesDue: async () => [],
      wanting: async (...args: unknown[]) => {
        calls.push(['wanting', ...args]);
        return [...wanting];
      },
    } as never),
    queue: { leaveOut: async (...args) => void calls.push(['leaveOut', ...args]) },
    users: partOf({
      find: async () => found,
      findMany: async (ids: readonly string[]) => new Map(ids.map((id) => [id, { ...ADA, ...user, id }])),
    } as never),
    comments: { find: async (id) => comments[id] ?? null },
    findNote: async () => null,
    posts: partOf({ findCard: async () => post && ({ ...POST, ...post } as never) }),
    authors: cacheOf({
      bob: { displayName: 'Bob', firstName: 'Robert' } as never,
      cleo: { firstName: 'Cleo' } as never,
    }),
    addressOf: async () => address ?? { email: 'ada@example.com', isVerified: true },
    refuseInvitations: async (...args) => void calls.push(['refuse', ...args]),
    mutedThreads: async () => muted,
    site: async () => DEFAULT_SITE,
    siteUrl: 'https://example.com',
    secret: 'secret',
    clock: { now: () => NOW },
  });
  return { service, calls, queued, user: found as StoredUser };
}
const textOf = (mail: NewMail | undefined) => mail?.mail.message.text ?? '';
const TO = 'ada@example.com';

describe('the choices of a person', () => {
  it.each([
    [true, { answers: true, comments: false, reviews: true, broadcasts: false, figures: false }],
    [false, { answers: false, comments: false, reviews: true, broadcasts: false, figures: false }],
  ])('have defaults: an account that starts with email is %s', async (startsWithMail, choices) => {
    const { service, user } = serviceOf({ user: { startsWithMail }, choices: {} });
    expect(await service.choices(user)).toEqual(choices);
  });

  it("are the account's own if it chose", async () => {
    const choices = { answers: false, comments: true, reviews: false, broadcasts: true, figures: true };
    const { service, user } = serviceOf({ choices });
    expect(await service.choices(user)).toEqual(choices);
  });

  it('leave out waiting emails of the kinds that they end', async () => {
    const { service, calls, user } = serviceOf();
    expect(await service.choose(user, { reviews: false, answers: true })).toEqual({ ...ALL, reviews: false });
    expect(calls).toEqual([
      ['choose', 'ada', { reviews: false, answers: true }],
      ['leaveOut', { to: TO, kind: 'review' }, NOW],
    ]);
    const gone = serviceOf({ address: { email: null, isVerified: false } });
    await gone.service.choose(user, { reviews: false });
    expect(gone.calls).toHaveLength(1);
  });
});

describe('the unsubscribe link', () => {
  const token = stopToken('secret', { id: 'ada', kind: 'broadcasts' });
  it('ends its kind', async () => {
    const { service, calls } = serviceOf();
    expect(await service.stop(token)).toBe('broadcasts');
    expect(calls).toEqual([
      ['choose', 'ada', { broadcasts: false }],
      ['leaveOut', { to: TO, kind: 'broadcast' }, NOW],
    ]);
  });

  it('stores nothing about a deleted account', async () => {
    const { service, calls } = serviceOf({ user: null });
    expect([await service.stop(token), calls]).toEqual(['broadcasts', []]);
  });

  it('ends invitations to an address', async () => {
    const { service, calls } = serviceOf();
    expect(await service.stop(stopToken('secret', { id: 'address', kind: 'invitations' }))).toBe('invitations');
    expect(calls).toEqual([['refuse', 'address', NOW]]);
  });

  it('is refused unless it is ours, and leads to its page', async () => {
    const { service, calls } = serviceOf();
    for (const text of [undefined, 'x', `mail-answers.ada.${'A'.repeat(43)}`]) {
      await expect(service.stop(text)).rejects.toMatchObject({ code: 'bad-request', message: 'This link is invalid.' });
      expect(service.stopPage(text)).toBe('/newsletter/choices');
    }
    expect(calls).toEqual([]);
    expect(service.stopPage(token)).toBe(`/newsletter/choices#token=${token}`);
  });
});

describe('a comment', () => {
  it('is emailed as an answer, with its link and the account that it names', async () => {
    const { service, queued } = serviceOf();
    await service.tellOfComment('ada', 'reply', comment());
    expect(queued).toMatchObject([
      { kind: 'answer', at: NOW, expireAt: expect.any(Date), writerIds: ['bob'], mail: { to: TO } },
    ]);
    const [mail] = queued;
    expect(mail?.id).toMatch(/^answer-[0-9a-f]{64}$/);
    expect(mail?.expireAt?.getTime()).toBeGreaterThan(NOW.getTime());
    expect(mail?.mail.message.subject).toBe('Bob replied to your comment: Harbour');
    expect(textOf(mail)).toContain('https://example.com/posts/p#comment-c');
    expect(textOf(mail)).toContain('> So was I.');
  });

  it.each([
    ['bob', 'Bob'],
    ['cleo', 'Cleo'],
    ['gone', 'Somebody'],
  ])('of %s names %s', async (authorId, name) => {
    const { service, queued } = serviceOf();
    await service.tellOfComment('ada', 'reply', comment({ authorId }));
    expect(queued[0]?.mail.message.subject).toContain(`${name} replied`);
  });

  it.each([
    ['deleted accounts', { user: null }, {}],
    ['blocked accounts', { user: { isBlocked: true } }, {}],
    ['people who turned these mails off', { choices: { ...ALL, answers: false } }, {}],
    ['unverified addresses', { address: { email: TO, isVerified: false } }, {}],
    ['people who muted the thread', { muted: ['start'] }, {}],
    ['anybody once it is hidden', {}, { state: 'hidden' as const }],
    ['anybody once its post is gone', { post: null }, {}],
    ['anybody once its post is in the trash', { post: { trashedAt: NOW } }, {}],
    ['people who may not see its post', { post: { isPublished: false, authorIds: ['bob'] } }, {}],
  ])('is not emailed to %s', async (_, given, changes) => {
    const { service, queued } = serviceOf(given as Given);
    await service.tellOfComment('ada', 'reply', comment(changes as never));
    expect(queued).toEqual([]);
  });

  it('is emailed to people who muted other threads and did not write the post', async () => {
    const { service, queued } = serviceOf({ muted: ['other'], post: { authorIds: ['bob'] } });
    await service.tellOfComment('ada', 'reply', comment());
    expect(queued).toHaveLength(1);
  });

  it('waits with others for an author who wants them', async () => {
    const { service, calls, queued } = serviceOf({ choices: { answers: false, comments: true } });
    await service.tellOfComment('ada', 'comment', comment({ parentId: null }));
    expect([calls, queued]).toEqual([[['gather', 'ada', 'c', NOW]], []]);
  });
});

describe('waiting comments', () => {
  const comments = {
    a: comment({ id: 'a' }),
    b: comment({ id: 'b', authorId: 'cleo' }),
    h: comment({ state: 'hidden' as never }),
  };
  it.each([
    ['all at once', ['a', 'b', 'h', 'gone'], '2 new comments on your posts', ['bob', 'cleo']],
    ['a single one by its words', ['a', 'h'], expect.stringMatching(/^Bob .*: Harbour$/), ['bob']],
  ])('are emailed, %s', async (_, waiting, subject, writerIds) => {
    const { service, calls, queued } = serviceOf({ comments, waiting });
    expect(await service.sendDue()).toBe(1);
    expect(queued).toMatchObject([{ kind: 'comments', writerIds, mail: { message: { subject } } }]);
    expect(calls).toEqual([
      ['due', NOW, 50],
      ['finish', 'ada', queued[0]?.id, NOW],
    ]);
  });

  it.each([
    ['an account that is gone', { user: null }],
    ['somebody who wants none any more', { choices: { ...ALL, comments: false } }],
    ['somebody who is no author any more', { post: { authorIds: ['bob'] } }],
    ['comments that are gone', { waiting: ['gone'] }],
  ])('are not emailed, and no longer wait, for %s', async (_, given) => {
    const { service, calls, queued } = serviceOf({ comments, waiting: ['a'], ...given });
    await service.sendDue();
    expect([queued, calls.at(-1)]).toEqual([[], ['finish', 'ada', null, NOW]]);
  });
});

describe('a step of a review', () => {
  it.each([
    ['published', 'https://example.com/posts/p'],
    ['submitted', 'https://example.com/create-post?edit=p'],
  ] as const)('%s is emailed with %s', async (kind, url) => {
    const { service, queued, user } = serviceOf();
    await service.tellOfStep(user, POST, { id: 'e', kind: kind as never, actorId: 'bob', name: 'Bob' });
    expect(queued).toMatchObject([{ kind: 'review', writerIds: ['bob'] }]);
    expect(queued[0]?.mail.message.subject).toMatch(/Bob.*: Harbour$/);
    expect(textOf(queued[0])).toContain(url);
  });

  it('is not emailed to people who turned these emails off', async () => {
    const { service, queued, user } = serviceOf({ choices: { reviews: false } });
    await service.tellOfStep(user, POST, { id: 'e', kind: 'published' as never, actorId: 'bob', name: 'Bob' });
    expect(queued).toEqual([]);
  });
});

describe('a broadcast', () => {
  const NEWS = { id: 'n', title: 'News', message: 'Much.' };
  it('is emailed to each account that wants it, as email to many', async () => {
    const { service, calls, queued } = serviceOf({ wanting: ['ada', 'bob'] });
    expect(await service.mailBroadcast(NEWS, 'a')).toEqual({ next: null, count: 2 });
    expect(calls).toEqual([['wanting', 'broadcasts', 'a', 50]]);
    expect(queued).toMatchObject([{ kind: 'broadcast', isToMany: true, writerIds: [] }, { kind: 'broadcast' }]);
    expect(queued[0]?.id).not.toBe(queued[1]?.id);
    expect(queued[0]?.mail.message.subject).toBe('News');
    expect(textOf(queued[0])).toContain('Much.');
  });

  it('continues after a full page, and leaves out blocked accounts', async () => {
    const wanting = Array.from({ length: 50 }, (_, n) => `u${n}`);
    const { service, queued } = serviceOf({ wanting, user: { isBlocked: true } });
    expect(await service.mailBroadcast(NEWS, null)).toEqual({ next: 'u49', count: 50 });
    expect(queued).toEqual([]);
  });
});
