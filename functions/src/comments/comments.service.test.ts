import type { CommentsClosed } from '@inkwell/shared/comments';
import type { HeldCommentRule } from '@inkwell/shared/moderation';
import { describe, expect, it } from 'vitest';
import type { StoredPost } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import { refusalOf } from '../testing/refusals.ts';
import { SAMPLED_AT as at, sampleComment as comment, samplePost } from '../testing/samples.ts';
import type { Change } from './changes.ts';
import type { StoredComment } from './comments.converter.ts';
import type { CommentRepository } from './comments.repository.ts';
import { createCommentService } from './comments.service.ts';

const ADA = { id: 'ada', role: 'user' } as const;
const BOB = { id: 'bob', role: 'user' } as const;

const post = (id: string, changes: Partial<StoredPost> = {}) => samplePost({ id, ...changes });

interface Given {
  readonly stored?: readonly StoredComment[];
  readonly posts?: readonly StoredPost[];
  readonly refusal?: CommentsClosed;
  readonly heldBy?: HeldCommentRule;
  readonly removed?: StoredComment;
}

/** A service over these comments, and the changes that it requests. */
function serviceOf({ stored = [], posts = [post('p')], refusal, heldBy, removed }: Given) {
  const changes: Change[] = [];
  const find = async (id: string) => stored.find((one) => one.id === id) ?? null;
  const page = { items: stored.filter(({ parentId }) => parentId !== null), documents: 1 };
  const comments = partOf<CommentRepository>({
    find,
    findMany: async (ids) => stored.filter(({ id }) => ids.includes(id)),
    findRemoved: async () => (removed ? { comment: removed, removedAt: at } : null),
    answers: async () => page,
    threads: async () => ({ items: stored.map((starter) => ({ starter, answers: [] })), documents: 1 }),
    async change(_post, change) {
      changes.push(change);
      const after = 'comment' in change ? change.comment : ((await find(change.id)) ?? removed);
      return after ? { before: null, comment: after, moved: 0 } : null;
    },
  });
  const service = createCommentService({
    comments,
    posts: partOf<PostRepository>({ findCard: async (id) => posts.find((one) => one.id === id) ?? null }),
    rules: { refusal: async () => refusal ?? null, heldBy: async () => heldBy ?? null },
    authors: cacheOf(),
    clock: { now: () => at },
  });
  return { service, changes };
}

const NOT_FOUND = ['not-found', expect.any(String)];

describe('a new comment', () => {
  const stored = [
    comment('starter'),
    comment('answer', { parentId: 'starter', authorId: 'bob' }),
    comment('elsewhere', { postId: 'other' }),
    comment('held', { state: 'held' }),
    comment('gone', { state: 'deleted', answersCount: 1 }),
  ];
  const create = (parentId: string | null, given: Given = {}) => {
    const { service, changes } = serviceOf({ stored, posts: [post('p'), post('other')], ...given });
    return { changes, done: service.create(ADA, { id: 'new', postId: 'p', content: 'Mine', parentId }) };
  };

  it.each([
    [null, null, null],
    ['starter', 'starter', null],
    ['gone', 'gone', null],
    ['answer', 'starter', { id: 'answer', authorId: 'bob' }],
  ])('in reply to %s is in the thread %s and replies to %j', async (asked, parentId, replyTo) => {
    const { done, changes } = create(asked);
    expect(await done).toMatchObject({ id: 'new', content: 'Mine', parentId });
    expect(changes).toMatchObject([
      { kind: 'create', comment: { parentId, replyTo, postId: 'p', authorId: 'ada', createdAt: at, state: 'visible' } },
    ]);
  });

  it.each(['missing', 'elsewhere', 'held'])('in reply to one that is %s is refused', async (parentId) => {
    const { done, changes } = create(parentId);
    expect(await refusalOf(done)).toEqual(NOT_FOUND);
    expect(changes).toEqual([]);
  });

  it('is held or refused according to the rules', async () => {
    expect(await create(null, { heldBy: 'links' }).done).toMatchObject({ state: 'held' });
    const { done, changes } = create(null, { refusal: 'closed' });
    expect(await refusalOf(done)).toEqual(['forbidden', expect.stringContaining('closed')]);
    expect(changes).toEqual([]);
  });

  it('is refused on a post that its writer cannot see', async () => {
    expect(await refusalOf(create(null, { posts: [post('p', { isPublished: false })] }).done)).toEqual(NOT_FOUND);
  });
});

