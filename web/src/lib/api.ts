import {
  type BodyInput,
  type EndpointDefinition,
  type ParamsInput,
  type QueryInput,
  RESPONSE_CACHE_MS,
  type ResponseOf,
} from '@inkwell/shared/endpoint';
import { counted } from '@inkwell/shared/format';
import * as z from 'zod/mini';

/** A refusal of the API. `message` is the status code, a colon and the answer's text. Product §8. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
    /** Time to wait before the next attempt, if given in the answer. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(`${status}: ${body}`);
    this.name = 'ApiError';
  }
}

export const isApiError = (error: unknown, status?: number): error is ApiError =>
  error instanceof ApiError && (status === undefined || error.status === status);

/** Product §6: an error whose message starts with 401 and contains Unauthorized. */
export const isUnauthorized = (error: unknown): boolean => isApiError(error, 401);

/** The text for a rate limit, with the time to wait. */
function waitText({ retryAfterSeconds: seconds }: ApiError): string {
  if (seconds === null) return 'Too many requests. Please try again later.';
  const wait =
    seconds < 90 ? counted(seconds, 'second', 'seconds') : counted(Math.ceil(seconds / 60), 'minute', 'minutes');
  return `Too many requests. Please try again in ${wait}.`;
}

/**
 * The server's text if it was written for people, otherwise `fallback` (no network, or a proxy's HTML page). A rate limit is explained by the time to
 * wait, unless the server says what is limited.
 */
export function serverText(error: unknown, fallback: string): string {
  if (!isApiError(error)) return fallback;
  const text = error.body.trim();
  const isForPeople = text !== '' && text.length <= 300 && !/^[<{]/.test(text);
  // A text that names the limit is more helpful than the time to wait.
  if (error.status === 429 && (!isForPeople || /^too many/i.test(text))) return waitText(error);
  return isForPeople ? text : fallback;
}

/** Returns the session's identity token, or null for visitors. `forceRefresh` requests a new one from the provider. */
type TokenSource = (options: { forceRefresh: boolean }) => Promise<string | null>;

let tokenSource: TokenSource = async () => null;

/** Sets the source of tokens. Called once, at start. */
export function setTokenSource(source: TokenSource): void {
  tokenSource = source;
}

/** The session's token for requests that this module does not send, such as uploads and the live socket. */
export const identityToken = (): Promise<string | null> => tokenSource({ forceRefresh: false });

/** Requests a new token after a refusal. */
export const renewIdentityToken = (): Promise<string | null> => tokenSource({ forceRefresh: true });

type Part<K extends string, Input> = [Input] extends [undefined]
  ? { [key in K]?: never }
  : Record<string, never> extends Input
    ? { [key in K]?: Input }
    : { [key in K]: Input };

/** Input of a call: path parameters, query and body, as required by the contract. */
type CallInput<D extends EndpointDefinition> = Part<'params', ParamsInput<D>> &
  Part<'query', QueryInput<D>> &
  Part<'body', BodyInput<D>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Headers of this call, such as `Idempotency-Key`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Lets the request outlive the page. The bodies of all such requests share a limit of 64 KiB. */
  readonly keepalive?: boolean;
}

export type CallArguments<D extends EndpointDefinition> =
  Record<string, never> extends CallInput<D>
    ? [input?: CallInput<D>, options?: CallOptions]
    : [input: CallInput<D>, options?: CallOptions];

interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** The address of a call with its parameters and query. */
export function endpointUrl(endpoint: EndpointDefinition, input: LooseInput = {}): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const query = search.toString();
  return query ? `${path}?${query}` : path;
}

/** Functions have 60 s before Hosting ends the call (product §9). Reads can be repeated sooner. */
const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 70_000;

/** A signal that aborts with `signal` or, with a `TimeoutError`, after `ms`. */
function withDeadline(signal: AbortSignal | null | undefined, ms: number): AbortSignal {
  const controller = new AbortController();
  const end = (reason: unknown) => controller.abort(reason);
  setTimeout(end, ms, new DOMException('The server did not answer in time', 'TimeoutError'));
  if (signal?.aborted) end(signal.reason);
  else signal?.addEventListener('abort', () => end(signal.reason), { once: true });
  return controller.signal;
}

