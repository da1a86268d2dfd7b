import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, Instant } from './fields.ts';

/**
 * The longest period of one call: six weeks, and one more day for a change of the clock. `posts` and `pages` (of the site) are the limits for each
 * status.
 */
export const CALENDAR_LIMITS = { days: 43, posts: 300, pages: 50 } as const;

/** A post, or a page of the site, at the time of its first publication or at its scheduled time. */
export const CalendarEntry = z.object({
  kind: z.enum(['post', 'page']),
  id: DocumentId,
  title: z.string(),
  status: z.enum(['scheduled', 'published']),
  at: Instant,
  authorName: z.string(),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

export const Calendar = z.object({
  /** In order of time. */
  entries: z.array(CalendarEntry),
  /** Whether some are missing. The newest published and the next scheduled ones are always included. */
  isCut: z.boolean(),
});
export type Calendar = z.infer<typeof Calendar>;

const DAY_MS = 86_400_000;

/** From `from` (inclusive) to `to` (exclusive). The caller chooses the times, because days depend on its time zone. */
export const CalendarQuery = z.object({ from: Instant, to: Instant }).check(
  z.refine(({ from, to }) => {
    const ms = Date.parse(to) - Date.parse(from);
    return ms > 0 && ms <= CALENDAR_LIMITS.days * DAY_MS;
  }, `from and to must be at most ${CALENDAR_LIMITS.days} days apart, in this order`),
);

export const calendarApi = {
  calendar: endpoint({
    method: 'GET',
    path: '/api/admin/calendar',
    access: 'staff',
    scope: 'posts:read',
    summary: `Posts and pages that are scheduled or were first published between two times at most ${CALENDAR_LIMITS.days} days apart.`,
    query: CalendarQuery,
    response: Calendar,
  }),
} as const;
