import { randomUUID } from 'node:crypto';
import { type EndpointDefinition, successStatus } from '@inkwell/shared/endpoint';
import { expect } from 'vitest';
import { nothingUnderWay } from '../common/under-way.ts';
import { refusalsOf } from '../openapi/document.ts';
import { CALLS } from './calls.ts';
import { baseUrl } from './server.ts';
import type { TestUser } from './users.ts';

export interface TestAnswer {
  /** The declaration of the call; undefined if it is not in the contract. */
  readonly call: EndpointDefinition | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON body, or undefined if the body is not JSON. Untyped, because each test expects another shape. */
  // biome-ignore lint/suspicious/noExplicitAny: the answers of every call go through here
  readonly body: any;
  /** The path of the next page of a list; empty after the last one. */
  readonly next: string;
  /** Firestore documents that the call read and wrote, not counting the lookup of the caller's account. */
  readonly reads: number;
  readonly writes: number;
}

export interface TestRequest {
  readonly user?: TestUser | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON, text and bytes unchanged. */
  readonly body?: unknown;
}

const calls = CALLS.map((call) => ({ call, pattern: call.path.split('/') }));

/**
 * Sends a request to the app under test, by default as a new browser. A successful answer that differs from the contract fails the test. So does a
 * conflict that the reference does not list.
 */
export async function send(
  method: string,
  path: string,
  { user, headers, body }: TestRequest = {},
): Promise<TestAnswer> {
  const isRaw =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
  const answer = await fetch(`${await baseUrl()}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'user-agent': `browser ${randomUUID()}`,
      ...(user && { authorization: `Bearer ${user.token}` }),
      ...(!isRaw && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '');
  const call = definitionOf(method, path);
  const result: TestAnswer = {
    call,
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
    next: /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? '',
    reads: Number(answer.headers.get('x-firestore-reads')) - (user ? 1 : 0),
    writes: Number(answer.headers.get('x-firestore-writes')),
  };
  if (answer.status < 300 && method !== 'HEAD' && method !== 'OPTIONS') checkContract(result);
  if (answer.status === 409) expect(call && refusalsOf(call)).toContain('conflict');
  return result;
}

export const api = {
  get: (path: string, user?: TestUser) => send('GET', path, { user }),
  post: (path: string, body?: unknown, user?: TestUser) => send('POST', path, { body, user }),
  put: (path: string, body?: unknown, user?: TestUser) => send('PUT', path, { body, user }),
  patch: (path: string, body?: unknown, user?: TestUser) => send('PATCH', path, { body, user }),
  delete: (path: string, user?: TestUser) => send('DELETE', path, { user }),
};

/** The path of the next page of a list; undefined for the last page. */
export const nextOf = ({ headers }: TestAnswer): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

/** All pages of a list. */
export async function pagesOf(path: string, user?: TestUser): Promise<TestAnswer[]> {
  const pages: TestAnswer[] = [];
  for (let next: string | undefined = path; next; ) {
    const page: TestAnswer = await api.get(next, user);
    pages.push(page);
    next = nextOf(page);
  }
  return pages;
}

/** The same calls, but each waits for pending work of the previous one. Otherwise transactions are retried, and each attempt costs documents. */
export const apiAlone: typeof api = {
  get: alone(api.get),
  post: alone(api.post),
  put: alone(api.put),
  patch: alone(api.patch),
  delete: alone(api.delete),
};

function alone<Args extends unknown[]>(call: (...args: Args) => Promise<TestAnswer>) {
  return async (...args: Args): Promise<TestAnswer> => {
    await nothingUnderWay();
    return call(...args);
  };
}

function checkContract({ call, status, body }: TestAnswer): void {
  if (!call) return;
  expect(status).toBe(successStatus(call));
  // Parsing drops unknown fields, so an answer with a field outside the contract differs from the parsed one.
  if (call.response) expect(body).toEqual(call.response.parse(body));
}

function definitionOf(method: string, path: string): EndpointDefinition | undefined {
  const segments = (path.split('?')[0] ?? '').split('/');
  const candidates = calls.filter(({ call, pattern }) => call.method === method && pattern.length === segments.length);
  const fits = (isExact: boolean) =>
    candidates.find(({ pattern }) =>
      pattern.every((part, index) => part === segments[index] || (!isExact && part.startsWith(':'))),
    );
  return (fits(true) ?? fits(false))?.call;
}
