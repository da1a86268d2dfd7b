import type { Firestore } from 'firebase-admin/firestore';
import { createCategoryRepository } from '../categories/categories.repository.ts';
import { mountCategoryRoutes } from '../categories/categories.routes.ts';
import { type CategoryService, createCategoryService } from '../categories/categories.service.ts';
import { createCategoryCache } from '../categories/category-names.repository.ts';
import { createCommentRepository } from '../comments/comments.repository.ts';
import { mountCommentRoutes } from '../comments/comments.routes.ts';
import { type CommentService, createCommentService } from '../comments/comments.service.ts';
import type { Clock } from '../common/clock.ts';
import { createDraftRepository } from '../drafts/drafts.repository.ts';
import { mountDraftRoutes } from '../drafts/drafts.routes.ts';
import { createDraftService, type DraftService } from '../drafts/drafts.service.ts';
import { createEditingRepository, type EditingRepository } from '../editing/editing.repository.ts';
import { mountEditingRoutes } from '../editing/editing.routes.ts';
import { createEditingService, type EditingService } from '../editing/editing.service.ts';
import type { ApiRouter } from '../http/mount.ts';
import { createLikeRepository } from '../likes/likes.repository.ts';
import { mountLikeRoutes } from '../likes/likes.routes.ts';
import { createLikeService, type LikeService } from '../likes/likes.service.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createPostRemover, type PostRemover } from '../posts/post-removal.repository.ts';
import { createPostWriter } from '../posts/post-writes.repository.ts';
import { createPostRepository, type PostRepository } from '../posts/posts.repository.ts';
import { mountPostRoutes } from '../posts/posts.routes.ts';
import { createPostService, type PostService } from '../posts/posts.service.ts';
import { createRevisionRepository, type RevisionRepository } from '../revisions/revisions.repository.ts';
import { mountRevisionRoutes } from '../revisions/revisions.routes.ts';
import { createRevisionService, type RevisionService } from '../revisions/revisions.service.ts';
import { mountSearchRoutes } from '../search/search.routes.ts';
import { createSearchService, type SearchService } from '../search/search.service.ts';
import { createSearchIndex } from '../search/search-index.repository.ts';
import { createAuthorCache } from '../users/authors.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import { createViewRepository } from '../views/views.repository.ts';
import { mountViewRoutes } from '../views/views.routes.ts';
import { createViewService, type ViewService } from '../views/views.service.ts';
import { createVisitorMemory } from '../views/visitors.ts';

/** How far two writes of an instance to the counters of one post are apart at least, in milliseconds. */
export interface Pace {
  readonly viewsMs: number;
  readonly likesMs: number;
}

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  /** Without it nothing waits. */
  readonly pace?: Pace;
}

/** Everything about posts: reading, writing, liking, commenting, finding. */
export interface Content {
  readonly posts: PostService;
  readonly revisions: RevisionService;
  readonly drafts: DraftService;
  readonly editing: EditingService;
  readonly search: SearchService;
  readonly likes: LikeService;
  readonly views: ViewService;
  readonly comments: CommentService;
  readonly categories: CategoryService;
  readonly remover: PostRemover;
  /** What posts were, as it is stored. */
  readonly history: RevisionRepository;
  /** Who edits which post, as it is stored. */
  readonly leases: EditingRepository;
  /** Posts as they are stored, for what is made of many of them. */
  readonly stored: PostRepository;
  readonly authors: AuthorCache;
  /** Lets names and search follow what a user changed of their profile. */
  followProfile(userId: string, change: { isRenamed: boolean }): Promise<void>;
}

export function createContent({ db, clock, pace = { viewsMs: 0, likesMs: 0 } }: Options): Content {
  const authors = createAuthorCache(db, clock);
  const categoryNames = createCategoryCache(db, clock);
  const searchIndex = createSearchIndex(db);
  const stored = createPostRepository(db);
  const pictures = createPictureTable(db);
  const history = createRevisionRepository(db);
  const remover = createPostRemover(db, { searchIndex, pictures });
  const posts = createPostService({
    posts: stored,
    writer: createPostWriter(db, { searchIndex, pictures, history }),
    remover,
    authors,
    categories: categoryNames,
    clock,
  });

  const leases = createEditingRepository(db);

  return {
    posts,
    revisions: createRevisionService({ revisions: history, posts, stored, authors }),
    drafts: createDraftService({ drafts: createDraftRepository(db, pictures), clock }),
    editing: createEditingService({ editing: leases, posts: stored, authors, clock }),
    search: createSearchService({ index: searchIndex, posts }),
    likes: createLikeService({ likes: createLikeRepository(db, { searchIndex, everyMs: pace.likesMs }), clock }),
    views: createViewService({
      views: createViewRepository(db, { searchIndex, everyMs: pace.viewsMs }),
      visitors: createVisitorMemory({ clock }),
    }),
    comments: createCommentService({
      comments: createCommentRepository(db, searchIndex),
      posts: stored,
      authors,
      clock,
    }),
    categories: createCategoryService({ categories: createCategoryRepository(db), clock }),
    remover,
    history,
    leases,
    stored,
    authors,

    async followProfile(userId, { isRenamed }) {
      authors.forget(userId);
      if (isRenamed) await searchIndex.reindexAuthor(userId);
    },
  };
}

export function mountContentRoutes(router: ApiRouter, content: Content): void {
  mountPostRoutes(router, content.posts);
  mountRevisionRoutes(router, content.revisions);
  mountDraftRoutes(router, content.drafts);
  mountEditingRoutes(router, content.editing);
  mountSearchRoutes(router, content.search);
  mountLikeRoutes(router, content.likes);
  mountViewRoutes(router, content.views);
  mountCommentRoutes(router, content.comments);
  mountCategoryRoutes(router, content.categories);
}
