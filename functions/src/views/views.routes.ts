import { postApi } from '@inkwell/shared/posts';
import { trafficApi } from '@inkwell/shared/traffic';
import { type ApiRouter, mount } from '../http/mount.ts';
import { visitOf } from '../traffic/visits.ts';
import type { ViewService } from './views.service.ts';

export function mountViewRoutes(router: ApiRouter, views: ViewService): void {
  mount(router, postApi.view, ({ actor, params, body, req }) => {
    const visit = visitOf(req, router.trustedHops, actor?.id);
    return views.visit(actor, visit.visitor, params.id, { visit, from: body });
  });
  mount(router, trafficApi.end, ({ actor, body, req }) => views.end(visitOf(req, router.trustedHops, actor?.id), body));
}
