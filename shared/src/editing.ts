import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant } from './fields.ts';
import { Author } from './users.ts';

/** How long somebody counts as editing a post after they last said so. */
export const EDITING_LEASE_MS = 60_000;

/** Who edits a post beside the caller, since when, those first who began first. */
export const Editing = z.object({
  others: z.array(z.object({ editor: Author, since: Instant })),
  /** Until when the caller counts as editing, unless they say so again. */
  until: Instant,
});
export type Editing = z.infer<typeof Editing>;

export const editingApi = {
  begin: endpoint({
    method: 'PUT',
    path: '/api/posts/:id/editing',
    access: 'staff',
    invalidates: 'nothing',
    summary:
      'Announces for a minute that the caller edits the post, and answers who else does. Clients repeat the call while editing.',
    params: IdParams,
    response: Editing,
    rate: { bucket: 'editing', by: 'user', perMinute: 60, scope: 'instance' },
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/posts/:id/editing',
    access: 'staff',
    invalidates: 'nothing',
    summary: 'Announces that the caller no longer edits the post. Safe to repeat.',
    params: IdParams,
  }),
} as const;