/** The seconds in a `Retry-After` header. We never send its other form, a date. */
export function retryAfterOf(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/**
 * Sends a request with credentials and, in a session, a bearer token. A refused token that has not expired (wrong clock) is renewed once.
 * @throws ApiError for every answer that is not 2xx; TypeError when the network fails; DOMException `TimeoutError` without an answer after 30 s, or
 * 70 s for writes
 */
export async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const attempt = (token: string | null) => {
    const headers = new Headers(init.headers);
    if (token) headers.set('Authorization', `Bearer ${token}`);
    const isRead = init.method === undefined || init.method === 'GET';
    const signal = withDeadline(init.signal, isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS);
    return fetch(url, { ...init, headers, signal, credentials: 'include' });
  };

  const token = await identityToken();
  let response = await attempt(token);
  if (response.status === 401 && token) {
    // The session has ended, so the refusal is final.
    const renewed = await tokenSource({ forceRefresh: true }).catch(() => null);
    if (renewed) response = await attempt(renewed);
  }
  if (!response.ok) {
    throw new ApiError(
      response.status,
      (await response.text()) || response.statusText,
      retryAfterOf(response.headers.get('Retry-After')),
    );
  }
  return response;
}

/** When this browser last changed something on the server. View counts do not count. */
let changedAtMs = Number.NEGATIVE_INFINITY;

async function request(
  endpoint: EndpointDefinition,
  input: LooseInput,
  { signal, headers, keepalive = false }: CallOptions,
): Promise<Response> {
  const hasBody = input.body !== undefined;
  // An instance other than the one that made the change may still have old answers in its cache.
  const isPast = Date.now() - changedAtMs < RESPONSE_CACHE_MS;
  const isChange = endpoint.method !== 'GET' && endpoint.access !== 'public';
  return send(endpointUrl(endpoint, input), {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(hasBody && { 'Content-Type': 'application/json' }),
      ...(isPast && { 'Cache-Control': 'no-cache' }),
    },
    ...(hasBody && { body: JSON.stringify(input.body) }),
    ...(signal && { signal }),
    keepalive,
  }).finally(() => {
    // A failed call may have been stored anyway.
    if (isChange) changedAtMs = Date.now();
  });
}

async function readAnswer(endpoint: EndpointDefinition, response: Response): Promise<unknown> {
  if (!endpoint.response) return undefined;
  const answer: unknown = await response.json();
  // In production, server and app are built from one contract. In development, a difference is an error.
  return import.meta.env.DEV ? z.parse(endpoint.response, answer) : answer;
}

/**
 * Makes one call of the contract. Product §7.
 * @throws as `send` does
 */
export async function call<const D extends EndpointDefinition>(
  endpoint: D,
  ...[input, options]: CallArguments<D>
): Promise<ResponseOf<D>> {
  const response = await request(endpoint, input ?? {}, options ?? {});
  return (await readAnswer(endpoint, response)) as ResponseOf<D>;
}

/** One page of a list. `total` counts all pages; `nextCursor` is null on the last one. */
export interface Page<T> {
  readonly items: T[];
  readonly total: number;
  /** True if the total is unknown; `total` is then the length of this page. */
  readonly isUncounted?: true;
  readonly nextCursor: string | null;
  /** The corrected query, if nothing matches the typed one. */
  readonly searchedFor?: string;
}

export type ItemOf<D> = ResponseOf<D> extends (infer T)[] ? T : never;

/** The `cursor` in a `Link: <...>; rel="next"` header. RFC 8288. */
export function nextCursorOf(link: string | null): string | null {
  const next = (link ?? '').split(/,\s*(?=<)/).find((part) => /;\s*rel="?next"?/i.test(part));
  const target = next && /<([^>]*)>/.exec(next)?.[1];
  return target ? new URL(target, window.location.origin).searchParams.get('cursor') : null;
}

/**
 * Reads one page of a list.
 * @throws as `call` does
 */
export async function callPage<const D extends EndpointDefinition & { readonly paged: true }>(
  endpoint: D,
  ...[input, options]: CallArguments<D>
): Promise<Page<ItemOf<D>>> {
  const response = await request(endpoint, input ?? {}, options ?? {});
  const items = (await readAnswer(endpoint, response)) as ItemOf<D>[];
  const count = response.headers.get('X-Total-Count');
  const total = Number(count ?? items.length);
  const searchedFor = response.headers.get('X-Searched-For');
  return {
    items,
    total,
    ...(count === null && { isUncounted: true }),
    nextCursor: nextCursorOf(response.headers.get('Link')),
    ...(searchedFor !== null && { searchedFor: decodeURIComponent(searchedFor) }),
  };
}
