import type {
  ServerDuplexStream,
  ServerUnaryCall,
  ServerWritableStream,
  sendUnaryData,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { Metadata } from '@grpc/grpc-js';
import type { ListenRequest } from '../listen/wire-listen.ts';
import type { Caller } from '../operations/access.ts';
import { batchWrite, beginTransaction, commit, rollback } from '../operations/commit.ts';
import { listCollectionIds, listDocuments, partitionQuery } from '../operations/list.ts';
import { runAggregationQuery, runQuery } from '../operations/query.ts';
import { batchGetDocuments, getDocument } from '../operations/read.ts';
import { createDocument, deleteDocument, updateDocument } from '../operations/single.ts';
import type { ServiceContext } from '../service-context.ts';
import { authorizationOf, toStatus } from './calls.ts';
import type { Connections } from './connections.ts';
import { handleListen } from './listen-call.ts';
import { handleWrite, type WriteRequest } from './write-call.ts';

/** The database of a request, from the field that names it. */
function addressedDatabase(request: unknown): string {
  const { database, parent, name, document } = request as Record<string, string | { name?: string } | undefined>;
  const named = database ?? parent ?? name ?? (typeof document === 'object' ? document.name : undefined);
  return typeof named === 'string' ? named.split('/').slice(0, 4).join('/') : '';
}

/** The transaction of a request, or of the first message of an answer that opens one. */
function namedTransaction(message: unknown): Buffer | undefined {
  const { transaction } = ((Array.isArray(message) ? message[0] : message) ?? {}) as { transaction?: Buffer };
  return transaction?.length ? transaction : undefined;
}

/** The implementation of google.firestore.v1.Firestore. */
export function createService(context: ServiceContext, connections: Connections): UntypedServiceImplementation {
  type Handler<Q, R> = (caller: Caller, request: Q) => Promise<R> | R;
  type Call<Q> = { request: Q; metadata: Metadata; getPeer(): string };
  const run = async <Q, R>(handler: Handler<Q, R>, call: Call<Q>): Promise<R> => {
    const { request, metadata } = call;
    const peer = call.getPeer();
    const database = addressedDatabase(request);
    const caller = context.callerFor(authorizationOf(metadata), database);
    const named = namedTransaction(request);
    if (named) connections.uses(peer, database, named);
    const response = await handler(caller, request);
    const opened = namedTransaction(response);
    if (opened) connections.uses(peer, database, opened);
    return response;
  };
  const unary =
    <Q, R>(handler: Handler<Q, R>) =>
    (call: ServerUnaryCall<Q, R>, callback: sendUnaryData<R>) => {
      run(handler, call).then(
        (response) => callback(null, response),
        (error: unknown) => callback(toStatus(error)),
      );
    };
  const streaming =
    <Q, R>(handler: Handler<Q, readonly R[]>) =>
    (call: ServerWritableStream<Q, R>) => {
      run(handler, call).then(
        (responses) => {
          for (const response of responses) call.write(response);
          call.end();
        },
        (error: unknown) => {
          // Without headers, the server SDK's transport retries the whole call for seconds, whatever the status.
          call.sendMetadata(new Metadata());
          call.emit('error', toStatus(error));
        },
      );
    };

  return {
    GetDocument: unary(getDocument),
    ListDocuments: unary(listDocuments),
    CreateDocument: unary(createDocument),
    UpdateDocument: unary(updateDocument),
    DeleteDocument: unary(deleteDocument),
    BatchGetDocuments: streaming(batchGetDocuments),
    BeginTransaction: unary(beginTransaction),
    Commit: unary(commit),
    Rollback: unary(rollback),
    RunQuery: streaming(runQuery),
    RunAggregationQuery: streaming(runAggregationQuery),
    PartitionQuery: unary(partitionQuery),
    ListCollectionIds: unary(listCollectionIds),
    BatchWrite: unary(batchWrite),
    Listen: (call: ServerDuplexStream<ListenRequest, unknown>) => handleListen(context, call),
    Write: (call: ServerDuplexStream<WriteRequest, unknown>) => handleWrite(context, call),
  };
}
