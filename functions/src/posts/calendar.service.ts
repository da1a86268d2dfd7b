import { CALENDAR_LIMITS, type Calendar, type CalendarEntry } from '@inkwell/shared/calendar';
import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { isStaff, type Viewer } from '@inkwell/shared/permissions';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import { firstPublishing } from './posts.converter.ts';
import type { PlannedPost, ScheduledPostRepository } from './scheduled-posts.repository.ts';

interface Dependencies {
  readonly scheduled: ScheduledPostRepository;
  readonly authors: AuthorCache;
}

export interface CalendarService {
  /** Posts scheduled or first published from one time (inclusive) to another (exclusive). @throws AppError `forbidden` */
  between(viewer: Viewer, from: Date, to: Date): Promise<Calendar>;
}

export function createCalendarService({ scheduled, authors }: Dependencies): CalendarService {
  return {
    async between(viewer, from, to) {
      if (!isStaff(viewer)) throw new AppError('forbidden');
      const { posts: limit } = CALENDAR_LIMITS;
      const [planned, published] = await Promise.all([
        scheduled.scheduledBetween(from, to, limit),
        scheduled.publishedBetween(from, to, limit),
      ]);
      const names = await authors.getAll([...planned, ...published].map(({ authorId }) => authorId));
      const entryOf =
        (status: CalendarEntry['status'], timeOf: (post: PlannedPost) => Date) =>
        (post: PlannedPost): CalendarEntry => ({
          id: post.id,
          title: post.title,
          status,
          at: timeOf(post).toISOString(),
          authorName: personName(toAuthor(post.authorId, names.get(post.authorId), viewer)),
        });
      const entries = [
        ...planned.map(entryOf('scheduled', (post) => post.publishAt ?? from)),
        ...published.map(entryOf('published', firstPublishing)),
      ];
      return {
        entries: entries.sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id)),
        isCut: planned.length === limit || published.length === limit,
      };
    },
  };
}
