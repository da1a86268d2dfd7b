import type { IncomingMessage, ServerResponse } from 'node:http';
import { FirestoreError, httpStatus, toFirestoreError } from '../errors.ts';
import type { Firestore } from '../firestore.ts';

export interface RestContext {
  firestore: Firestore;
}

const clearPath = /^\/emulator\/v1\/(projects\/[^/]+\/databases\/[^/]+)\/documents$/;

async function route(context: RestContext, request: IncomingMessage): Promise<unknown> {
  const path = decodeURIComponent((request.url ?? '/').split('?')[0] as string);
  if (path === '/' && request.method === 'GET') return 'Ok\n';
  const cleared = clearPath.exec(path);
  if (cleared && request.method === 'DELETE') {
    context.firestore.clear(cleared[1] as string);
    return {};
  }
  throw new FirestoreError('NOT_FOUND', `${request.method} ${path} is not served here.`);
}

/** Answers HTTP/1 requests. */
export function createRestHandler(context: RestContext) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    route(context, request).then(
      (body) => {
        const isText = typeof body === 'string';
        response.writeHead(200, { 'Content-Type': isText ? 'text/plain' : 'application/json' });
        response.end(isText ? body : JSON.stringify(body));
      },
      (error: unknown) => {
        const { status, message } = toFirestoreError(error);
        const code = httpStatus[status];
        response.writeHead(code, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ error: { code, message, status } }));
      },
    );
  };
}
