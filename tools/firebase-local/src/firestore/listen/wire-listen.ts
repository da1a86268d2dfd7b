import type { WireDocument } from '../operations/wire.ts';
import type { WireQuery } from '../query/wire-query.ts';
import type { Timestamp } from '../time.ts';

/** firestore.proto, Target. */
export interface WireTarget {
  query?: { parent: string; structuredQuery?: WireQuery };
  documents?: { documents?: string[] };
  resumeToken?: Buffer;
  readTime?: Timestamp;
  targetId?: number;
  once?: boolean;
}

export interface ListenRequest {
  database: string;
  addTarget?: WireTarget;
  removeTarget?: number;
}

export interface TargetChange {
  targetChangeType: 'NO_CHANGE' | 'ADD' | 'REMOVE' | 'CURRENT' | 'RESET';
  targetIds?: number[];
  cause?: { code: number; message: string };
  resumeToken?: Buffer;
  readTime?: Timestamp;
}

/** firestore.proto, ListenResponse: exactly one field is set. */
export type ListenResponse =
  | { targetChange: TargetChange }
  | { documentChange: { document: WireDocument; targetIds: number[]; removedTargetIds: number[] } }
  | { documentDelete: { document: string; removedTargetIds: number[]; readTime: Timestamp } }
  | { documentRemove: { document: string; removedTargetIds: number[]; readTime: Timestamp } }
  | { filter: { targetId: number; count: number } };
