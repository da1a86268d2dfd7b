import { statusOf } from '@inkwell/shared/schedule';
import type { SitePage, SitePageCard, StaffSitePage } from '@inkwell/shared/site-pages';
import type { StoredCard, StoredPost } from '../posts/posts.converter.ts';

const staffPart = (page: StoredCard) => ({
  status: statusOf(page),
  publishAt: page.publishAt?.toISOString() ?? null,
  trashedAt: page.trashedAt?.toISOString() ?? null,
});

/** The page as readers see it. */
export const toSitePage = (page: StoredPost): SitePage => ({
  id: page.id,
  title: page.title,
  content: page.content,
  isPublished: page.isPublished,
  slug: page.slug ?? '',
  language: page.language,
  searchTitle: page.searchTitle,
  searchDescription: page.searchDescription,
  isHiddenFromSearch: page.isHiddenFromSearch,
  createdAt: page.createdAt.toISOString(),
  updatedAt: page.updatedAt.toISOString(),
  publishedAt: page.publishedAt?.toISOString() ?? null,
});

export const toStaffSitePage = (page: StoredPost): StaffSitePage => ({ ...toSitePage(page), ...staffPart(page) });

export const toSitePageCard = (page: StoredCard): SitePageCard => ({
  id: page.id,
  title: page.title,
  isPublished: page.isPublished,
  slug: page.slug ?? '',
  language: page.language,
  createdAt: page.createdAt.toISOString(),
  updatedAt: page.updatedAt.toISOString(),
  ...staffPart(page),
});
