import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, requiredText } from './fields.ts';

export const IMPORT_LIMITS = {
  /** How long uploads and records stay in Storage after the last step. */
  keptDays: 7,
  /** The largest upload in a browser. */
  uploadBytes: 1024 * 1024 * 1024,
  /** The time limit of an upload: within an hour, 0.5 Mbit/s transfer 225 MB. */
  uploadHours: 12,
  /** The maximum size and time for fetching a picture. */
  pictureBytes: 10 * 1024 * 1024,
  pictureMs: 10_000,
  /** The maximum length of a file name. */
  name: 255,
  /** The number of imports in a list. */
  listed: 20,
} as const;

/** The folder of uploads, each under the id of its account. The functions also keep an import's records there. */
export const IMPORT_FOLDER = 'imports';

/** The content type of every upload, whatever it contains, because uploads are never shown. */
export const IMPORT_UPLOAD_TYPE = 'application/octet-stream';

/** Kinds of exports that can be imported (docs/import-formats.md). */
export const IMPORT_KINDS = ['ghost', 'wordpress', 'substack', 'medium', 'markdown', 'subscribers', 'inkwell'] as const;
export const ImportKind = z.enum(IMPORT_KINDS);
export type ImportKind = z.infer<typeof ImportKind>;

/**
 * `reading`: the first pass, which writes nothing public; `failed`: the first pass found a fault; `ready`: waits for its owner's confirmation;
 * `discarded`: its records are deleted, and imported content stays.
 */
export const ImportState = z.enum(['reading', 'failed', 'ready', 'running', 'paused', 'done', 'discarded']);
export type ImportState = z.infer<typeof ImportState>;

/** Why something is in the report. `not-public`: it was not public on the old site, and is now a draft. */
export const REPORT_REASONS = [
  'not-public',
  'no-equal',
  'code-left-out',
  'shortened',
  'left-out',
  'redirect-left-out',
  'changed',
] as const;
export const ReportReason = z.enum(REPORT_REASONS);
export type ReportReason = z.infer<typeof ReportReason>;

/** The additional files and options of each kind. */
export const IMPORT_EXTRAS: Readonly<
  Record<ImportKind, readonly ('members' | 'redirects' | 'pictures' | 'fetch' | 'site')[]>
> = {
  ghost: ['members', 'redirects', 'pictures', 'fetch', 'site'],
  wordpress: ['pictures', 'fetch'],
  substack: ['pictures', 'fetch', 'site'],
  medium: ['pictures', 'fetch'],
  markdown: ['fetch', 'site'],
  subscribers: [],
  inkwell: [],
};

const Upload = z.nullable(DocumentId);

const SITE = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/;

export const ImportInput = z
  .object({
    kind: ImportKind,
    /** The file's name on its owner's machine. */
    name: requiredText(IMPORT_LIMITS.name, {
      required: 'Say what the file is called',
      tooLong: `A name has at most ${IMPORT_LIMITS.name} characters`,
    }),
    /** Ids of the caller's uploads. */
    file: DocumentId,
    members: z._default(Upload, null),
    redirects: z._default(Upload, null),
    /** A zip. */
    pictures: z._default(Upload, null),
    /** Whether to fetch pictures from their URLs. */
    fetch: z._default(z.boolean(), false),
    /** The address of the old site, if the file does not contain it. */
    site: z._default(
      z.nullable(z.string().check(z.maxLength(500), z.regex(SITE, 'An address begins with https://'))),
      null,
    ),
  })
  .check(
    z.refine(
      ({ kind, ...given }) =>
        (['members', 'redirects', 'pictures', 'fetch', 'site'] as const).every(
          (extra) => !given[extra] || IMPORT_EXTRAS[kind].includes(extra),
        ),
      'This kind of file takes no such addition',
    ),
  );
export type ImportInput = z.infer<typeof ImportInput>;

export const ImportUploadInput = z.object({
  bytes: z
    .int()
    .check(
      z.minimum(1, 'The file is empty'),
      z.maximum(IMPORT_LIMITS.uploadBytes, 'A file has at most 1 GB; a large one comes in parts'),
    ),
});

