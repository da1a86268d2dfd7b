import { postApi } from '@inkwell/shared/posts';
import { clientAddress } from '../http/address.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { ViewService } from './views.service.ts';

export function mountViewRoutes(router: ApiRouter, views: ViewService): void {
  mount(router, postApi.view, ({ actor, params, req }) => {
    const visitor = { address: clientAddress(req, router.trustedHops), userAgent: req.headers['user-agent'] ?? '' };
    return views.visit(actor, visitor, params.id);
  });
}
