import { AppError } from '@inkwell/shared/errors';
import { type CommentedPost, NEWEST_COMMENTS } from '@inkwell/shared/own-posts';
import { type Actor, canWrite } from '@inkwell/shared/permissions';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { AuthorCache } from '../users/authors.ts';
import type { CommentedPostRepository } from './commented-posts.repository.ts';
import { namedIn, namingOnly, toAnswer } from './comments.converter.ts';

export interface CommentedPostService {
  /**
   * The caller's posts with comments, most recently commented first, each with its newest visible comments. Reads 1 document for each post and each
   * of its comments. @throws AppError `forbidden`
   */
  list(actor: Actor, page: PageRequest): Promise<PageOfMany<CommentedPost>>;
}

interface Dependencies {
  readonly commented: CommentedPostRepository;
  readonly authors: AuthorCache;
}

export function createCommentedPostService({ commented, authors }: Dependencies): CommentedPostService {
  return {
    async list(actor, page) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      const { items: posts, documents, next } = await commented.commentedLast(actor.id, page);
      const found = await Promise.all(posts.map(({ id }) => commented.newestOn(id, NEWEST_COMMENTS)));
      // The answered comment's author is named only where that comment is shown too.
      const shown = found.map((comments) => namingOnly(comments, [], () => true));
      const names = await authors.getAll(shown.flatMap(namedIn));
      const items = posts.map(({ id, title, slug, commentsCount, lastCommentAt }, n) => ({
        id,
        title,
        slug,
        commentsCount,
        lastCommentAt: lastCommentAt.toISOString(),
        comments: (shown[n] ?? []).map((comment) => toAnswer(comment, names, actor)),
      }));
      const ofComments = found.reduce((sum, comments) => sum + Math.max(1, comments.length), 0);
      return { items, total: null, next, documents: documents + ofComments };
    },
  };
}
