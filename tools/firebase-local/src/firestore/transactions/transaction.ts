import { randomBytes } from 'node:crypto';
import type { StoredDocument } from '../engine/document.ts';
import type { Micros } from '../time.ts';

/** The documents that a read-write transaction has read, with shared locks. */
export interface ReadSet {
  documents: Set<string>;
  /** The ranges of its queries: each function returns whether a document is inside. */
  ranges: ((document: StoredDocument) => boolean)[];
}

export interface Transaction {
  readonly id: Buffer;
  /** The rank by age. A retry has the age of its first attempt, so that it eventually succeeds. */
  readonly age: number;
  /** A retry locks the documents that it reads like written ones, so that two retries do not block each other again. */
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
