import { analyticsApi } from '@inkwell/shared/analytics';
import { userApi } from '@inkwell/shared/users';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { AnalyticsService } from './analytics.service.ts';

/** Gathered once a minute for all callers together. */
const gathered = () => 0;

export function mountAnalyticsRoutes(router: ApiRouter, analytics: AnalyticsService): void {
  mount(router, analyticsApi.stats, () => analytics.stats(), gathered);
  mount(router, userApi.count, async () => (await analytics.stats()).users, gathered);
  mount(router, analyticsApi.analytics, ({ actor }) => analytics.analytics(actor));
}
