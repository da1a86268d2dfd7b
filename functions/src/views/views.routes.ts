import { postApi } from '@inkwell/shared/posts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { ViewService } from './views.service.ts';

export function mountViewRoutes(router: ApiRouter, views: ViewService): void {
  mount(router, postApi.view, ({ actor, params }) => views.visit(actor, params.id));
}
