import type { Viewer } from '@inkwell/shared/permissions';
import { postApi } from '@inkwell/shared/posts';
import { trafficApi } from '@inkwell/shared/traffic';
import type { Request } from 'express';
import { clientAddress } from '../http/address.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { visitOf } from '../traffic/visits.ts';
import type { ViewService } from './views.service.ts';

export function mountViewRoutes(router: ApiRouter, views: ViewService): void {
  const seen = (actor: Viewer, req: Request) =>
    visitOf(req, { account: actor?.id, address: clientAddress(req, router.trustedHops) });
  mount(router, postApi.view, ({ actor, params, body, req }) => {
    const visit = seen(actor, req);
    return views.visit(actor, visit.visitor, params.id, { visit, from: body });
  });
  mount(router, trafficApi.end, ({ actor, body, req }) => views.end(seen(actor, req), body));
}
