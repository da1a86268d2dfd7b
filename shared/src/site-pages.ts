import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FindQuery, IdParams, Instant, PageQuery } from './fields.ts';
import { LOOK_ALIKE_TEXT, looksReserved, mixesScripts } from './look-alikes.ts';
import { isShort, shapeOf, type WrittenField } from './post-fields.ts';
import { POST_LIMITS } from './post-limits.ts';
import { PublishAtInput, staffFields } from './schedule.ts';
import { SavedDraft } from './sittings.ts';
import { SLUG, SLUG_TEXT, SlugParams } from './tags.ts';
import { Author } from './users.ts';

/*
 * The site's pages: about, contact, imprint. They are written and stored like posts, in their own collection, at `/{slug}`. Lists the post fields
 * (post-fields.ts) that they have.
 */

/** The fields of a page that its writers set. */
export const SITE_PAGE_FIELDS = [
  ...(['title', 'content', 'isPublished', 'slug', 'language'] as const),
  ...(['math', 'searchTitle', 'searchDescription', 'isHiddenFromSearch'] as const),
] satisfies readonly WrittenField[];
export type SitePageField = (typeof SITE_PAGE_FIELDS)[number];

/** The maximum length of an address. */
export const SITE_PAGE_SLUG_LIMIT = 100;

export const SITE_PAGE_TEXTS = {
  slugRequired: 'The address is required',
  slugTooLong: 'The address is too long',
  reserved: 'This address belongs to the site itself',
  lookAlike: LOOK_ALIKE_TEXT,
  taken: 'Another page has this address',
} as const;

/** One segment of lowercase letters and digits of any script that neither is nor looks like a route of the product. */
export const SitePageSlug = z.string().check(
  z.trim(),
  z.normalize('NFKC'),
  z.minLength(1, SITE_PAGE_TEXTS.slugRequired),
  z.maxLength(SITE_PAGE_SLUG_LIMIT, SITE_PAGE_TEXTS.slugTooLong),
  z.refine((slug) => slug === '' || !looksReserved(`/${slug}`), SITE_PAGE_TEXTS.reserved),
  z.regex(SLUG, SLUG_TEXT),
  z.refine((slug) => !mixesScripts(slug), SITE_PAGE_TEXTS.lookAlike),
);

/** A page as shown to readers. */
export const SitePage = z.object({
  id: IdParams.shape.id,
  ...shapeOf('answer', SITE_PAGE_FIELDS),
  slug: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  /** The first publication; null before. */
  publishedAt: z.nullable(Instant),
});
export type SitePage = z.infer<typeof SitePage>;

/** Staff also see whether and when a page will be published. */
export const StaffSitePage = z.extend(SitePage, staffFields);
export type StaffSitePage = z.infer<typeof StaffSitePage>;

/** A page without its text, for the staff list. */
export const SitePageCard = z.object({
  id: IdParams.shape.id,
  ...shapeOf('answer', SITE_PAGE_FIELDS.filter(isShort)),
  slug: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  ...staffFields,
});
export type SitePageCard = z.infer<typeof SitePageCard>;

/** Answers an edit of an outdated page: the stored page, and its last editor, if known. */
export const SitePageConflict = z.extend(StaffSitePage, { lastEditedBy: z.nullable(Author) });
export type SitePageConflict = z.infer<typeof SitePageConflict>;

/** Without a slug, one is made from the title. */
export const SitePageInput = z.object({
  ...shapeOf('create', SITE_PAGE_FIELDS),
  slug: z.optional(SitePageSlug),
  publishAt: PublishAtInput,
  draft: z.optional(SavedDraft),
});
export type SitePageInput = z.infer<typeof SitePageInput>;

/** Omitted fields do not change; null clears. A new title keeps the slug. */
export const SitePagePatch = z.partial(
  z.object({
    ...shapeOf('change', SITE_PAGE_FIELDS),
    slug: SitePageSlug,
    publishAt: PublishAtInput,
    /** The `updatedAt` that the edit started from. If the page has been saved since, the answer is 409 with the stored page. */
    baseUpdatedAt: Instant,
    /** The publication time that the change started from. If the page has another one, the answer is also 409. */
    basePublishAt: z.nullable(Instant),
    /** Marks an edit that undoes an earlier change, as for posts. */
    undo: z.boolean(),
    draft: SavedDraft,
  }),
);
export type SitePagePatch = z.infer<typeof SitePagePatch>;

/**
 * The current use of a slug's address; `own` is the requesting page itself. A page may take the address of a redirect, or an earlier address of
 * another page.
 */
export const SlugState = z.object({
  is: z.enum(['free', 'own', 'redirect', 'moved', 'taken']),
  /** The target of the redirect, or the title of the other page. */
  leadsTo: z.nullable(z.string()),
});
export type SlugState = z.infer<typeof SlugState>;

export const sitePageApi = {
  bySlug: endpoint({
    method: 'GET',
    path: '/api/pages/:slug',
    access: 'public',
    scope: 'pages:read',
    summary: 'A published site page, also by an earlier slug.',
    params: SlugParams,
    response: SitePage,
    cacheable: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/pages',
    access: 'staff',
    scope: 'pages:read',
    summary:
      'All pages, the last changed first; found by the beginnings of words of their titles; or those in the trash.',
    query: z.extend(PageQuery, { q: z.optional(FindQuery), status: z.optional(z.literal('trash')) }),
    response: z.array(SitePageCard),
    paged: true,
    isForgiving: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/pages/:id',
    access: 'staff',
    scope: 'pages:read',
    summary: 'One page with its text, published or not.',
    params: IdParams,
    response: StaffSitePage,
  }),
  slugState: endpoint({
    method: 'GET',
    path: '/api/admin/page-slugs/:slug',
    access: 'staff',
    scope: 'pages:read',
    summary: "The current use of a slug's address, before a page takes it. Reserved and malformed slugs are 404.",
    params: z.object({ slug: SitePageSlug }),
    query: z.object({ id: z.optional(IdParams.shape.id) }),
    response: SlugState,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/pages',
    access: 'staff',
    scope: 'pages:write',
    summary:
      'Creates a page at `/{slug}`. Reserved, empty and malformed slugs are 400, those of other pages 409; a redirect there ends. Safe to repeat with a key.',
    body: SitePageInput,
    response: StaffSitePage,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/pages/:id',
    access: 'staff',
    scope: 'pages:write',
    summary: 'Changes, publishes or unpublishes a page. Its earlier addresses redirect to the newest permanently.',
    params: IdParams,
    body: SitePagePatch,
    response: StaffSitePage,
    conflict: SitePageConflict,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/pages/:id',
    access: 'staff',
    scope: 'pages:write',
    summary: `Moves a page to the trash, from which it is removed with its addresses after ${POST_LIMITS.trashDays} days. Safe to repeat.`,
    params: IdParams,
  }),
  undelete: endpoint({
    method: 'POST',
    path: '/api/admin/pages/:id/undelete',
    access: 'staff',
    scope: 'pages:write',
    summary: 'Restores a page from the trash, unpublished. Safe to repeat.',
    params: IdParams,
    response: StaffSitePage,
  }),
} as const;
