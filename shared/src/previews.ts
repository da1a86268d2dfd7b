import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant } from './fields.ts';

/** How long a preview link works. */
export const PREVIEW_DAYS = 14;

/** The path of a preview link: a served page without the app, for anybody who has the link. */
export const previewPath = (token: string): string => `/preview/${token}`;

/** A link to a post. The address is returned only once, because only its hash is stored. */
export const PreviewLink = z.object({ url: z.string(), expiresAt: Instant });
export type PreviewLink = z.infer<typeof PreviewLink>;

/** When the link expires; null if there is none. */
export const PreviewState = z.object({ expiresAt: z.nullable(Instant) });
export type PreviewState = z.infer<typeof PreviewState>;

export const previewApi = {
  state: endpoint({
    method: 'GET',
    path: '/api/posts/:id/preview',
    access: 'writer',
    scope: 'posts:read',
    summary:
      'When the preview link of a post ends, if there is one. Its address is answered only once, when it is made.',
    params: IdParams,
    response: PreviewState,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts/:id/preview',
    access: 'writer',
    scope: 'posts:write',
    invalidates: 'nothing',
    summary: `Creates a link with which anybody can read the stored post, for ${PREVIEW_DAYS} days. Replaces an earlier link of the post.`,
    params: IdParams,
    response: PreviewLink,
    status: 201,
    rate: { bucket: 'preview', by: 'user', perMinute: 30, scope: 'instance' },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/posts/:id/preview',
    access: 'writer',
    scope: 'posts:write',
    invalidates: 'nothing',
    summary: 'Ends the preview link of a post.',
    params: IdParams,
  }),
} as const;
