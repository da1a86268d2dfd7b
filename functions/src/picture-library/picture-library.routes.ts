import { pictureLibraryApi } from '@inkwell/shared/picture-library';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { PictureLibraryService } from './picture-library.service.ts';

export function mountPictureLibraryRoutes(router: ApiRouter, library: PictureLibraryService): void {
  mount(router, pictureLibraryApi.list, ({ actor, query }) => library.list(actor, query, pageRequest(query)));
  mount(router, pictureLibraryApi.describe, ({ actor, params, body }) => library.describe(actor, params.name, body));
  mount(router, pictureLibraryApi.remove, ({ actor, params }) => library.remove(actor, params.name));
}
