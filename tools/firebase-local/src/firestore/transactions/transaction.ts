import { randomBytes } from 'node:crypto';
import type { StoredDocument } from '../engine/document.ts';
import type { Micros } from '../time.ts';

/** What a read-write transaction has read and therefore holds shared locks on. */
export interface ReadSet {
  documents: Set<string>;
  /** Ranges of queries: tells whether a document lies in one. */
  ranges: ((document: StoredDocument) => boolean)[];
}

export interface Transaction {
  readonly id: Buffer;
  /** Order of age; a retry keeps the age of its first attempt, so that it wins in the end. */
  readonly age: number;
  /** A retry reads documents as if it were to write them, so that two retries do not lock each other out again. */
  readonly isRetry: boolean;
  readonly isReadOnly: boolean;
  /** The snapshot of a read-only transaction. */
  readonly readTime: Micros | null;
  readonly reads: ReadSet;
  readonly startedAt: number;
  lastUsedAt: number;
  state: 'active' | 'aborted' | 'done';
}

let nextAge = 1;

export function createTransaction(options: {
  readTime: Micros | null;
  isReadOnly: boolean;
  retryOf?: { age: number } | undefined;
}): Transaction {
  const now = Date.now();
  return {
    id: randomBytes(16),
    age: options.retryOf?.age ?? nextAge++,
    isRetry: options.retryOf !== undefined,
    isReadOnly: options.isReadOnly,
    readTime: options.readTime,
    reads: { documents: new Set(), ranges: [] },
    startedAt: now,
    lastUsedAt: now,
    state: 'active',
  };
}
