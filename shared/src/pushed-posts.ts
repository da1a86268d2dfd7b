import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, Instant, PageQuery } from './fields.ts';
import { PostStatus } from './schedule.ts';
import { MAX_PICTURES } from './storage.ts';

export const PUSH_LIMITS = { repository: 200, path: 400, pictureUrl: 2_048 } as const;

/** A SHA-256 as hex. */
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Invalid hash'));

/** For example `github.com/ada/notes`. */
const Repository = z.string().check(z.minLength(1), z.maxLength(PUSH_LIMITS.repository));

/** A picture in a pushed file: a hash of its bytes, so that it is uploaded only once, and its address. */
export const PushedPicture = z.object({ hash: Hash, url: z.string().check(z.maxLength(PUSH_LIMITS.pictureUrl)) });
export type PushedPicture = z.infer<typeof PushedPicture>;

/** Files that posts are pushed from. */
export const MARKDOWN_FILE = /\.(?:md|mdx|markdown)$/i;

/**
 * Whether a path below the root of a repository can be pushed. Because pulls write to it, the path must not lead out of the repository or into Git's
 * own data.
 */
export const isPushedPath = (path: string): boolean =>
  path.length <= PUSH_LIMITS.path &&
  MARKDOWN_FILE.test(path) &&
  !/[\\\p{Cc}]/u.test(path) &&
  path.split('/').every((name) => !/^(?:|\.\.?|\.git)$/i.test(name));

/** The repository file that a post was pushed from. */
export const PostSource = z.object({
  repository: Repository,
  /** Below the root of the repository. */
  path: z.string().check(z.minLength(1), z.maxLength(PUSH_LIMITS.path), z.refine(isPushedPath, 'Invalid path')),
  /** The hash of the file with its pictures; null if the push is unfinished, or the file was removed. */
  hash: z.nullable(Hash),
  pictures: z._default(z.array(PushedPicture).check(z.maxLength(MAX_PICTURES)), []),
});
export type PostSource = z.infer<typeof PostSource>;

export const PUSHED_TWICE = 'This file has a post already';

/** A post that the caller pushed from a repository. */
export const PushedPost = z.object({
  id: DocumentId,
  path: PostSource.shape.path,
  hash: PostSource.shape.hash,
  pictures: z.array(PushedPicture),
  /** Whether somebody has changed the text or its details since the push. */
  isChanged: z.boolean(),
  status: PostStatus,
  title: z.string(),
  slug: z.nullable(z.string()),
  updatedAt: Instant,
  /** Whether readers have seen it, even if it is a draft now. */
  wasPublic: z.boolean(),
});
export type PushedPost = z.infer<typeof PushedPost>;

export const pushedPostApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/me/pushed-posts',
    access: 'writer',
    scope: 'posts:read',
    summary: 'The posts that the caller pushed from a repository, by id, including those in the trash.',
    query: z.extend(PageQuery, { repository: Repository }),
    response: z.array(PushedPost),
    paged: true,
  }),
} as const;
