import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, requiredText } from './fields.ts';

export const IMPORT_LIMITS = {
  /** How long uploads and records stay in Storage after the last step. */
  keptDays: 7,
  /** The largest upload in a browser. */
  uploadBytes: 1024 * 1024 * 1024,
  /** How long an upload may take: an hour has 225 MB at 0.5 Mbit/s. */
  uploadHours: 12,
  /** The largest picture that is fetched, and how long that may take. */
  pictureBytes: 10 * 1024 * 1024,
  pictureMs: 10_000,
  /** Characters of the name of a file. */
  name: 255,
  /** Imports that are listed. */
  listed: 20,
} as const;

/** The folder of uploads, each below the id of its account. The functions keep their records there too. */
export const IMPORT_FOLDER = 'imports';

/** What every upload is called, whatever it contains: nothing ever shows it. */
export const IMPORT_UPLOAD_TYPE = 'application/octet-stream';

/** Kinds of exports that can be imported (docs/import-formats.md). */
export const IMPORT_KINDS = ['ghost', 'wordpress', 'substack', 'medium', 'markdown', 'subscribers', 'inkwell'] as const;
export const ImportKind = z.enum(IMPORT_KINDS);
export type ImportKind = z.infer<typeof ImportKind>;

/**
 * `reading`: the first pass, which writes nothing public; `failed`: the first pass found a fault; `ready`: waits for the word of its owner;
 * `discarded`: its records are gone, what was imported stays.
 */
export const ImportState = z.enum(['reading', 'failed', 'ready', 'running', 'paused', 'done', 'discarded']);
export type ImportState = z.infer<typeof ImportState>;

/** Why something is in the report. `not-public` names what was not public in the old place and is a draft now. */
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

/** Which further files and choices each kind takes. */
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
    /** The file, as its owner calls it. */
    name: requiredText(IMPORT_LIMITS.name, {
      required: 'Say what the file is called',
      tooLong: `A name has at most ${IMPORT_LIMITS.name} characters`,
    }),
    /** Ids of uploads of the caller. */
    file: DocumentId,
    members: z._default(Upload, null),
    redirects: z._default(Upload, null),
    /** A zip. */
    pictures: z._default(Upload, null),
    /** Whether pictures are fetched from where they are. */
    fetch: z._default(z.boolean(), false),
    /** Where the texts were published, if the file does not say it. */
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

/** Where the browser may store one file. */
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
  /** An `ImportKind`, unless another version of the product began it. */
  kind: z.string(),
  name: z.string(),
  state: ImportState,
  /** What the file contains, by kind of record; empty before the end of the first pass. */
  counts: Counts,
  /** Lines of the report of the first pass, by reason. */
  reports: Counts,
  /** Files of the report (`GET …/report`). */
  reportParts: z.int(),
  /** Records that were read, and after the first pass those that were imported. */
  done: z.int(),
  /** Null during the first pass. */
  total: z.nullable(z.int()),
  /** Why the first pass ended, with line or record. */
  fault: z.nullable(z.string()),
  /** Why nothing goes on, although it should: its job was given up. Beginning again tries again. */
  problem: z.nullable(z.string()),
  /** When it goes on by itself, where nobody works on it: it waits for its turn, or its instance was killed. */
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

/** A request runs the work that it begins for some seconds. */
const deadlineMs = 45_000;

export const importApi = {
  upload: endpoint({
    method: 'POST',
    path: '/api/admin/imports/upload-slot',
    access: 'admin',
    invalidates: 'nothing',
    summary: `Names the object under which the caller's browser may store one file of an import within ${IMPORT_LIMITS.uploadHours} hours, at most 1 GB; the name before it ends. It is deleted after ${IMPORT_LIMITS.keptDays} days.`,
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
    summary: 'What an import contains, and how far it is.',
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
    summary: 'Stops an import after its present step. Safe to repeat.',
    params: IdParams,
    response: ContentImport,
    rate,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/admin/imports/:id',
    access: 'admin',
    invalidates: 'nothing',
    summary: 'Ends an import for good and deletes its records; what it brought stays. Safe to repeat.',
    params: IdParams,
    response: ContentImport,
    rate,
  }),
} as const;
