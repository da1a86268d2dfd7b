import type { Job } from '@inkwell/shared/jobs';
import * as z from 'zod/mini';

export interface NewJob {
  /** A fixed id, so that several requests create one job; a new id by default. */
  readonly id?: string;
  /** The name of its `Worker`. */
  readonly kind: string;
  /** Values that Firestore can store; only the kind reads them. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly about: string | null;
  /** The earliest start; immediately by default. */
  readonly notBefore?: Date;
  /** The id of the account that requested the job, or `system`. */
  readonly createdBy: string;
}

/** A job with a fixed id. */
export type FixedJob = NewJob & { readonly id: string };

/** Work of the same kind, queued behind a job. */
export interface Following {
  readonly params: Readonly<Record<string, unknown>>;
  readonly about: string | null;
  readonly createdBy: string;
}

/** A stored job. An instance that works on the job has a lease until `dueAt`; after `dueAt` any instance may take a new lease. */
export interface StoredJob extends Omit<Job, 'status' | 'createdAt' | 'updatedAt' | 'finishedAt'> {
  readonly status: Exclude<Job['status'], 'waiting'>;
  readonly params: unknown;
  /** The start of the next page; null for the first page. */
  readonly cursor: unknown;
  /** The number of finished pages. */
  readonly page: number;
  /** Grows with each lease, so that an instance whose lease has ended cannot store its page. */
  readonly fence: number;
  /** The work that starts when this job has ended; null if none waits. */
  readonly following: Following | null;
  /** Null once the job is done or given up. */
  readonly dueAt: Date | null;
  /** Whether an instance has a lease until `dueAt`. Stays true if the instance was killed. */
  readonly isLeased: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

/** The length of a lease; each finished page renews it. */
export const LEASE_MS = 60_000;
/** How often the lease of a job is renewed while a page of it runs; a third of a lease. */
export const RENEW_MS = 20_000;
/** How often the function `work` looks for jobs that are due. */
const WORK_EVERY_MS = 60_000;

/** When a job continues on which no instance is working; null while an instance works on it or if it has ended. */
export function continuesAt({ status, isLeased, dueAt }: StoredJob, at: Date): Date | null {
  if (status !== 'running' || dueAt === null) return null;
  // If a lease was not renewed in time, its instance was killed.
  if (isLeased && dueAt.getTime() - at.getTime() >= LEASE_MS - 1.5 * RENEW_MS) return null;
  const fromMs = Math.max(dueAt.getTime(), at.getTime());
  return new Date(Math.ceil(fromMs / WORK_EVERY_MS) * WORK_EVERY_MS);
}

/** A finished page. */
export interface PageDone<Cursor = unknown> {
  /** The start of the next page, as a value that Firestore can store; null after the last page. */
  readonly next: Cursor | null;
  /** The earliest start of the next page; immediately by default. */
  readonly notBefore?: Date;
  /** The number of items in the page. */
  readonly count: number;
}

/** Runs the jobs of one kind, without its types of parameters and cursors. */
export interface Worker {
  readonly name: string;
  /** The number of items to process; null if counting would cost too much. @throws if the parameters are invalid */
  total(params: unknown): Promise<number | null>;
  /** @throws if the parameters or the cursor are invalid, and errors of the page */
  step(params: unknown, cursor: unknown): Promise<PageDone>;
}

interface Definition<Params extends z.ZodMiniType<Record<string, unknown>>, Cursor extends z.ZodMiniType> {
  readonly name: string;
  readonly params: Params;
  readonly cursor: Cursor;
  readonly total?: (params: z.output<Params>) => Promise<number | null>;
  /**
   * Runs one page. If the work can be divided, a page takes a few seconds. For longer pages, the runner renews the lease of 60 s; they must end
   * within the time limit of the function `work`. A page may run more than once, even concurrently after a lease ended too early, so a repeated page
   * must change nothing.
   */
  readonly step: (params: z.output<Params>, cursor: z.output<Cursor> | null) => Promise<PageDone<z.input<Cursor>>>;
}

/** A kind of job. Its schemas validate stored parameters and cursors, because an older version may have stored them. */
export function defineKind<Params extends z.ZodMiniType<Record<string, unknown>>, Cursor extends z.ZodMiniType>(
  definition: Definition<Params, Cursor>,
): Worker {
  const { name, params: paramsSchema, cursor: cursorSchema, total, step } = definition;
  return {
    name,
    total: async (params) => (total ? total(paramsSchema.parse(params)) : null),
    step: async (params, cursor) =>
      step(paramsSchema.parse(params), cursor === null ? null : cursorSchema.parse(cursor)),
  };
}

/** Processes the next documents by id; `after` is null for the first page. Safe to repeat. */
export type StepById<Params> = (params: Params, after: string | null) => Promise<PageDone<string>>;

/** A kind of job that processes documents by id. */
export const defineKindById = <Params extends z.ZodMiniType<Record<string, unknown>>>(
  name: string,
  params: Params,
  step: StepById<z.output<Params>>,
): Worker => defineKind({ name, params, cursor: z.string(), step });
