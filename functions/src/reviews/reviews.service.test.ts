import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../common/paging.ts';
import { newPost, type StoredPost } from '../posts/posts.converter.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import { codeOf } from '../testing/refusals.ts';
import type { AuthorNames } from '../users/authors.ts';
import type { StoredReview, WantedStep } from './reviews.converter.ts';
import type { ReviewRepository } from './reviews.repository.ts';
import { createReviewService } from './reviews.service.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 15, hour));
const ADA = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const BOB = { id: 'bob', role: 'user', writing: 'author' } as const;
const READER = { id: 'reader', role: 'user' } as const;
const STAFF = { id: 'mod', role: 'moderator' } as const;

const postOf = (changes: Partial<StoredPost> = {}): StoredPost => ({
  ...newPost({ title: 'T', content: 'C', isPublished: false }, { id: 'p', authorId: 'ada', at: at(1) }),
  ...changes,
});
const IN_REVIEW = { inReviewSince: at(5), submittedBy: 'ada', reviewTakenBy: 'mod' };
const STEP = { id: 's1', step: 'submit', actorId: 'ada', note: 'Please', takenBy: null, at: at(5) } as const;

function serviceOf(post: StoredPost | null, kind: 'done' | 'conflict' = 'done', waiting: readonly StoredPost[] = []) {
  const made: WantedStep[] = [];
  const followed: string[] = [];
  const review: StoredReview = { steps: [STEP], due: [] };
  const service = createReviewService({
    reviews: partOf<ReviewRepository>({
      find: async () => review,
      async make(_id, step, check) {
        if (!post) return { kind: 'not-found' };
        check([ADA, STAFF, BOB, READER].find(({ id }) => id === step.actorId) ?? null, post);
        made.push(step);
        return { kind, post, review };
      },
      waiting: async ({ limit }) => ({ items: waiting.slice(0, limit), total: waiting.length }),
    }),
    posts: { findCard: async (id) => (id === 'p' ? post : null) },
    cards: {
      staffCards: async (_, stored) =>
        stored.map(({ id, inReviewSince }) => ({ id, inReviewSince: inReviewSince?.toISOString() })) as never,
    },
    authors: cacheOf({
      ada: partOf<AuthorNames>({ displayName: 'Ada L' }),
      mod: partOf<AuthorNames>({ displayName: 'Mod M' }),
    }),
    notifications: { follow: (id) => void followed.push(id) },
    clock: { now: () => at(9) },
  });
  return { service, made, followed };
}

describe('the review of a post', () => {
  it('names its people and its steps', async () => {
    expect(await serviceOf(postOf(IN_REVIEW)).service.state(ADA, 'p')).toMatchObject({
      state: 'in-review',
      since: at(5).toISOString(),
      submittedBy: { id: 'ada', displayName: 'Ada L' },
      takenBy: { id: 'mod', displayName: 'Mod M' },
      history: [
        { id: 's1', step: 'submit', note: 'Please', by: { id: 'ada', displayName: 'Ada L' }, at: at(5).toISOString() },
      ],
    });
  });

  it.each([
    ['draft', {}, null],
    ['returned', { returnedAt: at(6) }, at(6).toISOString()],
    ['in-review', { inReviewSince: at(5) }, at(5).toISOString()],
  ] as const)('tells since when: %s', async (state, changes, since) => {
    const nobody = { submittedBy: null, takenBy: null };
    expect(await serviceOf(postOf(changes)).service.state(ADA, 'p')).toMatchObject({ state, since, ...nobody });
  });

  it.each([
    ['its author', ADA, 'done', 'done'],
    ['staff', STAFF, 'done', 'done'],
    ['another writer', BOB, 'not-found', 'forbidden'],
    ['a reader', READER, 'not-found', 'forbidden'],
  ] as const)('is for staff and its authors: %s', async (_name, actor, unpublished, published) => {
    expect(await codeOf(serviceOf(postOf()).service.state(actor, 'p'))).toBe(unpublished);
    expect(await codeOf(serviceOf(postOf({ isPublished: true })).service.state(actor, 'p'))).toBe(published);
    expect(await codeOf(serviceOf(null).service.state(actor, 'p'))).toBe('not-found');
  });
});

