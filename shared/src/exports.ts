import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';

/** How long an export can be downloaded. */
export const EXPORT_DAYS = 7;

/** The latest export of the publication (docs/export.md). `none`: no export was requested, or it has expired. */
export const ContentExport = z.object({
  state: z.enum(['none', 'making', 'ready']),
  requestedAt: z.nullable(Instant),
  /** The number of files in it so far. */
  files: z.int(),
  /** The size of the zip; null until it is ready. */
  bytes: z.nullable(z.int()),
  /** The zip's download URL, which needs no token, until `expiresAt`; null until the export is ready. */
  url: z.nullable(z.string()),
  expiresAt: z.nullable(Instant),
  /** Why it has stopped although it is unfinished: its job was given up. A new export can be requested. */
  problem: z.nullable(z.string()),
});
export type ContentExport = z.infer<typeof ContentExport>;

export const exportApi = {
  state: endpoint({
    method: 'GET',
    path: '/api/admin/exports',
    access: 'admin',
    summary: 'The export of the publication that was requested last.',
    response: ContentExport,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/exports',
    access: 'admin',
    invalidates: 'nothing',
    summary: `Creates an export of the whole publication, a zip that administrators can download for ${EXPORT_DAYS} days. Replaces an earlier one. Returns an unfinished one, if there is one.`,
    response: ContentExport,
    rate: { bucket: 'export', by: 'user', perHour: 10, scope: 'everywhere' },
    deadlineMs: 45_000,
  }),
} as const;
