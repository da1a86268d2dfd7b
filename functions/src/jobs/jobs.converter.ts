import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { decoderOf } from '../firestore/decoder.ts';
import { Moment } from '../firestore/moment.ts';
import type { NewJob, StoredJob } from './job.ts';

const JobDocument = z.object({
  kind: z.string(),
  params: z.record(z.string(), z.unknown()),
  about: z.nullable(z.string()),
  status: z.enum(['running', 'failed', 'done']),
  cursor: z.unknown(),
  page: z.int(),
  done: z.int(),
  total: z.nullable(z.int()),
  attempts: z.int(),
  reason: z.nullable(z.string()),
  fence: z.int(),
  dueAt: z.nullable(Moment),
  isLeased: z._default(z.boolean(), false),
  createdAt: Moment,
  updatedAt: Moment,
  finishedAt: z.nullable(Moment),
  following: z._default(
    z.nullable(
      z.object({ params: z.record(z.string(), z.unknown()), about: z.nullable(z.string()), createdBy: z.string() }),
    ),
    null,
  ),
});

/** Null for a missing document. @throws ZodError for an invalid document */
export const decodeJob: (snapshot: DocumentSnapshot) => StoredJob | null = decoderOf(JobDocument);

/** Null also for an invalid document, e.g. from newer code after a rollback, so that it does not hide the others. */
export function readableJob(snapshot: DocumentSnapshot): StoredJob | null {
  const { data } = z.safeParse(JobDocument, snapshot.data());
  return data ? { ...data, id: snapshot.id } : null;
}

/** The document of a job that has not started. */
export const encodeJob = ({ kind, params, about, createdBy, notBefore }: NewJob, at: Date): DocumentData => ({
  kind,
  params,
  about,
  createdBy,
  status: 'running',
  isFinished: false,
  cursor: null,
  page: 0,
  done: 0,
  total: null,
  attempts: 0,
  reason: null,
  fence: 0,
  dueAt: notBefore ?? at,
  isLeased: false,
  createdAt: at,
  updatedAt: at,
  finishedAt: null,
  following: null,
  schemaVersion: 1,
});
