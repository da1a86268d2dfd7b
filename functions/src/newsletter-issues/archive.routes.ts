import { archiveApi } from '@inkwell/shared/newsletter-archive';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { ArchiveService } from './archive.service.ts';

export function mountArchiveRoutes(router: ApiRouter, archive: ArchiveService): void {
  mount(router, archiveApi.list, ({ query }) => archive.list(pageRequest(query)));
  mount(router, archiveApi.bySlug, ({ params }) => archive.bySlug(params.slug));
}
