import { endpoint } from './endpoint.ts';
import { PREVIEW_DAYS, previewApi } from './previews.ts';

/** Preview links of pages of the site, as posts have them. */
export const sitePagePreviewApi = {
  state: endpoint({
    ...previewApi.state,
    path: '/api/admin/pages/:id/preview',
    access: 'staff',
    summary: 'When the preview link of a page ends, if there is one.',
  }),
  create: endpoint({
    ...previewApi.create,
    path: '/api/admin/pages/:id/preview',
    access: 'staff',
    summary: `Makes a link by which anybody can read the page as it is stored, for ${PREVIEW_DAYS} days. An earlier link of the page ends.`,
  }),
  remove: endpoint({
    ...previewApi.remove,
    path: '/api/admin/pages/:id/preview',
    access: 'staff',
    summary: 'Ends the preview link of a page.',
  }),
} as const;
