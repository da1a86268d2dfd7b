import { calendarApi } from '@inkwell/shared/calendar';
import { type ApiRouter, mount } from '../../http/mount.ts';
import type { CalendarService } from './calendar.service.ts';

export function mountCalendarRoutes(router: ApiRouter, calendar: CalendarService): void {
  mount(router, calendarApi.calendar, ({ actor, query: { from, to } }) =>
    calendar.between(actor, new Date(from), new Date(to)),
  );
}
