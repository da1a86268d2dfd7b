import { CALENDAR_LIMITS, calendarApi } from '@inkwell/shared/calendar';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { CalendarService } from './calendar.service.ts';

export function mountCalendarRoutes(router: ApiRouter, calendar: CalendarService): void {
  mount(
    router,
    calendarApi.calendar,
    ({ actor, query: { from, to } }) => calendar.between(actor, new Date(from), new Date(to)),
    // A query that finds nothing reads one document.
    (_query, answer) => 4 + (answer?.entries.length ?? 2 * (CALENDAR_LIMITS.posts + CALENDAR_LIMITS.pages)),
  );
}