describe('a step', () => {
  const stepsOf = ({ service }: ReturnType<typeof serviceOf>, actor: typeof ADA | typeof STAFF | typeof BOB) => [
    service.submit(actor, 'p', 'Please'),
    service.withdraw(actor, 'p'),
    service.take(actor, 'p'),
    service.return(actor, 'p', 'Not yet'),
  ];

  it('is stored with who, when and why, and people are notified', async () => {
    const [byAuthor, byStaff] = [serviceOf(postOf(IN_REVIEW)), serviceOf(postOf(IN_REVIEW))];
    expect(await byAuthor.service.submit(ADA, 'p', 'Please')).toMatchObject({ state: 'in-review' });
    await byAuthor.service.withdraw(ADA, 'p');
    expect(byAuthor.made).toEqual([
      { step: 'submit', note: 'Please', actorId: 'ada', at: at(9) },
      { step: 'withdraw', note: null, actorId: 'ada', at: at(9) },
    ]);
    await byStaff.service.take(STAFF, 'p');
    await byStaff.service.return(STAFF, 'p', 'Not yet');
    expect(byStaff.made).toEqual([
      { step: 'take', note: null, actorId: 'mod', at: at(9) },
      { step: 'return', note: 'Not yet', actorId: 'mod', at: at(9) },
    ]);
    expect([byAuthor.followed, byStaff.followed]).toEqual([
      ['p', 'p'],
      ['p', 'p'],
    ]);
  });

  it.each([
    ['its author', false, ['done', 'done', 'forbidden', 'forbidden'], ADA],
    ['staff', false, ['forbidden', 'forbidden', 'done', 'done'], STAFF],
    ['another writer', true, ['forbidden', 'forbidden', 'forbidden', 'forbidden'], BOB],
    ['another writer', false, ['not-found', 'not-found', 'not-found', 'not-found'], BOB],
  ] as const)(
    'by %s, on a post that is published (%j), is answered for submit, withdraw, take and return: %j',
    async (_name, isPublished, codes, actor) => {
      const given = serviceOf(postOf({ isPublished }));
      expect(await Promise.all(stepsOf(given, actor).map(codeOf))).toEqual(codes);
      const made = codes.filter((code) => code === 'done').length;
      expect([given.made.length, given.followed.length]).toEqual([made, made]);
    },
  );

  it('is refused with the review in another state, and for an unknown post', async () => {
    const { service, followed } = serviceOf(postOf(IN_REVIEW), 'conflict');
    const refusal = await service.take(STAFF, 'p').catch((error) => error);
    expect(refusal).toMatchObject({
      code: 'conflict',
      options: { body: { state: 'in-review', takenBy: { id: 'mod' } } },
    });
    expect(await codeOf(serviceOf(null).service.take(STAFF, 'p'))).toBe('not-found');
    expect(followed).toEqual([]);
  });
});

describe('waiting posts', () => {
  const page = (limit: number): PageRequest => ({ limit, after: null });
  const taken = postOf({ ...IN_REVIEW, id: 'taken' });
  const open = postOf({ ...IN_REVIEW, id: 'open', reviewTakenBy: null, inReviewSince: at(6) });

  it('are listed for staff with their people, and continue after the last one', async () => {
    const { service } = serviceOf(null, 'done', [taken, open]);
    const found = await service.waiting(STAFF, page(20));
    expect(found).toMatchObject({ total: 2, next: null });
    expect(found.items).toMatchObject([
      {
        post: { id: 'taken' },
        since: at(5).toISOString(),
        submittedBy: { displayName: 'Ada L' },
        takenBy: { displayName: 'Mod M' },
      },
      { post: { id: 'open' }, since: at(6).toISOString(), submittedBy: { displayName: 'Ada L' }, takenBy: null },
    ]);
    expect((await service.waiting(STAFF, page(1))).next).toEqual({ createdAtMs: at(5).getTime(), id: 'taken' });
    expect(await codeOf(service.waiting(ADA, page(20)))).toBe('forbidden');
  });
});
