import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant } from './fields.ts';
import { Author } from './users.ts';

/** How long somebody counts as editing after the last announcement. */
export const EDITING_LEASE_MS = 60_000;

/** Who else edits a post and since when, earliest first. */
export const Editing = z.object({
  others: z.array(z.object({ editor: Author, since: Instant })),
  /** When the caller's announcement expires. */
  until: Instant,
});
export type Editing = z.infer<typeof Editing>;

export const editingApi = {
  begin: endpoint({
    method: 'PUT',
    path: '/api/posts/:id/editing',
    access: 'writer',
    mayConflict: true,
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
    access: 'writer',
    invalidates: 'nothing',
    summary: 'Announces that the caller no longer edits the post.',
    params: IdParams,
  }),
} as const;
