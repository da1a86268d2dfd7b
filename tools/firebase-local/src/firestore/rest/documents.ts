import { invalidArgument } from '../errors.ts';
import { batchWrite, beginTransaction, commit, rollback } from '../operations/commit.ts';
import { listCollectionIds, listDocuments, partitionQuery } from '../operations/list.ts';
import { runAggregationQuery, runQuery } from '../operations/query.ts';
import { batchGetDocuments, getDocument } from '../operations/read.ts';
import { createDocument, deleteDocument, updateDocument } from '../operations/single.ts';
import type { ServiceContext } from '../service-context.ts';
import type { Json } from '../values/json.ts';
import { messageFromJson } from './message-json.ts';

export interface RestRequest {
  method: string;
  /** The decoded resource path after `/v1/`, without a verb. */
  resource: string;
  /** `runQuery` in `...:runQuery`, or ''. */
  verb: string;
  query: URLSearchParams;
  body: Json;
  authorization: string | undefined;
}

/** Converts query parameters to a message: `mask.fieldPaths=a` becomes `{ mask: { fieldPaths: ['a'] } }`. */
function parametersToMessage(query: URLSearchParams): Record<string, unknown> {
  const json: { [key: string]: Json } = {};
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    const [head = '', member] = name.split('.');
    if (member === 'fieldPaths') json[head] = { fieldPaths: values };
    else if (member === 'exists') json[head] = { exists: values[0] === 'true' };
    else if (member !== undefined) json[head] = { [member]: values[0] ?? '' };
    else if (head === 'pageSize') json[head] = Number(values[0]);
    else if (head === 'showMissing') json[head] = values[0] === 'true';
    else json[head] = values[0] ?? '';
  }
  return messageFromJson(json) as Record<string, unknown>;
}

const documentsPath = /^(projects\/[^/]+\/databases\/[^/]+)\/documents(?:\/(.+))?$/s;

/** Calls, by their verb, that are not about one document (the `google.api.http` options in firestore.proto). */
function callByVerb(context: ServiceContext, request: RestRequest, database: string): Promise<unknown> | unknown {
  const { firestore } = context;
  const access = context.accessFor(request.authorization, database);
  const checkIndex = context.indexCheckFor(database);
  const body = messageFromJson(request.body ?? {}) as object;
  const message = { ...body, parent: request.resource, database } as never;
  switch (request.verb) {
    case 'batchGet':
      return batchGetDocuments(firestore, access, message);
    case 'beginTransaction':
      return beginTransaction(firestore, message);
    case 'commit':
      return commit(firestore, access, message);
    case 'rollback':
      return rollback(firestore, message);
    case 'runQuery':
      return runQuery(firestore, access, checkIndex, message);
    case 'runAggregationQuery':
      return runAggregationQuery(firestore, access, checkIndex, message);
    case 'partitionQuery':
      return partitionQuery(firestore, access, message);
    case 'listCollectionIds':
      return listCollectionIds(firestore, access, message);
    case 'batchWrite':
      return batchWrite(firestore, access, message);
    default:
      throw invalidArgument(`Unknown method ":${request.verb}".`);
  }
}

/** Answers REST requests of google.firestore.v1. */
export async function handleDocuments(context: ServiceContext, request: RestRequest): Promise<unknown> {
  const match = documentsPath.exec(request.resource);
  if (!match) throw invalidArgument(`Invalid resource name "${request.resource}".`);
  const [, database = '', path = ''] = match;
  if (request.verb !== '') return (await callByVerb(context, request, database)) ?? {};

  const { firestore } = context;
  const access = context.accessFor(request.authorization, database);
  const parameters = parametersToMessage(request.query);
  const isDocument = path !== '' && path.split('/').length % 2 === 0;
  const slash = request.resource.lastIndexOf('/');
  const collection = { parent: request.resource.slice(0, slash), collectionId: request.resource.slice(slash + 1) };
  const document = messageFromJson(request.body ?? {}) as object;
  switch (request.method) {
    case 'GET':
      if (isDocument) return getDocument(firestore, access, { ...parameters, name: request.resource });
      return listDocuments(firestore, access, { ...parameters, ...collection });
    case 'POST':
      if (isDocument || path === '') throw invalidArgument('A document is created in a collection.');
      return createDocument(firestore, access, { ...parameters, ...collection, document });
    case 'PATCH':
      return updateDocument(firestore, access, { ...parameters, document: { ...document, name: request.resource } });
    case 'DELETE':
      await deleteDocument(firestore, access, { ...parameters, name: request.resource });
      return {};
    default:
      throw invalidArgument(`${request.method} is not supported.`);
  }
}
