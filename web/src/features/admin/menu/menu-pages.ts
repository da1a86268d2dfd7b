import type { SitePageCard } from '@inkwell/shared/site-pages';
import { sitePagePath } from '@inkwell/shared/slug';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '../../../lib/api.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';

/** The loaded part of a list. */
export const itemsOf = <T>({ data }: { readonly data: InfiniteData<Page<T>> | undefined }): readonly T[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

/** The site pages that were changed last. None while they load or if that fails, because menus can be edited without them. */
export const useLastPages = (): readonly SitePageCard[] => itemsOf(useInfiniteQuery(staffPageQueries.list({})));

/** Whether an address belongs to one of these pages, and the page is unpublished. */
export const leadsNowhere = (pages: readonly SitePageCard[], address: string): boolean =>
  pages.some(({ slug, isPublished }) => !isPublished && [sitePagePath(slug), `/${slug}`].includes(address.trim()));
