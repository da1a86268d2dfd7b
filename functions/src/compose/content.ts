import type { Firestore } from 'firebase-admin/firestore';
import { createCategoryRepository } from '../categories/categories.repository.ts';
import { mountCategoryRoutes } from '../categories/categories.routes.ts';
import { type CategoryService, createCategoryService } from '../categories/categories.service.ts';
import { createCategoryCache } from '../categories/category-names.ts';
import { createCommentRepository } from '../comments/comments.repository.ts';
import { mountCommentRoutes } from '../comments/comments.routes.ts';
import { type CommentService, createCommentService } from '../comments/comments.service.ts';
import type { Clock } from '../common/clock.ts';
import type { ApiRouter } from '../http/mount.ts';
import { createLikeRepository } from '../likes/likes.repository.ts';
import { createLikeService, type LikeService } from '../likes/likes.service.ts';
import { createPostRemover, type PostRemover } from '../posts/post-removal.repository.ts';
import { createPostWriter } from '../posts/post-writes.repository.ts';
import { createPostRepository, type PostRepository } from '../posts/posts.repository.ts';
import { mountPostRoutes } from '../posts/posts.routes.ts';
import { createPostService, type PostService } from '../posts/posts.service.ts';
import { createSearchService } from '../search/search.service.ts';
import { createSearchIndex } from '../search/search-index.repository.ts';
import { type AuthorCache, createAuthorCache } from '../users/authors.ts';
import { createViewRepository } from '../views/views.repository.ts';
import { createViewService, type ViewService } from '../views/views.service.ts';

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  /** Removes a picture from storage; nothing happens when it is not there. */
  readonly removeImage: (url: string) => Promise<void>;
}

/** Everything about posts: reading, writing, liking, commenting, finding. */
export interface Content {
  readonly posts: PostService;
  readonly likes: LikeService;
  readonly views: ViewService;
  readonly comments: CommentService;
  readonly categories: CategoryService;
  readonly remover: PostRemover;
  /** Posts as they are stored, for what is made of many of them. */
  readonly stored: PostRepository;
  readonly authors: AuthorCache;
  /** Lets names and search follow what a user changed of the own profile. */
  followProfile(userId: string, change: { isRenamed: boolean }): Promise<void>;
}

export function createContent({ db, clock, removeImage }: Options): Content {
  const authors = createAuthorCache(db, clock);
  const categoryNames = createCategoryCache(db, clock);
  const searchIndex = createSearchIndex(db);
  const posts = createPostRepository(db);
  const remover = createPostRemover(db, { searchIndex, removeImage });

  return {
    posts: createPostService({
      posts,
      writer: createPostWriter(db, searchIndex),
      remover,
      search: createSearchService({ index: searchIndex, posts }),
      authors,
      categories: categoryNames,
      clock,
    }),
    likes: createLikeService({ likes: createLikeRepository(db, searchIndex), clock }),
    views: createViewService({ views: createViewRepository(db, searchIndex) }),
    comments: createCommentService({ comments: createCommentRepository(db, searchIndex), posts, authors, clock }),
    categories: createCategoryService({ categories: createCategoryRepository(db), clock }),
    remover,
    stored: posts,
    authors,

    async followProfile(userId, { isRenamed }) {
      authors.forget(userId);
      if (isRenamed) await searchIndex.reindexAuthor(userId);
    },
  };
}

export function mountContentRoutes(router: ApiRouter, content: Content): void {
  mountPostRoutes(router, content);
  mountCommentRoutes(router, content.comments);
  mountCategoryRoutes(router, content.categories);
}
