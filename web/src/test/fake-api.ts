import { api } from '@inkwell/shared/api';
import {
  type Body,
  type EndpointDefinition,
  type Params,
  type Query,
  type ResponseOf,
  successStatus,
} from '@inkwell/shared/endpoint';
import { ERROR_STATUS, ERROR_TEXT, type ErrorCode } from '@inkwell/shared/errors';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';

/** A call that arrived, read by the contract's own schemas as the server reads it. */
interface Received<D extends EndpointDefinition> {
  readonly params: Params<D>;
  readonly query: Query<D>;
  readonly body: Body<D>;
  /** The bearer token, or null for visitors. */
  readonly token: string | null;
  readonly idempotencyKey: string | null;
}

/** A refusal, thrown by a handler: `throw new Refusal('forbidden')`, or with any status and text. */
export class Refusal extends Error {
  readonly status: number;
  constructor(
    code: ErrorCode | number,
    text?: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(text ?? (typeof code === 'string' ? ERROR_TEXT[code] : ''));
    this.status = typeof code === 'string' ? ERROR_STATUS[code] : code;
  }
}

/** Answers of a paged list, with what its headers carry. */
interface PagedAnswer<T> {
  readonly items: T;
  /** Null where nobody counted. */
  readonly total: number | null;
  readonly nextCursor: string | null;
}

type Answer<D extends EndpointDefinition> =
  | ResponseOf<D>
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler of a call without answer need not return anything
  | (D extends { readonly response: unknown } ? never : void)
  | (D extends { readonly paged: true } ? PagedAnswer<ResponseOf<D>> : never);
type Handler<D extends EndpointDefinition> = (call: Received<D>) => Answer<D> | Promise<Answer<D>>;

const everyEndpoint: EndpointDefinition[] = Object.values(api).flatMap((area) => Object.values(area));
const isPagedAnswer = (answer: unknown): answer is PagedAnswer<unknown> =>
  typeof answer === 'object' && answer !== null && 'items' in answer && 'nextCursor' in answer;

/** The path's parameters, or null when the address is of another call. */
function matchPath(endpoint: EndpointDefinition, pathname: string): Record<string, string> | null {
  const pattern = endpoint.path.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>[^/]+)`);
  const match = new RegExp(`^${pattern}$`).exec(pathname);
  return match && { ...match.groups };
}

/**
 * Stands in for the server: answers what the test says, by the contract. Requests that break the contract are refused with
 * 400 as the server would, answers that break it fail the test, and so does a call that no test has thought of.
 */
export class FakeApi {
  // biome-ignore lint/suspicious/noExplicitAny: handlers of all calls share one map; `on` types each of them
  private readonly handlers = new Map<EndpointDefinition, Handler<any>>();
  private readonly received = new Map<EndpointDefinition, Received<EndpointDefinition>[]>();
  // biome-ignore lint/suspicious/noExplicitAny: as above
  private readonly followers = new Map<EndpointDefinition, (call: any, answer: any) => void>();
  readonly unexpected: string[] = [];

  /** Answers a call; a later handler takes the place of an earlier one. */
  on<D extends EndpointDefinition>(endpoint: D, handler: Handler<D>): this {
    this.handlers.set(endpoint, handler);
    return this;
  }

  /** Does something besides with each call that is answered, whichever handler does. */
  after<D extends EndpointDefinition>(endpoint: D, follow: (call: Received<D>, answer: ResponseOf<D>) => void): this {
    this.followers.set(endpoint, follow);
    return this;
  }

  /** Whether the test has thought of a call. */
  hasHandler(endpoint: EndpointDefinition): boolean {
    return this.handlers.has(endpoint);
  }

  /** Refuses a call. */
  refuse(endpoint: EndpointDefinition, code: ErrorCode | number, text?: string): this {
    return this.on(endpoint, () => {
      throw new Refusal(code, text);
    });
  }

  /** Never answers a call, as long as the test lasts: for loading states. */
  hang(endpoint: EndpointDefinition): this {
    return this.on(endpoint, () => new Promise<never>(() => {}));
  }

  /** Breaks the network under a call. */
  cut(endpoint: EndpointDefinition): this {
    return this.on(endpoint, () => {
      throw new TypeError('Failed to fetch');
    });
  }

  /** What arrived at a call so far, oldest first. */
  calls<D extends EndpointDefinition>(endpoint: D): Received<D>[] {
    return (this.received.get(endpoint) ?? []) as Received<D>[];
  }

  /** Takes the place of the network until the test ends. */
  install(): void {
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => this.handle(String(input), init));
  }

  async handle(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, window.location.origin);
    const method = init.method ?? 'GET';
    // Literal paths come before those with parameters: /api/posts/popular is not the post `popular`.
    const candidates = everyEndpoint.filter((it) => it.method === method && matchPath(it, url.pathname));
    const endpoint = candidates.sort((a, b) => a.path.split(':').length - b.path.split(':').length)[0];
    const handler = endpoint && this.handlers.get(endpoint);
    if (!endpoint || !handler) {
      this.unexpected.push(`${method} ${url.pathname}${url.search}`);
      return new Response('No handler in this test', { status: 501 });
    }

    const signal = init.signal;
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason ?? new DOMException('Aborted', 'AbortError')));
    });
    aborted.catch(() => undefined);
    return Promise.race([this.answer(endpoint, handler, url, init), aborted]);
  }

  private async answer(
    endpoint: EndpointDefinition,
    handler: Handler<EndpointDefinition>,
    url: URL,
    init: RequestInit,
  ): Promise<Response> {
    const read = (schema: EndpointDefinition['body'], value: unknown) => (schema ? z.parse(schema, value) : undefined);
    let call: Received<EndpointDefinition>;
    try {
      call = {
        params: read(endpoint.params, matchPath(endpoint, url.pathname)) as never,
        query: read(endpoint.query, Object.fromEntries(url.searchParams)) as never,
        body: read(endpoint.body, typeof init.body === 'string' ? JSON.parse(init.body) : {}) as never,
        token: new Headers(init.headers).get('Authorization')?.replace(/^Bearer /, '') ?? null,
        idempotencyKey: new Headers(init.headers).get('Idempotency-Key'),
      };
    } catch (error) {
      return new Response(error instanceof z.core.$ZodError ? error.issues[0]?.message : String(error), {
        status: 400,
      });
    }
    this.received.set(endpoint, [...(this.received.get(endpoint) ?? []), call]);

    try {
      const answer: unknown = await handler(call);
      this.followers.get(endpoint)?.(call, answer);
      const page = isPagedAnswer(answer) ? answer : null;
      const headers = new Headers();
      if (page) {
        if (page.total !== null) headers.set('X-Total-Count', String(page.total));
        if (page.nextCursor) headers.set('Link', `<${url.pathname}?cursor=${page.nextCursor}>; rel="next"`);
      }
      // A list that is answered as it is has one page.
      if (!page && endpoint.paged && Array.isArray(answer)) headers.set('X-Total-Count', String(answer.length));
      const status = successStatus(endpoint);
      if (!endpoint.response) return new Response(null, { status });
      return Response.json(z.parse(endpoint.response, page ? page.items : answer), { status, headers });
    } catch (error) {
      if (error instanceof Refusal) {
        const wait = error.retryAfterSeconds;
        return new Response(error.message, {
          status: error.status,
          ...(wait !== null && { headers: { 'Retry-After': String(wait) } }),
        });
      }
      throw error;
    }
  }

  /** Fails the test when a call came that it had not thought of. */
  verify(): void {
    expect(this.unexpected, 'calls without a handler').toEqual([]);
  }
}
