import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, Instant } from './fields.ts';

/** Of one look into the calendar: six weeks and a day longer where a clock is changed; and so many posts of each kind. */
export const CALENDAR_LIMITS = { days: 43, posts: 300 } as const;

/** A post in the calendar, at the time at which it was first published or is to be. */
export const CalendarEntry = z.object({
  id: DocumentId,
  title: z.string(),
  status: z.enum(['scheduled', 'published']),
  at: Instant,
  authorName: z.string(),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

export const Calendar = z.object({
  /** In the order of their times. */
  entries: z.array(CalendarEntry),
  /** Whether there are more than are shown: of the published ones the newest are, of the scheduled ones the next. */
  isCut: z.boolean(),
});
export type Calendar = z.infer<typeof Calendar>;

const DAY_MS = 86_400_000;

/** From one moment up to another: which days these are is a question of the caller's time zone. */
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
    summary: `Posts that are scheduled or were first published between two times at most ${CALENDAR_LIMITS.days} days apart.`,
    query: CalendarQuery,
    response: Calendar,
  }),
} as const;
