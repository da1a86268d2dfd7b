import { type Activity, ANALYTICS_LIMITS, type Analytics, type Stats } from '@inkwell/shared/analytics';
import { AppError } from '@inkwell/shared/errors';
import { isStaff, type Viewer } from '@inkwell/shared/permissions';
import { cut } from '@inkwell/shared/plain-text';
import type { Clock } from '../common/clock.ts';
import { createRefreshed } from '../common/refreshed.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import type { ActivityEvent, ActivityRepository } from './activity.repository.ts';
import type { AnalyticsRepository } from './analytics.repository.ts';

const REFRESH_MS = 60_000;

export interface AnalyticsService {
  /** The tiles of the home page, at most a minute old. */
  stats(): Promise<Stats>;
  /**
   * The figures of the admin panel, at most a minute old. `totalPosts` includes unpublished posts; `postsThisMonth` counts published posts
   * created this month in UTC. Product §3.
   * @throws AppError `forbidden` unless staff asks
   */
  analytics(viewer: Viewer): Promise<Analytics>;
}

export function createAnalyticsService({
  figures,
  activity,
  posts,
  authors,
  clock,
}: {
  figures: AnalyticsRepository;
  activity: ActivityRepository;
  posts: Pick<PostRepository, 'popular'>;
  authors: AuthorCache;
  clock: Clock;
}): AnalyticsService {
  const minutely = { forMs: REFRESH_MS, clock };
  const shared = createRefreshed(() => figures.figures(clock.now(), REFRESH_MS), minutely);

  const analytics = createRefreshed(async (): Promise<Analytics> => {
    const now = clock.now();
    const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
    const [totals, reactions, recent, topPosts, topCategories, recentActivity] = await Promise.all([
      shared(),
      figures.reactions(),
      figures.recent(monthStart, now),
      posts.popular(ANALYTICS_LIMITS.topPosts),
      figures.topCategories(),
      readActivity(),
    ]);
    return {
      totalPosts: totals.allPosts,
      postsThisMonth: recent.posts,
      totalViews: totals.views,
      totalUsers: totals.users,
      usersThisMonth: recent.users,
      totalNewsletterSubscribers: recent.confirmedSubscribers,
      totalLikes: reactions.likes,
      totalComments: reactions.comments,
      totalCategories: totals.categories,
      topPosts: topPosts.map(({ id, title, views, likesCount, commentsCount }) => ({
        id,
        title,
        views,
        likes: likesCount,
        comments: commentsCount,
      })),
      topCategories,
      recentActivity,
      onlineUsersCount: recent.onlineUsers,
    };
  }, minutely);

  async function readActivity(): Promise<Activity[]> {
    const found = await activity.newest();
    const titles = await activity.titles(found.flatMap((event) => (event.type === 'comment' ? [event.postId] : [])));
    // Comments stay while their post is in the trash.
    const events = found.filter((event) => event.type !== 'comment' || titles.has(event.postId));
    events.sort((a, b) => b.at.getTime() - a.at.getTime());
    const newest = events.slice(0, ANALYTICS_LIMITS.activity);
    const names = await authors.getAll(newest.flatMap(peopleIn));
    const nameOf = (id: string) => names.get(id)?.displayName ?? names.get(id)?.firstName ?? 'Somebody';
    return newest.map((event) => ({
      type: event.type,
      description: describe(event, { nameOf, titleOf: (id) => titles.get(id) ?? null }),
      timestamp: event.at.toISOString(),
    }));
  }

  return {
    async stats() {
      const { publishedPosts, categories, views, users } = await shared();
      return { posts: publishedPosts, categories, views, users };
    },

    async analytics(viewer) {
      if (!isStaff(viewer)) throw new AppError('forbidden');
      return analytics();
    },
  };
}

function peopleIn(event: ActivityEvent): string[] {
  if (event.type === 'post') return [event.forId ?? event.actorId];
  return event.type === 'comment' ? [event.authorId] : [];
}

/** One line of text. It contains no email address, because moderators see it too. */
function describe(
  event: ActivityEvent,
  { nameOf, titleOf }: { nameOf: (userId: string) => string; titleOf: (postId: string) => string | null },
): string {
  const quoted = (title: string) => `"${cut(title, 80)}"`;
  switch (event.type) {
    case 'post':
      // The schedule acts for the person who scheduled the post.
      return event.forId === null
        ? `${nameOf(event.actorId)} published ${quoted(event.title)}`
        : `${quoted(event.title)} was published on schedule, as planned by ${nameOf(event.forId)}`;
    case 'comment': {
      const title = titleOf(event.postId);
      return `${nameOf(event.authorId)} commented on ${title === null ? 'a post' : quoted(title)}`;
    }
    case 'user':
      return event.displayName === null ? 'A new reader joined' : `${event.displayName} joined`;
    case 'subscriber':
      return event.isConfirmed
        ? 'A reader subscribed to the newsletter'
        : 'A newsletter subscription awaits confirmation';
  }
}
