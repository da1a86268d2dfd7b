import type { Precondition, Write, WriteResult } from '../engine/write.ts';
import type { WireAggregationQuery, WireQuery } from '../query/wire-query.ts';
import type { Timestamp } from '../time.ts';
import type { TransactionOptions } from '../transactions/transactions.ts';
import type { Fields, Value } from '../values/value.ts';

/** The messages of firestore.proto in use, in the format of the protobuf codec. */
export interface WireDocument {
  name: string;
  fields: Fields;
  createTime?: Timestamp;
  updateTime?: Timestamp;
}

export interface Mask {
  fieldPaths?: string[];
}

/** The consistency options of read calls. */
export interface Consistency {
  transaction?: Buffer;
  newTransaction?: TransactionOptions;
  readTime?: Timestamp;
}

export interface GetDocumentRequest extends Consistency {
  name: string;
  mask?: Mask | null;
}

export interface BatchGetRequest extends Consistency {
  database: string;
  documents?: string[];
  mask?: Mask | null;
}

export interface BatchGetResponse {
  found?: WireDocument;
  missing?: string;
  transaction?: Buffer;
  readTime?: Timestamp;
}

export interface CommitRequest {
  database: string;
  writes?: Write[];
  transaction?: Buffer;
}

export interface CommitResponse {
  writeResults: WriteResult[];
  commitTime: Timestamp;
}

export interface BatchWriteResponse {
  writeResults: WriteResult[];
  status: { code: number; message: string }[];
}

export interface RunQueryRequest extends Consistency {
  parent: string;
  structuredQuery?: WireQuery;
}

export interface RunQueryResponse {
  document?: WireDocument;
  transaction?: Buffer;
  readTime?: Timestamp;
  done?: boolean;
}

export interface RunAggregationRequest extends Consistency {
  parent: string;
  structuredAggregationQuery?: WireAggregationQuery;
}

export interface RunAggregationResponse {
  result?: { aggregateFields: Record<string, Value> };
  transaction?: Buffer;
  readTime?: Timestamp;
}

export interface ListDocumentsRequest extends Consistency {
  parent: string;
  collectionId?: string;
  pageSize?: number;
  pageToken?: string;
  orderBy?: string;
  mask?: Mask | null;
  showMissing?: boolean;
}

export interface PartitionQueryRequest {
  parent: string;
  structuredQuery?: WireQuery;
  partitionCount?: string | number;
  pageToken?: string;
  pageSize?: number;
  readTime?: Timestamp;
}

export interface ListCollectionIdsRequest {
  parent: string;
  pageSize?: number;
  pageToken?: string;
  readTime?: Timestamp;
}

export interface CreateDocumentRequest {
  parent: string;
  collectionId: string;
  documentId?: string;
  document?: { fields?: Fields };
  mask?: Mask | null;
}

export interface UpdateDocumentRequest {
  document: { name: string; fields?: Fields };
  updateMask?: Mask | null;
  mask?: Mask | null;
  currentDocument?: Precondition | null;
}

export interface DeleteDocumentRequest {
  name: string;
  currentDocument?: Precondition | null;
}
