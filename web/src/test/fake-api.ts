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
import { expect, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';

/** A received call, parsed by the contract's schemas as on the server. */
interface Received<D extends EndpointDefinition> {
  readonly params: Params<D>;
  readonly query: Query<D>;
  readonly body: Body<D>;
  /** The bearer token, or null for visitors. */
  readonly token: string | null;
  readonly idempotencyKey: string | null;
}

/** A refusal to be thrown by a handler: `throw new Refusal('forbidden')`, or with any status and text. */
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

/** The answer of a paged list, with its headers. */
interface PagedAnswer<T> {
  readonly items: T;
  /** Null if not counted. */
  readonly total: number | null;
  readonly nextCursor: string | null;
  readonly searchedFor?: string;
}

type Answer<D extends EndpointDefinition> =
  | ResponseOf<D>
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler of a call without answer returns nothing
  | (D extends { readonly response: unknown } ? never : void)
  | (D extends { readonly paged: true } ? PagedAnswer<ResponseOf<D>> : never);
export type Handler<D extends EndpointDefinition> = (call: Received<D>) => Answer<D> | Promise<Answer<D>>;

const everyEndpoint: EndpointDefinition[] = Object.values(api).flatMap((area) => Object.values(area));
const isPagedAnswer = (answer: unknown): answer is PagedAnswer<unknown> =>
  typeof answer === 'object' && answer !== null && 'items' in answer && 'nextCursor' in answer;

/** The path's parameters; null if the address belongs to another call. */
function matchPath(endpoint: EndpointDefinition, pathname: string): Record<string, string> | null {
  const pattern = endpoint.path.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>[^/]+)`);
  const match = new RegExp(`^${pattern}$`).exec(pathname);
  return match && { ...match.groups };
}

/**
 * A fake server that follows the contract: it refuses invalid requests with 400, and fails the test for invalid answers
 * and for calls without a handler.
 */
export class FakeApi {
  // biome-ignore lint/suspicious/noExplicitAny: handlers of all calls share one map; `on` types each of them
  private readonly handlers = new Map<EndpointDefinition, Handler<any>>();
  private readonly received = new Map<EndpointDefinition, Received<EndpointDefinition>[]>();
  // biome-ignore lint/suspicious/noExplicitAny: as above
  private readonly followers = new Map<EndpointDefinition, (call: any, answer: any) => void>();
  readonly unexpected: string[] = [];
  private isOver = false;

  /** Sets the handler of a call. */
  on<D extends EndpointDefinition>(endpoint: D, handler: Handler<D>): this {
    this.handlers.set(endpoint, handler);
    return this;
  }

  /** Runs after each answered call, whichever handler answers. */
  after<D extends EndpointDefinition>(endpoint: D, follow: (call: Received<D>, answer: ResponseOf<D>) => void): this {
    this.followers.set(endpoint, follow);
    return this;
  }

  hasHandler(endpoint: EndpointDefinition): boolean {
    return this.handlers.has(endpoint);
  }

  refuse(endpoint: EndpointDefinition, code: ErrorCode | number, text?: string): this {
    return this.on(endpoint, () => {
      throw new Refusal(code, text);
    });
  }

  /** Never answers a call, for loading states. */
  hang(endpoint: EndpointDefinition): this {
    return this.on(endpoint, () => new Promise<never>(() => {}));
  }

  /** Holds each call until the returned function is called for it. */
  hold<D extends EndpointDefinition>(endpoint: D, handler: Handler<D>): () => void {
    const waiting: (() => void)[] = [];
    this.on(endpoint, async (call) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return handler(call);
    });
    return () => waiting.shift()?.();
  }

  /** Makes a call fail as it would without a network. */
  cut(endpoint: EndpointDefinition): this {
    return this.on(endpoint, () => {
      throw new TypeError('Failed to fetch');
    });
  }

  /** The calls received so far, oldest first. */
  calls<D extends EndpointDefinition>(endpoint: D): Received<D>[] {
    return (this.received.get(endpoint) ?? []) as Received<D>[];
  }

  /**
   * Replaces `fetch` until the test ends. After that, hanging calls are never answered, because an app that is still open would repeat them in the
   * next test.
   */
  install(): void {
    onTestFinished(() => {
      this.isOver = true;
    });
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => this.handle(String(input), init));
  }

  async handle(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, window.location.origin);
    const method = init.method ?? 'GET';
    // Literal paths before those with parameters: /api/posts/popular is not the post `popular`.
    const candidates = everyEndpoint.filter((it) => it.method === method && matchPath(it, url.pathname));
    const endpoint = candidates.sort((a, b) => a.path.split(':').length - b.path.split(':').length)[0];
    const handler = endpoint && this.handlers.get(endpoint);
    if (!endpoint || !handler) {
      this.unexpected.push(`${method} ${url.pathname}${url.search}`);
      return new Response('No handler in this test', { status: 501 });
    }

    const signal = init.signal;
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => {
        if (!this.isOver) reject(signal.reason ?? new DOMException('Aborted', 'AbortError'));
      });
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
        if (page.searchedFor) headers.set('X-Searched-For', encodeURIComponent(page.searchedFor));
        if (page.nextCursor) headers.set('Link', `<${url.pathname}?cursor=${page.nextCursor}>; rel="next"`);
      }
      // A plain array is a list with one page.
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

  /** Fails the test if calls without a handler arrived. */
  verify(): void {
    expect(this.unexpected, 'calls without a handler').toEqual([]);
  }
}
