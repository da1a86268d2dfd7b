import { canManagePages, canWrite } from '@inkwell/shared/permissions';
import { RESTORED_FIELDS } from '@inkwell/shared/revisions';
import { RESTORED_PAGE_FIELDS } from '@inkwell/shared/site-page-revisions';
import { findAddress } from '../../addresses/addresses.repository.ts';
import { createKnownAddresses } from '../../addresses/known-addresses.ts';
import { createDraftRepository } from '../../drafts/drafts.repository.ts';
import { mountDraftRoutes } from '../../drafts/drafts.routes.ts';
import { createDraftService } from '../../drafts/drafts.service.ts';
import { createEditingRepository } from '../../editing/editing.repository.ts';
import { mountEditingRoutes, mountPageEditingRoutes } from '../../editing/editing.routes.ts';
import { createEditingService } from '../../editing/editing.service.ts';
import type { ApiRouter } from '../../http/mount.ts';
import { findNumbered } from '../../imports/numbered-posts.repository.ts';
import { decideStanding } from '../../posts/post-decisions.ts';
import { mountPostRoutes } from '../../posts/posts.routes.ts';
import { createPostService } from '../../posts/posts.service.ts';
import { createPushedPostService } from '../../posts/pushed-posts.service.ts';
import { createPushedPostRepository } from '../../posts/saving/pushed-posts.repository.ts';
import { mountCalendarRoutes } from '../../posts/schedule/calendar.routes.ts';
import { createCalendarService } from '../../posts/schedule/calendar.service.ts';
import { createScheduledPostRepository } from '../../posts/schedule/scheduled-posts.repository.ts';
import { createSeriesPostRepository } from '../../posts/series/series-posts.repository.ts';
import { mountSeriesPostRoutes } from '../../posts/series/series-posts.routes.ts';
import { createSeriesPostService } from '../../posts/series/series-posts.service.ts';
import { createRedirectRepository } from '../../redirects/redirects.repository.ts';
import { mountRedirectRoutes } from '../../redirects/redirects.routes.ts';
import { createRedirectService } from '../../redirects/redirects.service.ts';
import { createRevisionRepository } from '../../revisions/revisions.repository.ts';
import { mountPageRevisionRoutes, mountRevisionRoutes } from '../../revisions/revisions.routes.ts';
import { createRevisionService } from '../../revisions/revisions.service.ts';
import { createSitePageRepository } from '../../site-pages/site-pages.repository.ts';
import { mountSitePageRoutes } from '../../site-pages/site-pages.routes.ts';
import { createSitePageService } from '../../site-pages/site-pages.service.ts';
import type { Reviewing } from '../reviewing.ts';
import type { Base } from './base.ts';
import type { Lists } from './lists.ts';
import { createRemoverOf, createWriterOf } from './writing.ts';

/** Posts and site pages, and the features for writing them. */
export type Texts = ReturnType<typeof createTexts>;

export function createTexts(base: Base, lists: Lists, reviewing: Reviewing) {
  const { db, clock, stored, authors } = base;
  const categories = lists.categoryNames;
  const addresses = createKnownAddresses({
    find: async (path) => (await findAddress(db, path)) ?? findNumbered(db, path),
    clock,
  });
  const history = createRevisionRepository(db);
  const remover = createRemoverOf(db, 'posts');
  const pageRemover = createRemoverOf(db, 'pages');
  const seriesPosts = createSeriesPostRepository(db);
  const writer = reviewing.following(createWriterOf(db, 'posts'));
  const posts = createPostService({ ...base, ...lists, categories, posts: stored, writer, remover, seriesPosts });
  const storedPages = createSitePageRepository(db);
  const sitePages = createSitePageService({
    ...base,
    settings: lists.settings,
    pages: storedPages,
    writer: createWriterOf(db, 'pages'),
    remover: pageRemover,
    addresses,
    findAddress: (path) => findAddress(db, path),
  });
  const leases = createEditingRepository(db);
  return {
    posts,
    pushedPosts: createPushedPostService({ pushed: createPushedPostRepository(db) }),
    seriesPosts: createSeriesPostService({ posts, stored: seriesPosts }),
    calendar: createCalendarService({
      scheduled: { posts: createScheduledPostRepository(db), pages: createScheduledPostRepository(db, 'pages') },
      authors,
    }),
    studio: reviewing.services(posts),
    sitePages,
    addresses,
    redirects: createRedirectService({ ...base, redirects: createRedirectRepository(db), addresses }),
    remover,
    pageRemover,
    history,
    revisions: createRevisionService({
      revisions: history,
      restored: RESTORED_FIELDS,
      authors,
      categories,
      check: posts.ofInsider,
      update: posts.update,
    }),
    pageRevisions: createRevisionService({
      revisions: createRevisionRepository(db, 'pages'),
      restored: RESTORED_PAGE_FIELDS,
      authors,
      categories,
      check: sitePages.byId,
      update: sitePages.update,
    }),
    drafts: createDraftService({ drafts: createDraftRepository(db, base.pictures), categories, clock }),
    leases,
    editing: createEditingService({
      ...base,
      editing: leases,
      canEdit: canWrite,
      async isThere(id, actor) {
        const post = await stored.findCard(id);
        if (post) decideStanding(actor, post);
        return post !== null;
      },
    }),
    pageEditing: createEditingService({
      ...base,
      editing: leases,
      canEdit: canManagePages,
      isThere: async (id) => (await storedPages.find(id)) !== null,
    }),
  };
}

export function mountTextRoutes(router: ApiRouter, texts: Texts): void {
  mountPostRoutes(router, texts.posts, texts.pushedPosts);
  mountSeriesPostRoutes(router, texts.seriesPosts);
  mountCalendarRoutes(router, texts.calendar);
  mountSitePageRoutes(router, texts.sitePages);
  mountRedirectRoutes(router, texts.redirects);
  mountRevisionRoutes(router, texts.revisions);
  mountPageRevisionRoutes(router, texts.pageRevisions);
  mountDraftRoutes(router, texts.drafts);
  mountEditingRoutes(router, texts.editing);
  mountPageEditingRoutes(router, texts.pageEditing);
}
