import { createBookmarkRepository } from '../../bookmarks/bookmarks.repository.ts';
import { mountBookmarkRoutes } from '../../bookmarks/bookmarks.routes.ts';
import { createBookmarkService } from '../../bookmarks/bookmarks.service.ts';
import { createRefreshed } from '../../common/refreshed.ts';
import { createFollowingRepository } from '../../following/following.repository.ts';
import { mountFollowingRoutes } from '../../following/following.routes.ts';
import { createFollowingService } from '../../following/following.service.ts';
import { createNewPostRepository } from '../../following/new-posts.repository.ts';
import type { ApiRouter } from '../../http/mount.ts';
import { createLikeRepository } from '../../likes/likes.repository.ts';
import { mountLikeRoutes } from '../../likes/likes.routes.ts';
import { createLikeService } from '../../likes/likes.service.ts';
import { createArchiveRepository } from '../../newsletter-issues/archive.repository.ts';
import { mountArchiveRoutes } from '../../newsletter-issues/archive.routes.ts';
import { createArchiveService } from '../../newsletter-issues/archive.service.ts';
import { createPersonalNotificationRepository } from '../../personal-notifications/personal-notifications.repository.ts';
import { createCounterShardRepository } from '../../posts/counters/counter-shards.repository.ts';
import { createReadingRepository } from '../../reading/reading.repository.ts';
import { mountReadingRoutes } from '../../reading/reading.routes.ts';
import { createReadingService } from '../../reading/reading.service.ts';
import { mountSearchRoutes } from '../../search/search.routes.ts';
import { createSearchService } from '../../search/search.service.ts';
import { createSuggestionService } from '../../search/suggestions.service.ts';
import { createViewRepository } from '../../views/views.repository.ts';
import { mountViewRoutes } from '../../views/views.routes.ts';
import { createViewService } from '../../views/views.service.ts';
import { createVisitorMemory } from '../../views/visitors.ts';
import type { Base } from './base.ts';
import type { Lists } from './lists.ts';
import type { Texts } from './texts.ts';
import { createTraffic } from './traffic.ts';

/** The features for readers of posts: search, likes, bookmarks, following and reading positions. */
export type Readers = ReturnType<typeof createReaders>;

/** How often an instance checks whether all entries of the search index are upgraded. */
const OLDER_CHECK_MS = 60_000;

/** Whether the search index still has entries that an upgrade has not reached. */
function olderCheckOf({ searchIndex, clock }: Base): () => Promise<boolean> {
  const check = createRefreshed(searchIndex.hasOlder, { forMs: OLDER_CHECK_MS, clock });
  let isDone = false;
  return async () => {
    if (isDone) return false;
    const hasOlder = await check();
    isDone = !hasOlder;
    return hasOlder;
  };
}

export function createReaders(base: Base, lists: Lists, { posts }: Texts) {
  const { db, clock, searchIndex, known, pace } = base;
  const { tags, series } = lists;
  const newPosts = createNewPostRepository(db);
  const reading = createReadingRepository(db);
  const shards = createCounterShardRepository(db, { searchIndex, pace });
  const storedLikes = createLikeRepository(db, { shards, everyMs: pace.likesMs });
  const counting = createTraffic(base, lists.settings);
  return {
    ...counting,
    search: createSearchService({ ...base, index: searchIndex, hasOlder: olderCheckOf(base), posts, tags }),
    suggesting: createSuggestionService({ index: searchIndex, tags, known }),
    archive: createArchiveService({ archive: createArchiveRepository(db), settings: () => lists.settings.site() }),
    bookmarks: createBookmarkService({ bookmarks: createBookmarkRepository(db), posts, clock }),
    following: createFollowingService({
      ...base,
      following: createFollowingRepository(db),
      newPosts,
      posts,
      authorPages: lists.authorPages,
      lists: { tag: tags, series },
      categories: lists.categoryNames,
      listNames: { tag: lists.tagNames, series: lists.seriesNames },
      notifications: createPersonalNotificationRepository(db),
      won: counting.traffic.won,
      openedBy: async (userId) => new Set((await reading.find(userId)).map(({ id }) => id)),
    }),
    newPosts,
    reading: createReadingService({ reading, posts, clock }),
    likes: createLikeService({ likes: storedLikes, clock }),
    storedLikes,
    views: createViewService({
      views: createViewRepository(db, { shards, everyMs: pace.viewsMs }),
      visitors: createVisitorMemory({ clock }),
      ends: createVisitorMemory({ clock }),
      traffic: counting.traffic,
      findPost: shards.find,
    }),
    /** Counter shards that have not been added to their posts. */
    shards,
  };
}

export function mountReaderRoutes(router: ApiRouter, readers: Readers): void {
  mountSearchRoutes(router, readers.search, readers.suggesting);
  mountLikeRoutes(router, readers.likes);
  mountArchiveRoutes(router, readers.archive);
  mountBookmarkRoutes(router, readers.bookmarks);
  mountFollowingRoutes(router, readers.following);
  mountReadingRoutes(router, readers.reading);
  mountViewRoutes(router, readers.views);
}
