import * as z from 'zod/mini';

export const IMPORT_LIMITS = {
  /** How long uploads and records stay in Storage after the last step. */
  keptDays: 7,
  /** The largest upload in a browser. */
  uploadBytes: 1024 * 1024 * 1024,
  /** The largest picture that is fetched, and how long that may take. */
  pictureBytes: 10 * 1024 * 1024,
  pictureMs: 10_000,
} as const;

/**
 * `reading`: the first pass, which writes nothing public; `failed`: the first pass found a fault; `ready`: waits for the word of its owner;
 * `discarded`: its records are gone, what was imported stays.
 */
export const ImportState = z.enum(['reading', 'failed', 'ready', 'running', 'paused', 'done', 'discarded']);
export type ImportState = z.infer<typeof ImportState>;
