import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, Instant, limitQuery } from './fields.ts';
import { PostCard } from './posts.ts';

export const READING_LIMITS = { posts: 200, sent: 50, continued: 3 } as const;

/** A reading position: the index of the text's block (paragraph, heading, picture), which does not depend on the screen. */
export const ReadingPlace = z.object({
  postId: DocumentId,
  block: z.int().check(z.minimum(0), z.maximum(100_000)),
  /** The number of blocks in the text. */
  blocks: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** Whether the end was on screen. */
  isDone: z.boolean(),
  at: Instant,
});
export type ReadingPlace = z.infer<typeof ReadingPlace>;

export const readingApi = {
  places: endpoint({
    method: 'GET',
    path: '/api/reading',
    access: 'signed-in',
    summary: `The caller's reading positions in the ${READING_LIMITS.posts} posts that they read most recently, latest first.`,
    response: z.array(ReadingPlace),
  }),
  posts: endpoint({
    method: 'GET',
    path: '/api/reading/posts',
    access: 'signed-in',
    summary: 'The published posts that the caller started but did not finish, most recently read first.',
    query: z.object({ limit: limitQuery(READING_LIMITS.continued, 12) }),
    response: z.array(PostCard),
  }),
  note: endpoint({
    method: 'PUT',
    path: '/api/reading',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: "Stores the caller's reading position. Of two positions in a post, the later one is kept. Safe to repeat.",
    body: z.object({ places: z.array(ReadingPlace).check(z.minLength(1), z.maxLength(READING_LIMITS.sent)) }),
    rate: CHANGE_RATE,
  }),
} as const;