/** The place where the browser may store one file. */
export const ImportUpload = z.object({
  id: DocumentId,
  /** `imports/{uid}/{id}`. */
  objectName: z.string(),
  validUntil: Instant,
});
export type ImportUpload = z.infer<typeof ImportUpload>;

const Counts = z.record(z.string(), z.int());

export const ContentImport = z.object({
  id: DocumentId,
  /** An `ImportKind`, unless another version of the product created the import. */
  kind: z.string(),
  name: z.string(),
  state: ImportState,
  /** The contents of the file by kind of record; empty before the end of the first pass. */
  counts: Counts,
  /** Lines in the first pass's report, by reason. */
  reports: Counts,
  /** Files of the report (`GET …/report`). */
  reportParts: z.int(),
  /** The number of records read; after the first pass, of imported records. */
  done: z.int(),
  /** Null during the first pass. */
  total: z.nullable(z.int()),
  /** Why the first pass failed, with line or record. */
  fault: z.nullable(z.string()),
  /** Why it has stopped although it is unfinished: its job was given up. Starting it again retries. */
  problem: z.nullable(z.string()),
  /** When it continues automatically if nobody works on it: it waits for its turn, or its instance was killed. */
  continuesAt: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  /** When its files are deleted. */
  expiresAt: Instant,
});
export type ContentImport = z.infer<typeof ContentImport>;

export const ImportReportLine = z.object({
  reason: ReportReason,
  text: z.string(),
  about: z.nullable(z.string()),
  address: z.nullable(z.string()),
});
export type ImportReportLine = z.infer<typeof ImportReportLine>;

const rate = { bucket: 'imports', by: 'user', perMinute: 30, scope: 'instance' } as const;

/** A request runs the work that it starts for a few seconds. */
const deadlineMs = 45_000;

export const importApi = {
  upload: endpoint({
    method: 'POST',
    path: '/api/admin/imports/upload-slot',
    access: 'admin',
    invalidates: 'nothing',
    summary: `Names the object under which the caller's browser may store one file of an import within ${IMPORT_LIMITS.uploadHours} hours, at most 1 GB. An earlier name becomes invalid. The file is deleted after ${IMPORT_LIMITS.keptDays} days.`,
    body: ImportUploadInput,
    response: ImportUpload,
    status: 201,
    rate: { bucket: 'import-uploads', by: 'user', perHour: 60, scope: 'everywhere' },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/imports',
    access: 'admin',
    invalidates: 'nothing',
    summary:
      'Begins the first pass over uploads of the caller, which a job carries out: it writes nothing public and says what would come.',
    body: ImportInput,
    response: ContentImport,
    status: 201,
    rate,
    deadlineMs,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/imports',
    access: 'admin',
    summary: `The newest ${IMPORT_LIMITS.listed} imports of the last ${IMPORT_LIMITS.keptDays} days.`,
    response: z.array(ContentImport),
  }),
  state: endpoint({
    method: 'GET',
    path: '/api/admin/imports/:id',
    access: 'admin',
    summary: 'The contents of an import, and its progress.',
    params: IdParams,
    response: ContentImport,
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/admin/imports/:id/report/:part',
    access: 'admin',
    summary:
      'A part of the report, counted from 0: what was kept as a draft, what has no equal here, which addresses cannot lead on.',
    params: z.object({ id: DocumentId, part: z.string().check(z.regex(/^\d{1,5}$/)) }),
    response: z.array(ImportReportLine),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/admin/imports/:id/start',
    access: 'admin',
    summary:
      'Begins to import what the first pass found, or goes on with it; a job carries it out. Also tries again what was given up. Safe to repeat. 409 where nothing can go on.',
    params: IdParams,
    response: ContentImport,
    mayConflict: true,
    rate,
    deadlineMs,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/admin/imports/:id/pause',
    access: 'admin',
    invalidates: 'nothing',
    summary: 'Stops an import after its current step. Safe to repeat.',
    params: IdParams,
    response: ContentImport,
    rate,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/admin/imports/:id',
    access: 'admin',
    invalidates: 'nothing',
    summary: 'Ends an import permanently and deletes its records; imported content stays. Safe to repeat.',
    params: IdParams,
    response: ContentImport,
    rate,
  }),
} as const;
