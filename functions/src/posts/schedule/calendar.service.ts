import { CALENDAR_LIMITS, type Calendar, type CalendarEntry } from '@inkwell/shared/calendar';
import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { isStaff, type Viewer } from '@inkwell/shared/permissions';
import { type AuthorCache, toAuthor } from '../../users/authors.ts';
import { EDITED_AREAS, type EditedDocument } from '../edited-document.ts';
import { firstPublishing } from '../posts.converter.ts';
import type { PlannedPost, ScheduledPostRepository } from './scheduled-posts.repository.ts';

type Scheduled = Pick<ScheduledPostRepository, 'scheduledBetween' | 'publishedBetween'>;

interface Dependencies {
  readonly scheduled: Readonly<Record<EditedDocument['collection'], Scheduled>>;
  readonly authors: AuthorCache;
}

export interface CalendarService {
  /** Posts and pages scheduled or first published from one time (inclusive) to another (exclusive). @throws AppError `forbidden` */
  between(viewer: Viewer, from: Date, to: Date): Promise<Calendar>;
}

/** An event of a post or page, and its time. */
interface Event extends Pick<CalendarEntry, 'kind' | 'status'> {
  readonly post: PlannedPost;
  readonly at: Date;
}

export function createCalendarService({ scheduled, authors }: Dependencies): CalendarService {
  async function eventsOf(collection: EditedDocument['collection'], from: Date, to: Date) {
    const [kind, limit] = [EDITED_AREAS[collection], CALENDAR_LIMITS[collection]];
    const [planned, published] = await Promise.all([
      scheduled[collection].scheduledBetween(from, to, limit),
      scheduled[collection].publishedBetween(from, to, limit),
    ]);
    const events: Event[] = [
      ...planned.map((post) => ({ kind, status: 'scheduled', post, at: post.publishAt ?? from }) as const),
      ...published.map((post) => ({ kind, status: 'published', post, at: firstPublishing(post) }) as const),
    ];
    return { events, isCut: planned.length === limit || published.length === limit };
  }

  return {
    async between(viewer, from, to) {
      if (!isStaff(viewer)) throw new AppError('forbidden');
      const both = await Promise.all([eventsOf('posts', from, to), eventsOf('pages', from, to)]);
      const events = both.flatMap((one) => one.events);
      const names = await authors.getAll(events.map(({ post }) => post.authorId));
      const entries = events.map(
        ({ kind, status, post, at }): CalendarEntry => ({
          kind,
          id: post.id,
          title: post.title,
          status,
          at: at.toISOString(),
          authorName: personName(toAuthor(post.authorId, names.get(post.authorId), viewer)),
        }),
      );
      return {
        entries: entries.sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id)),
        isCut: both.some((one) => one.isCut),
      };
    },
  };
}