describe('a thread', () => {
  it.each([
    ['of a visible comment', {}, null, true],
    ['of a hidden one for others', { state: 'hidden' }, null, false],
    ['of a hidden one for its author', { state: 'hidden' }, ADA, true],
    ['of a hidden one with visible replies', { state: 'hidden', answersCount: 1 }, null, true],
  ] as const)('%s is shown: %j', async (_, changes, viewer, isShown) => {
    const { service } = serviceOf({ stored: [comment('c', changes)] });
    expect(await refusalOf(service.thread(viewer, 'c'))).toEqual(isShown ? 'done' : NOT_FOUND);
  });

  it.each([
    ['is there', [comment('starter')], true],
    ['was deleted and has replies', [comment('starter', { state: 'deleted', answersCount: 1 })], true],
    ['is hidden', [comment('starter', { state: 'hidden' })], false],
    ['is missing', [], false],
  ])('of a reply is shown if its first comment %s', async (_, starters, isShown) => {
    const stored = [...starters, comment('c', { parentId: 'starter', authorId: 'bob' })];
    const { service } = serviceOf({ stored });
    expect(await refusalOf(service.thread(null, 'c'))).toEqual(isShown ? 'done' : NOT_FOUND);
    expect(await refusalOf(service.answers(null, 'c', { limit: 20, after: null }))).toEqual(
      isShown ? 'done' : NOT_FOUND,
    );
  });

  it('continues as long as some of the counted comments are withheld', async () => {
    const next = async (state: StoredComment['state']) => {
      const stored = [comment('c', { state })];
      const { service } = serviceOf({ stored, posts: [post('p', { commentsCount: 1 })] });
      return (await service.list(ADA, 'p', { limit: 1, after: null })).next;
    };
    expect(await next('visible')).toBeNull();
    expect(await next('held')).toEqual({ createdAtMs: at.getTime(), id: 'c' });
    expect(await next('hidden')).not.toBeNull();
  });
});

describe('changing a comment', () => {
  const act = (work: 'edit' | 'remove' | 'restore', actor: typeof ADA | typeof BOB, given: Given) => {
    const { service, changes } = serviceOf(given);
    const done = work === 'edit' ? service.edit(actor, 'c', 'Other') : service[work](actor, 'c');
    return refusalOf(done).then((answer) => ({ answer, kinds: changes.map(({ kind }) => kind) }));
  };

  it.each([
    ['visible', ADA, 'done'],
    ['held', ADA, 'done'],
    ['hidden', ADA, ['forbidden', 'This comment was hidden by the moderators.']],
    ['deleted', ADA, NOT_FOUND],
    ['visible', BOB, ['forbidden', expect.not.stringContaining('hidden')]],
    ['held', BOB, NOT_FOUND],
  ] as const)('that is %s: edited by %j', async (state, actor, expected) => {
    const { answer, kinds } = await act('edit', actor, { stored: [comment('c', { state })] });
    expect(answer).toEqual(expected);
    expect(kinds).toEqual(answer === 'done' ? ['edit'] : []);
  });

  it('edits its text, which is held according to the rules', async () => {
    const stored = [comment('c', { parentId: 'starter' }), comment('starter')];
    const { service, changes } = serviceOf({ stored, heldBy: 'links' });
    await service.edit(ADA, 'c', 'Other');
    const edit = { kind: 'edit', id: 'c', parentId: 'starter', authorId: 'ada', content: 'Other' };
    expect(changes).toEqual([{ ...edit, heldBy: 'links', at }]);
  });

  it.each([
    ['visible', ADA, true, 'done'],
    ['hidden', ADA, false, 'done'],
    ['visible', BOB, true, ['forbidden', expect.any(String)]],
    ['held', BOB, true, NOT_FOUND],
    ['visible', BOB, false, NOT_FOUND],
  ] as const)(
    'that is %s: deleted by %j where the post is published: %j',
    async (state, actor, isPublished, expected) => {
      const given = { stored: [comment('c', { state })], posts: [post('p', { isPublished })] };
      const { answer, kinds } = await act('remove', actor, given);
      expect(answer).toEqual(expected);
      expect(kinds).toEqual(answer === 'done' ? ['remove'] : []);
    },
  );

  it('of a deleted comment or post answers "not found"', async () => {
    for (const work of ['edit', 'remove', 'restore'] as const) {
      expect((await act(work, ADA, {})).answer).toEqual(NOT_FOUND);
      expect((await act(work, ADA, { stored: [comment('c')], posts: [] })).answer).toEqual(NOT_FOUND);
    }
  });

  it('is restored by its author, even if a placeholder was left', async () => {
    expect(await act('restore', ADA, { removed: comment('c') })).toEqual({ answer: 'done', kinds: ['restore'] });
    expect(await act('restore', ADA, { stored: [comment('c')] })).toEqual({ answer: 'done', kinds: ['restore'] });
    expect(await act('restore', BOB, { removed: comment('c') })).toEqual({ answer: NOT_FOUND, kinds: [] });
  });
});
