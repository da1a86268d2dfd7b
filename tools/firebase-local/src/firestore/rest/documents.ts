import { invalidArgument } from '../errors.ts';
import type { Caller } from '../operations/access.ts';
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
const callsByVerb: Readonly<Record<string, (caller: Caller, message: never) => unknown>> = {
  batchGet: batchGetDocuments,
  beginTransaction,
  commit,
  rollback,
  runQuery,
  runAggregationQuery,
  partitionQuery,
  listCollectionIds,
  batchWrite,
};

/** Answers REST requests of google.firestore.v1. */
export async function handleDocuments(context: ServiceContext, request: RestRequest): Promise<unknown> {
  const match = documentsPath.exec(request.resource);
  if (!match) throw invalidArgument(`Invalid resource name "${request.resource}".`);
  const [, database = '', path = ''] = match;
  const caller = context.callerFor(request.authorization, database);
  const body = messageFromJson(request.body ?? {}) as object;
  if (request.verb !== '') {
    const call = Object.hasOwn(callsByVerb, request.verb) && callsByVerb[request.verb];
    if (!call) throw invalidArgument(`Unknown method ":${request.verb}".`);
    return call(caller, { ...body, parent: request.resource, database } as never);
  }

  const parameters = parametersToMessage(request.query);
  const isDocument = path !== '' && path.split('/').length % 2 === 0;
  const slash = request.resource.lastIndexOf('/');
  const collection = { parent: request.resource.slice(0, slash), collectionId: request.resource.slice(slash + 1) };
  switch (request.method) {
    case 'GET':
      if (isDocument) return getDocument(caller, { ...parameters, name: request.resource });
      return listDocuments(caller, { ...parameters, ...collection });
    case 'POST':
      if (isDocument || path === '') throw invalidArgument('A document is created in a collection.');
      return createDocument(caller, { ...parameters, ...collection, document: body });
    case 'PATCH':
      return updateDocument(caller, { ...parameters, document: { ...body, name: request.resource } });
    case 'DELETE':
      return deleteDocument(caller, { ...parameters, name: request.resource });
    default:
      throw invalidArgument(`${request.method} is not supported.`);
  }
}
