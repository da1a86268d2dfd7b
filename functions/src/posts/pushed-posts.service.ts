import { AppError } from '@inkwell/shared/errors';
import { type Actor, canWrite, isOwnPost, isStaff } from '@inkwell/shared/permissions';
import { type PostSource, PUSHED_TWICE, type PushedPost } from '@inkwell/shared/pushed-posts';
import { statusOf } from '@inkwell/shared/schedule';
import { idFromKey } from '../common/ids.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { authorIdsOf } from './posts.converter.ts';
import type { PushedPostRepository, StoredPushedPost } from './saving/pushed-posts.repository.ts';
import { sourceKeyOf } from './saving/source-of-post.converter.ts';

/** How many new files can reuse a path while the posts of earlier ones remain. */
const MOST_OF_PATH = 50;

/** Posts that people push from files in repositories. */
export interface PushedPostService {
  /** The posts that the actor pushed and may still see as an insider. @throws AppError `forbidden` unless the actor may write */
  list(actor: Actor, repository: string, page: PageRequest): Promise<PageOfMany<PushedPost>>;
  /**
   * The id for a file's post. It is the same for each push, so that two concurrent pushes create one post, but a new one if the earlier post's file
   * was renamed. Reads 1 document, and 1 for each such post. @throws AppError `forbidden`; `conflict`
   */
  idFor(actor: Actor, source: Pick<PostSource, 'repository' | 'path'>): Promise<string>;
}

export function createPushedPostService({ pushed }: { readonly pushed: PushedPostRepository }): PushedPostService {
  return {
    async list(actor, repository, page) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      const { items, ...found } = await pushed.list(sourceKeyOf(actor.id, repository), page);
      const seen = items.filter(({ post }) => isStaff(actor) || isOwnPost(actor, { authorIds: authorIdsOf(post) }));
      return { ...found, items: seen.map(toPushedPost) };
    },

    async idFor(actor, { repository, path }) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      const key = sourceKeyOf(actor.id, repository);
      for (let n = 0; n < MOST_OF_PATH; n += 1) {
        const id = idFromKey('pushed-post', actor.id, JSON.stringify([repository, path, n]));
        if (await pushed.isFor(id, { key, path })) return id;
      }
      throw new AppError('conflict', PUSHED_TWICE);
    },
  };
}

const toPushedPost = ({ post, source: { path, hash, pictures, isChanged } }: StoredPushedPost): PushedPost => ({
  id: post.id,
  path,
  hash,
  pictures,
  isChanged,
  status: statusOf(post),
  title: post.title,
  slug: post.slug,
  updatedAt: post.updatedAt.toISOString(),
  // A draft may have a date.
  wasPublic: post.isPublished || post.announcedAt !== null,
});
