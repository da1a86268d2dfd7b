import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PageQuery } from './fields.ts';
import { RESTORED_FIELDS, RestoreInput, Revision, RevisionCard, revisionApi } from './revisions.ts';
import { SITE_PAGE_FIELDS, SitePageConflict, type SitePageField, StaffSitePage } from './site-pages.ts';

const isOfPage = (field: string): field is SitePageField => SITE_PAGE_FIELDS.some((known) => known === field);

/** The fields that restoring a page's revision changes. Its address does not change, because another page may have the earlier one by now. */
export const RESTORED_PAGE_FIELDS = RESTORED_FIELDS.filter(isOfPage).filter((field) => field !== 'slug');

const { params } = revisionApi.byId;

export const sitePageRevisionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/pages/:id/revisions',
    access: 'staff',
    scope: 'pages:read',
    summary: 'The revisions of a page without their texts, newest first. Older revisions are thinned out.',
    params: revisionApi.list.params,
    query: PageQuery,
    response: z.array(RevisionCard),
    paged: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/pages/:id/revisions/:revisionId',
    access: 'staff',
    scope: 'pages:read',
    summary: 'One revision of a page with its text.',
    params,
    response: Revision,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/admin/pages/:id/revisions/:revisionId/restore',
    access: 'staff',
    scope: 'pages:write',
    summary:
      'Restores title, text, language and what search engines learn, as an edit that makes a new revision. The address stays. Safe to repeat.',
    params,
    body: RestoreInput,
    bodyOptional: true,
    response: StaffSitePage,
    conflict: SitePageConflict,
  }),
} as const;
