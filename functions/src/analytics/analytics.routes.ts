import { analyticsApi } from '@inkwell/shared/analytics';
import { userApi } from '@inkwell/shared/users';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { AnalyticsService } from './analytics.service.ts';

/** The figures are refreshed once a minute for all callers, so a call itself reads nothing. */
const noDocuments = () => 0;

export function mountAnalyticsRoutes(router: ApiRouter, analytics: AnalyticsService): void {
  mount(router, analyticsApi.stats, () => analytics.stats(), noDocuments);
  mount(router, userApi.count, async () => (await analytics.stats()).users, noDocuments);
  mount(router, analyticsApi.analytics, ({ actor }) => analytics.analytics(actor), noDocuments);
}
