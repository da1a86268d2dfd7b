import { servedKeys } from '@inkwell/shared/served-keys';
import { sitePageApi } from '@inkwell/shared/site-pages';
import { callQuery } from '../../../lib/call-query.ts';

export const sitePageQueries = {
  all: ['site-pages'] as const,
  /** The site page that has or had a slug. */
  bySlug: (slug: string) => callQuery(servedKeys.sitePage(slug), sitePageApi.bySlug, { params: { slug } }),
};
