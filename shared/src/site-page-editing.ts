import { editingApi } from './editing.ts';
import { endpoint } from './endpoint.ts';

/** The editors of a site page, as for posts. */
export const sitePageEditingApi = {
  begin: endpoint({
    ...editingApi.begin,
    path: '/api/admin/pages/:id/editing',
    access: 'staff',
    summary:
      'Announces for a minute that the caller edits the page, and answers who else does. Clients repeat the call while editing.',
  }),
  end: endpoint({
    ...editingApi.end,
    path: '/api/admin/pages/:id/editing',
    access: 'staff',
    summary: 'Announces that the caller no longer edits the page.',
  }),
} as const;
