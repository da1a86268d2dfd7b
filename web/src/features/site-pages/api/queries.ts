import { servedKeys } from '@inkwell/shared/served-keys';
import { sitePageApi } from '@inkwell/shared/site-pages';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const sitePageQueries = {
  all: ['site-pages'] as const,
  /** The page of the site that has or had a slug. */
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: servedKeys.sitePage(slug),
      queryFn: ({ signal }) => call(sitePageApi.bySlug, { params: { slug } }, { signal }),
    }),
};
