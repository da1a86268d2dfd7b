import type { IncomingMessage, ServerResponse } from 'node:http';
import { maxRequestBytes } from '../engine/limits.ts';
import { FirestoreError, httpStatus, invalidArgument, toFirestoreError } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import type { Json } from '../values/json.ts';
import { handleDocuments } from './documents.ts';
import { type EmulatorContext, handleEmulatorCall } from './emulator-routes.ts';
import { messageToJson } from './message-json.ts';

export type RestContext = ServiceContext & EmulatorContext;

/** Twenty levels of maps (Google's limit) are 60 of JSON. A much deeper body would overflow the stack. */
const maxBodyDepth = 200;

const isDeeper = (body: Json, levels: number): boolean =>
  body !== null &&
  typeof body === 'object' &&
  (levels === 0 || Object.values(body).some((inner) => isDeeper(inner, levels - 1)));

async function readBody(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > 2 * maxRequestBytes) throw invalidArgument('The request is too large.');
    chunks.push(chunk);
  }
  if (size === 0) return null;
  const body = parseJson(Buffer.concat(chunks).toString());
  if (isDeeper(body, maxBodyDepth)) throw invalidArgument('The request body is nested too deeply.');
  return body;
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw invalidArgument('The request body is not JSON.');
  }
}

/** The path of a request, decoded, and its query. */
function readAddress(address: string): { path: string; query: URLSearchParams } {
  try {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    return { path: pathname.split('/').map(decodeURIComponent).join('/'), query: searchParams };
  } catch {
    throw invalidArgument('The address of the request cannot be read.');
  }
}

/** Separates `:runQuery` from a path. Ids may also contain colons, so only known forms count. */
function splitVerb(path: string): { resource: string; verb: string } {
  const match = /^(.*\/documents(?:\/.*)?):([a-z]\w+)$/is.exec(path);
  return match ? { resource: match[1] as string, verb: match[2] as string } : { resource: path, verb: '' };
}

async function route(context: RestContext, request: IncomingMessage): Promise<unknown> {
  const { path, query } = readAddress(request.url ?? '/');
  const method = request.method ?? 'GET';
  if (path === '/') return 'Ok\n';
  const body = await readBody(request);
  if (path.startsWith('/emulator/')) return handleEmulatorCall(context, method, path, body);
  if (path.startsWith('/v1/')) {
    const isCall = method === 'POST' ? splitVerb(path.slice(4)) : { resource: path.slice(4), verb: '' };
    const { authorization } = request.headers;
    return messageToJson(await handleDocuments(context, { method, ...isCall, query, body, authorization }));
  }
  throw new FirestoreError('NOT_FOUND', `${method} ${path} is not served by this emulator.`);
}

/** Pages of any origin may send requests, as with the official emulator. */
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
};

function serialize(body: unknown): { type: string; text: string } {
  if (typeof body === 'string') return { type: 'text/plain', text: body };
  return { type: 'application/json', text: JSON.stringify(body) };
}

/** Answers HTTP/1 requests: the REST API, the emulator's own calls, and a health check on `/`. */
export function createRestHandler(context: RestContext) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, corsHeaders).end();
      return;
    }
    route(context, request).then(
      (body) => {
        const { type, text } = serialize(body);
        response.writeHead(200, { ...corsHeaders, 'Content-Type': type });
        response.end(text);
      },
      (error: unknown) => {
        const { status, message } = toFirestoreError(error);
        if (!(error instanceof FirestoreError)) console.error(error);
        const code = httpStatus[status];
        response.writeHead(code, { ...corsHeaders, 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ error: { code, message, status } }));
      },
    );
  };
}
