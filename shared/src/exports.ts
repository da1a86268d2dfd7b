import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';

/** How long an export can be fetched. */
export const EXPORT_DAYS = 7;

/** The export of the publication (docs/export.md) that was made last. `none`: nobody asked for one, or it has expired. */
export const ContentExport = z.object({
  state: z.enum(['none', 'making', 'ready']),
  requestedAt: z.nullable(Instant),
  /** Files that are in it by now. */
  files: z.int(),
  /** Of the zip; null while it is made. */
  bytes: z.nullable(z.int()),
  /** Where the zip can be fetched without a token, until `expiresAt`; null while it is made. */
  url: z.nullable(z.string()),
  expiresAt: z.nullable(Instant),
  /** Why it does not go on, although it should: its job was given up. A new one can be asked for. */
  problem: z.nullable(z.string()),
});
export type ContentExport = z.infer<typeof ContentExport>;

export const exportApi = {
  state: endpoint({
    method: 'GET',
    path: '/api/admin/exports',
    access: 'admin',
    summary: 'The export of the publication that was asked for last.',
    response: ContentExport,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/exports',
    access: 'admin',
    invalidates: 'nothing',
    summary: `Makes an export of the whole publication, a zip that administrators can fetch for ${EXPORT_DAYS} days; an earlier one ends. Answers the one that is being made, if there is one.`,
    response: ContentExport,
    rate: { bucket: 'export', by: 'user', perHour: 10, scope: 'everywhere' },
    deadlineMs: 45_000,
  }),
} as const;
