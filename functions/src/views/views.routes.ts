import { postApi } from '@inkwell/shared/posts';
import { clientAddress } from '../http/address.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { ViewService } from './views.service.ts';

export function mountViewRoutes(router: ApiRouter, views: ViewService): void {
  mount(router, postApi.view, ({ actor, params, req }) => {
    const address = clientAddress(req, router.trustedHops);
    const userAgent = req.headers['user-agent'] ?? '';
    return views.visit(actor, { account: actor?.id, address, userAgent }, params.id);
  });
}
