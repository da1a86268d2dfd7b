import { postPath } from '@inkwell/shared/slug';
import type { WebhookEvent } from '@inkwell/shared/webhooks';
import type { NewEvent } from '../webhooks/event-queue.repository.ts';
import { authorIdsOf, type StoredPost } from './posts.converter.ts';

/** A change of a post: null before it is created, and after it is moved to the trash. */
interface PostMove {
  readonly before: StoredPost | null;
  readonly after: StoredPost | null;
  readonly at: Date;
}

function typeOf({ before, after }: PostMove): WebhookEvent | null {
  // A draft may have a date.
  if (!after) return before?.isPublished || before?.announcedAt ? 'post.deleted' : null;
  if (after.isPublished) return before?.isPublished ? 'post.updated' : 'post.published';
  return before?.isPublished ? 'post.unpublished' : null;
}

/** The event of a post change for webhooks; null for posts that were never published, and for changes that readers do not see. */
export function postEvent(move: PostMove): NewEvent | null {
  const type = typeOf(move);
  const post = move.after ?? move.before;
  if (!type || !post) return null;
  const { id, title, categoryId, tagIds, publishedAt, updatedAt } = post;
  const authorIds = authorIdsOf(post);
  return {
    type,
    about: `posts/${id}`,
    at: move.at,
    data: {
      id,
      title,
      authorIds,
      categoryId,
      tagIds,
      publishedAt: publishedAt?.toISOString() ?? null,
      updatedAt: updatedAt.toISOString(),
    },
    path: postPath(post),
    people: authorIds,
  };
}
