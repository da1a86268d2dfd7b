import type { Job } from '@inkwell/shared/jobs';
import type * as z from 'zod/mini';

/** Work that is to be made: `kind` names who does it. */
export interface NewJob {
  /** A fixed id for work that may be asked for several times and is to be done once; left out, each is another. */
  readonly id?: string;
  readonly kind: string;
  /** What Firestore can store; read by the kind alone. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly about: string | null;
  /** Left out, it begins at once. */
  readonly notBefore?: Date;
  /** Id of the account that asked for it, or `system`. */
  readonly createdBy: string;
}

/** Work as it is stored. Who works on it holds it until `dueAt`; who has no hold of it finds it when that has passed. */
export interface StoredJob extends Omit<Job, 'status' | 'createdAt' | 'updatedAt' | 'finishedAt'> {
  readonly status: Exclude<Job['status'], 'waiting'>;
  readonly params: unknown;
  /** Where the next page begins; null at the beginning. */
  readonly cursor: unknown;
  /** How many pages are done. */
  readonly page: number;
  /** Grows with each that takes hold of it, so that whoever held it before is told apart. */
  readonly fence: number;
  /** Null once it is finished or given up. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

/** One page of work, done. */
export interface PageDone<Cursor = unknown> {
  /** Where the next page begins; null after the last one. Something that Firestore can store. */
  readonly next: Cursor | null;
  /** How many things this page dealt with. */
  readonly count: number;
}

/** Who does the work of a kind, whatever its parameters and positions look like. */
export interface Worker {
  readonly name: string;
  /** How many things there are to deal with; null where counting would cost too much. @throws when the parameters cannot be read */
  total(params: unknown): Promise<number | null>;
  /** @throws when parameters or position cannot be read, and whatever the work throws */
  step(params: unknown, cursor: unknown): Promise<PageDone>;
}

interface Definition<Params extends z.ZodMiniType<Record<string, unknown>>, Cursor extends z.ZodMiniType> {
  readonly name: string;
  readonly params: Params;
  readonly cursor: Cursor;
  readonly total?: (params: z.output<Params>) => Promise<number | null>;
  /**
   * Deals with one page: a few seconds of work, well below the 60 s for which it is held. A page may be worked on more than once, also
   * by two at a time when one of them was taken for dead, so doing it again has to change nothing.
   */
  readonly step: (params: z.output<Params>, cursor: z.output<Cursor> | null) => Promise<PageDone<z.input<Cursor>>>;
}

/** A kind of work: parameters and positions are read with its schemas each time, since an older version may have stored them. */
export interface JobKind<Params> extends Worker {
  /** Work of this kind. @throws ZodError when the parameters are not what the kind takes */
  job(params: Params, options: Pick<NewJob, 'id' | 'createdBy' | 'notBefore'> & { readonly about?: string }): NewJob;
}

export function defineKind<Params extends z.ZodMiniType<Record<string, unknown>>, Cursor extends z.ZodMiniType>(
  definition: Definition<Params, Cursor>,
): JobKind<z.input<Params>> {
  const { name, params: paramsSchema, cursor: cursorSchema, total, step } = definition;
  return {
    name,
    total: async (params) => (total ? total(paramsSchema.parse(params)) : null),
    step: async (params, cursor) =>
      step(paramsSchema.parse(params), cursor === null ? null : cursorSchema.parse(cursor)),
    job: (params, { about = null, ...options }) => ({
      ...options,
      kind: name,
      params: paramsSchema.parse(params),
      about,
    }),
  };
}
