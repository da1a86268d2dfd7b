import { endpoint } from './endpoint.ts';
import { PREVIEW_DAYS, previewApi } from './previews.ts';

/** Preview links of site pages, as for posts. */
export const sitePagePreviewApi = {
  state: endpoint({
    ...previewApi.state,
    path: '/api/admin/pages/:id/preview',
    access: 'staff',
    summary: 'When the preview link of a page expires, if there is one.',
  }),
  create: endpoint({
    ...previewApi.create,
    path: '/api/admin/pages/:id/preview',
    access: 'staff',
    summary: `Creates a link with which anybody can read the stored page, for ${PREVIEW_DAYS} days. Replaces an earlier link of the page.`,
  }),
  remove: endpoint({
    ...previewApi.remove,
    path: '/api/admin/pages/:id/preview',
    access: 'staff',
    summary: 'Ends the preview link of a page.',
  }),
} as const;
