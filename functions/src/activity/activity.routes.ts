import { activityApi } from '@inkwell/shared/activity';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { ActivityService } from './activity.service.ts';

export function mountActivityRoutes(router: ApiRouter, activity: ActivityService): void {
  mount(router, activityApi.people, ({ actor }) => activity.people(actor));
  mount(router, activityApi.list, ({ actor, query: { limit, cursor, ...filter } }) =>
    activity.list(actor, filter, pageRequest({ limit, cursor })),
  );
}
