import { analyticsApi } from '@inkwell/shared/analytics';
import { userApi } from '@inkwell/shared/users';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { AnalyticsService } from './analytics.service.ts';

export function mountAnalyticsRoutes(router: ApiRouter, analytics: AnalyticsService): void {
  mount(router, analyticsApi.stats, () => analytics.stats());
  mount(router, userApi.count, async () => (await analytics.stats()).users);
  mount(router, analyticsApi.analytics, ({ actor }) => analytics.analytics(actor));
}
