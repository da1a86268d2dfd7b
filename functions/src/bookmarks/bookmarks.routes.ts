import { bookmarkApi } from '@inkwell/shared/bookmarks';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { BookmarkService } from './bookmarks.service.ts';

export function mountBookmarkRoutes(router: ApiRouter, bookmarks: BookmarkService): void {
  mount(router, bookmarkApi.list, ({ actor, query }) => bookmarks.list(actor, query.list, pageRequest(query)));
  mount(router, bookmarkApi.saved, ({ actor }) => bookmarks.saved(actor));
  // Mounted before the calls for a post, because `lists` would match its id.
  mount(router, bookmarkApi.putList, ({ actor, params, body }) => bookmarks.putList(actor, params.name, body.name));
  mount(router, bookmarkApi.removeList, ({ actor, params }) => bookmarks.removeList(actor, params.name));
  mount(router, bookmarkApi.save, ({ actor, params, body }) => bookmarks.save(actor, params.postId, body.lists));
  mount(router, bookmarkApi.remove, ({ actor, params }) => bookmarks.remove(actor, params.postId));
}
