import { archiveApi } from '@inkwell/shared/newsletter-archive';
import { LIST_PAGE_SIZE, servedKeys } from '@inkwell/shared/served-keys';
import { callQuery, pagedQuery } from '../../../lib/call-query.ts';
import { refetchUnlessServed } from '../../../lib/hydrate.ts';

/** The public archive, refetched when a page opens. */
export const archiveQueries = {
  list: () => ({
    ...pagedQuery(servedKeys.archive(), archiveApi.list, LIST_PAGE_SIZE),
    refetchOnMount: refetchUnlessServed,
  }),
  issue: (slug: string) => ({
    ...callQuery(servedKeys.archivedIssue(slug), archiveApi.bySlug, { params: { slug } }),
    refetchOnMount: refetchUnlessServed,
  }),
};
