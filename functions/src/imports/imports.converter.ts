import { ImportKind, ImportState } from '@inkwell/shared/imports';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const Counts = z._default(z.record(z.string(), z.int()), {});

/** Where an import is: the phase, the file of records, and the line in it. */
export const ImportPosition = z.object({ phase: z.int(), round: z.int(), chunk: z.int(), line: z.int() });
export type ImportPosition = z.infer<typeof ImportPosition>;

export const IMPORT_START: ImportPosition = { phase: 0, round: 0, chunk: 0, line: 0 };

/** What a first pass in the runner reads: ids of uploads of the account that imports. */
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
  /** Who imports: the account whose name is on texts without an author. */
  createdBy: z.string(),
  format: z.string(),
  /** The file, as its owner calls it. */
  name: z.string(),
  state: ImportState,
  source: z.string(),
  counts: Counts,
  chunks: Counts,
  reports: Counts,
  depth: z.int(),
  numbers: z._default(z.nullable(z.string()), null),
  position: ImportPosition,
  /** Null for the command line, which reads files of its own machine. */
  uploads: z._default(z.nullable(ImportUploads), null),
  /** Records that were read, and after the first pass those that are done, of those in `total`. */
  done: z.int(),
  total: z.int(),
  /** Files with lines of the report that the import itself added. */
  laterReports: z._default(z.int(), 0),
  /** Why the first pass ended; null otherwise. */
  fault: z._default(z.nullable(z.string()), null),
  createdAt: Moment,
  updatedAt: Moment,
});

export type StoredImport = z.infer<typeof ImportDocument> & { readonly id: string };

export function decodeImport(snapshot: DocumentSnapshot): StoredImport | null {
  const data = snapshot.data();
  return data === undefined ? null : { ...z.parse(ImportDocument, data), id: snapshot.id };
}

export const encodeImport = ({ id: _id, ...stored }: StoredImport, expireAt: Date): DocumentData => ({
  ...stored,
  expireAt,
  schemaVersion: 1,
});
