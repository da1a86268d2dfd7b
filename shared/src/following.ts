import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, limitQuery } from './fields.ts';
import { NAMED_LIST_KINDS } from './named-lists.ts';
import { PostCard } from './posts.ts';

export const FOLLOW_LIMITS = { followed: 200, forYou: 6, newPosts: 24 } as const;

export const TOO_MANY_FOLLOWED = `You can follow ${FOLLOW_LIMITS.followed} authors and topics. Unfollow some to follow more.`;

export const FollowKind = z.enum(['author', 'category', ...NAMED_LIST_KINDS]);
export type FollowKind = z.infer<typeof FollowKind>;

/** A followed target, by the part that identifies it in its address: the id of an author or category, the slug of a tag or series. */
export const FollowTarget = z.object({ kind: FollowKind, id: z.string().check(z.minLength(1), z.maxLength(300)) });
export type FollowTarget = z.infer<typeof FollowTarget>;

/** With its current name. */
export const Followed = z.extend(FollowTarget, { name: z.string() });
export type Followed = z.infer<typeof Followed>;

export const followingApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/following',
    access: 'signed-in',
    summary: 'What the caller follows, most recently followed first, without deleted targets.',
    response: z.array(Followed),
  }),
  posts: endpoint({
    method: 'GET',
    path: '/api/following/posts',
    access: 'signed-in',
    summary:
      'Posts for the caller: the newest posts that they follow, unopened ones first, then popular posts. With `only`, just followed posts. Posts whose ids are in `without` are left out.',
    query: z.object({
      limit: limitQuery(FOLLOW_LIMITS.forYou, FOLLOW_LIMITS.newPosts),
      only: z.optional(z.literal('followed')),
      /** Comma-separated ids of posts that the page already shows. */
      without: z.optional(z.string().check(z.maxLength(2_000))),
    }),
    response: z.array(PostCard),
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/following/:kind/:id',
    access: 'signed-in',
    summary: 'Whether the caller follows an author, a category, a tag or a series.',
    params: FollowTarget,
    response: z.object({ isFollowed: z.boolean() }),
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/api/following/:kind/:id',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: `Follows an author, tag or series with published posts, or a category; at most ${FOLLOW_LIMITS.followed}. Safe to repeat. The body may name the post from which the caller followed it.`,
    params: FollowTarget,
    body: z.object({ postId: z.optional(DocumentId) }),
    bodyOptional: true,
    mayConflict: true,
    rate: CHANGE_RATE,
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/api/following/:kind/:id',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: 'Unfollows an author, a category, a tag or a series. Safe to repeat.',
    params: FollowTarget,
    rate: CHANGE_RATE,
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/following/look',
    access: 'signed-in',
    invalidates: 'nothing',
    summary:
      'Looks for posts that were published since the last look among what the caller follows, and stores one notification of them. Safe to repeat, also at once.',
    response: z.object({ newPosts: z.int() }),
    rate: CHANGE_RATE,
  }),
} as const;
