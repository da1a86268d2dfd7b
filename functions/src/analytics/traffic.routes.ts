import { trafficApi } from '@inkwell/shared/traffic';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { TrafficService } from './traffic.service.ts';

export function mountTrafficRoutes(router: ApiRouter, traffic: TrafficService): void {
  mount(router, trafficApi.traffic, ({ actor, query }) => traffic.traffic(actor, query));
  mount(router, trafficApi.post, ({ actor, params, query }) => traffic.post(actor, params.id, query));
  mount(router, trafficApi.issue, ({ actor, params }) => traffic.issue(actor, params.id));
  mount(router, trafficApi.now, ({ actor }) => traffic.now(actor));
  mount(router, trafficApi.won, ({ actor, query }) => traffic.won(actor, query));
  mount(router, trafficApi.speed, ({ actor, query }) => traffic.speed(actor, query));
}
