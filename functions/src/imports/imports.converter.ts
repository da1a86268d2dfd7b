import { ImportKind, ImportState } from '@inkwell/shared/imports';
import type { DocumentData } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { decoderOf } from '../firestore/decoder.ts';
import { Moment } from '../firestore/moment.ts';

const Counts = z._default(z.record(z.string(), z.int()), {});

/** The position of an import: the phase, the round, the file of records, and the line in it. */
export const ImportPosition = z.object({ phase: z.int(), round: z.int(), chunk: z.int(), line: z.int() });
export type ImportPosition = z.infer<typeof ImportPosition>;

export const IMPORT_START: ImportPosition = { phase: 0, round: 0, chunk: 0, line: 0 };

/** The input of a first pass that a job runs: ids of uploads of the account that imports. */
const ImportUploads = z.object({
  kind: ImportKind,
  file: z.string(),
  members: z.nullable(z.string()),
  redirects: z.nullable(z.string()),
  pictures: z.nullable(z.string()),
  fetch: z.boolean(),
  site: z.nullable(z.string()),
});
export type ImportUploads = z.infer<typeof ImportUploads>;

const ImportDocument = z.object({
  /** The account that imports. It becomes the author of texts without one. */
  createdBy: z.string(),
  format: z.string(),
  /** The original name of the file. */
  name: z.string(),
  state: ImportState,
  source: z.string(),
  counts: Counts,
  chunks: Counts,
  reports: Counts,
  depth: z.int(),
  numbers: z._default(z.nullable(z.string()), null),
  position: ImportPosition,
  /** Null for the command line, which reads local files. */
  uploads: z._default(z.nullable(ImportUploads), null),
  /** The number of records read; after the first pass, the number of imported ones, out of `total`. */
  done: z.int(),
  total: z.int(),
  /** The number of files with report lines that the import itself added. */
  laterReports: z._default(z.int(), 0),
  /** Why the first pass failed; null otherwise. */
  fault: z._default(z.nullable(z.string()), null),
  createdAt: Moment,
  updatedAt: Moment,
});

export type StoredImport = z.infer<typeof ImportDocument> & { readonly id: string };

export const decodeImport = decoderOf(ImportDocument);

export const encodeImport = ({ id: _id, ...stored }: StoredImport, expireAt: Date): DocumentData => ({
  ...stored,
  expireAt,
  schemaVersion: 1,
});
