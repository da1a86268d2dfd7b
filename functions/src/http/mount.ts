import {
  type Access,
  type Body,
  type EndpointDefinition,
  isReading,
  type Params,
  type Query,
  type RateLimit,
  type ResponseOf,
} from '@inkwell/shared/endpoint';
import { AppError } from '@inkwell/shared/errors';
import { isAdmin, isStaff, type Viewer } from '@inkwell/shared/permissions';
import type { Request, Response } from 'express';
import type * as z from 'zod/mini';
import type { PageOfMany } from '../common/paging.ts';
import { isReservedId } from '../common/reserved-id.ts';
import type { ResponseCache, ShownPost } from '../common/response-cache.ts';
import { clientAddress } from './address.ts';
import type { Actor, Authenticator } from './auth.ts';
import { parsedBodyOf } from './body.ts';
import { idempotencyKey } from './idempotency.ts';
import { RATE_WINDOW_MS, type RateLimiter, type SharedLimiter } from './rate-limit.ts';
import type { ReadQuota } from './read-quota.ts';
import { answer, type Rendered, render } from './reply.ts';
import { requestOf } from './request.ts';

/** What a handler gets: everything is checked against the contract already. */
export interface Call<D extends EndpointDefinition, Account extends Actor> {
  /** The caller; null for visitors, who get no further than public calls. */
  readonly actor: D extends { readonly access: 'public' } ? Account | null : Account;
  readonly params: Params<D>;
  readonly query: Query<D>;
  readonly body: Body<D>;
  /** Value of `Idempotency-Key`; null when the caller sent none. */
  readonly idempotencyKey: string | null;
  readonly req: Request;
}

/** What a handler answers: the response of the contract; a page of it where the call is paged; an address for 302. */
export type Result<D extends EndpointDefinition> = D extends { readonly status: 302 }
  ? string
  : D extends { readonly paged: true }
    ? ResponseOf<D> extends readonly (infer Item)[]
      ? PageOfMany<Item>
      : never
    : D extends { readonly response: unknown }
      ? ResponseOf<D>
      : // biome-ignore lint/suspicious/noConfusingVoidType: handlers without an answer may be async functions that return nothing
        void;

export type Handler<D extends EndpointDefinition, Account extends Actor> = (
  call: Call<D, Account>,
) => Result<D> | Promise<Result<D>>;

/**
 * Documents that a call reads: before it is made, at most, by its query; afterwards those that its answer was made of, as far as it shows
 * them. Names of authors and categories are not counted: they are known.
 */
export type Documents<D extends EndpointDefinition> = (query: Query<D>, result: Result<D> | null) => number;

/** What a call that everybody may share says of its cost. */
type Cost<D extends EndpointDefinition, Account extends Actor> = D extends { readonly cacheable: true }
  ? D extends { readonly moderated: true }
    ? [documents: Documents<D>, seesMore: SeesMore<Account>]
    : [documents: Documents<D>]
  : [];

/** Whether this account is shown something in an answer that visitors are not. */
type SeesMore<Account extends Actor> = (actor: Account) => Promise<boolean>;

/** Of a call whose answer is one person's, beside their own record. */
const DOCUMENTS_OF_OWN = 1;

interface MountedCall {
  readonly definition: EndpointDefinition;
  readonly handle: (req: Request, res: Response) => Promise<void>;
}

/** The calls mounted so far and what all of them need. Those that read more of the caller than a role say so: `Account`. */
export interface ApiRouter<Account extends Actor = Actor> {
  readonly calls: MountedCall[];
  readonly authenticator: Authenticator<Account>;
  readonly rateLimiter: RateLimiter;
  /** Counts for all instances together. */
  readonly limits: SharedLimiter;
  /** Whether the calls of this account have lower limits. */
  isNewcomer(account: Account): boolean;
  readonly readQuota: ReadQuota;
  /** Answers that are the same for everybody. */
  readonly cache: ResponseCache<Rendered>;
  /** Whether visitors too may bypass the cache, as benchmarks and tests do; never in production. */
  readonly isBypassOpen: boolean;
  readonly trustedHops: number;
  /** False for requests that pages of other sites make. */
  readonly isOwnPage: (req: Request) => boolean;
}

const FROM_ELSEWHERE = 'Pages of other sites may change nothing here';

/** Serves a call of the contract. The order of checks: from which page, who asks, may they, how often, then what they sent. */
export function mount<const D extends EndpointDefinition, Account extends Actor>(
  router: ApiRouter<Account>,
  definition: D,
  handler: Handler<D, Account>,
  ...cost: Cost<D, Account>
): void {
  const checkedParams = parserOf(definition.params, 'not-found');
  const checkedQuery = parserOf(definition.query, 'bad-request');
  const checkedBody = parserOf(definition.body, 'bad-request');
  const strict = definition.access === 'staff' || definition.access === 'admin';

  const handle = async (req: Request, res: Response) => {
    requestOf(req).route = `${definition.method} ${definition.path}`;
    if (definition.cacheable) res.setHeader('Vary', 'Authorization');
    if (definition.method !== 'GET' && !definition.fromAnywhere && !router.isOwnPage(req)) {
      throw new AppError('forbidden', FROM_ELSEWHERE);
    }
    // The caller's record is read for each call with a token, also where the answer is cached or the call is refused. Changes have a quota
    // of their own: nobody's save is refused for what others behind the same address read.
    if (req.headers.authorization !== undefined) {
      takeDocuments(req, seesMore ? 2 : 1, definition.method === 'GET' ? '' : 'changes of ');
    }
    const actor = await router.authenticator.authenticate(req, { strict });
    checkAccess(definition.access, actor);
    await checkRate(router, definition.rate, req, actor);
    if (actor && router.isNewcomer(actor)) {
      await checkRate(router, definition.newcomerRate, req, actor);
      await checkRate(router, definition.newcomerAddressRate, req, actor);
    }

    const params = checkedParams(req.params);
    if (Object.values(req.params).some((id) => isReservedId(String(id)))) throw new AppError('not-found');
    const query = checkedQuery(req.query);
    const body = definition.body ? checkedBody(await readBody(req, definition)) : undefined;
    const call = { actor, params, query, body, idempotencyKey: idempotencyKey(req), req };
    const rendered = await (definition.cacheable ? shared(call) : own(call));
    answer(req, res, definition, rendered, actor !== null);
  };

  // The parsers are made from the very schemas that `Call` and `Result` are made from, which the compiler cannot follow.
  const work = handler as unknown as (call: AnyCall<Account>) => unknown;
  const costOf = ((cost as readonly unknown[])[0] ?? (() => DOCUMENTS_OF_OWN)) as (
    query: unknown,
    result: unknown,
  ) => number;
  const seesMore = (cost as readonly unknown[])[1] as SeesMore<Account> | undefined;

  const invalidates = definition.method === 'GET' ? 'nothing' : definition.invalidates;
  const postInPath = (params: unknown) =>
    definition.path.startsWith('/api/posts/:id') ? textIn(params, 'id') : undefined;
  /** Comments are found by their own ids, so the post that they belong to is not known. */
  const shownPost = (params: unknown): ShownPost => postInPath(params) ?? (definition.moderated ? undefined : null);

  /** The answer for this caller alone. */
  const own = async (call: AnyCall<Account>): Promise<Rendered> => {
    if (!isReading(definition)) return render(definition, await change(call));
    return read(call, takeDocuments(call.req, costOf(call.query, null)));
  };

  const takeDocuments = (req: Request, documents: number, quota = ''): number => {
    const retryAfterSeconds = router.readQuota.take(quota + clientAddress(req, router.trustedHops), documents);
    if (retryAfterSeconds > 0) throw new AppError('too-many', undefined, { retryAfterSeconds });
    return documents;
  };

  /**
   * Makes a change and then drops the cached answers that it makes old, before the caller learns of it. A refusal has changed nothing; an
   * unexpected failure may have.
   */
  const change = async (call: AnyCall<Account>): Promise<unknown> => {
    if (invalidates === 'nothing') return work(call);
    let result: unknown;
    try {
      result = await work(call);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) router.cache.invalidate();
      throw error;
    }
    router.cache.invalidate(invalidates === 'post' ? (postInPath(call.params) ?? textIn(result, 'postId')) : undefined);
    return result;
  };

  const read = async (call: AnyCall<Account>, taken: number): Promise<Rendered> => {
    const result = await work(call);
    router.readQuota.giveBack(clientAddress(call.req, router.trustedHops), taken - costOf(call.query, result));
    return render(definition, result);
  };

  /** The answer that visitors share; readers get it too unless it contains their id, because only they see their own address. */
  const shared = async (call: AnyCall<Account>): Promise<Rendered> => {
    const { actor, req } = call;
    if (isStaff(actor) || isBypass(req, actor)) return own(call);
    if (actor && seesMore && (await seesMore(actor))) return own(call);
    const rendered = await cached({ ...call, actor: null });
    return actor && rendered.body.includes(JSON.stringify(actor.id)) ? own(call) : rendered;
  };

  const cached = (call: AnyCall<Account>): Rendered | Promise<Rendered> => {
    const key = `${definition.path} ${JSON.stringify([call.params, call.query])}`;
    const known = router.cache.find(key);
    if (known) return known;
    const taken = takeDocuments(call.req, costOf(call.query, null));
    return router.cache.make(key, shownPost(call.params), () => read(call, taken));
  };

  /** Instances do not learn of each other's writes, so a client that has just written asks for the stored state. RFC 9111 §5.2.1.4. */
  const isBypass = (req: Request, actor: Account | null): boolean =>
    (actor !== null || router.isBypassOpen) && req.headers['cache-control'] === 'no-cache';

  router.calls.push({ definition, handle });
}

/** A call whose types the compiler no longer knows. */
interface AnyCall<Account extends Actor> {
  readonly actor: Account | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
  readonly req: Request;
}

/** The text under `name` in parameters or an answer. */
const textIn = (value: unknown, name: string): string | undefined => {
  const text: unknown = value instanceof Object ? (value as Record<string, unknown>)[name] : undefined;
  return typeof text === 'string' ? text : undefined;
};

function checkAccess(access: Access, viewer: Viewer): void {
  if (access === 'public') return;
  if (!viewer) throw new AppError('unauthorized');
  if ((access === 'staff' && !isStaff(viewer)) || (access === 'admin' && !isAdmin(viewer)))
    throw new AppError('forbidden');
}

async function checkRate(router: ApiRouter, rate: RateLimit | undefined, req: Request, actor: Viewer): Promise<void> {
  if (!rate) return;
  const { bucket, by, perMinute, scope } = rate;
  const caller = by === 'user' && actor ? actor.id : clientAddress(req, router.trustedHops);
  // What this instance refuses by itself costs no document.
  const waitHere = router.rateLimiter.take(bucket, caller, perMinute);
  const retryAfterSeconds =
    waitHere > 0 || scope === 'instance'
      ? waitHere
      : await router.limits.take(bucket, caller, { calls: perMinute, windowMs: RATE_WINDOW_MS });
  if (retryAfterSeconds > 0) throw new AppError('too-many', undefined, { retryAfterSeconds });
}

async function readBody(req: Request, { bodyType, bodyOptional }: EndpointDefinition): Promise<unknown> {
  const body = await parsedBodyOf(req, { allowForm: bodyType === 'form' });
  return body === undefined && bodyOptional ? {} : body;
}

function parserOf(schema: z.ZodMiniType | undefined, refusal: 'not-found' | 'bad-request') {
  return (value: unknown): unknown => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const text = refusal === 'bad-request' ? parsed.error.issues[0]?.message : undefined;
    throw new AppError(refusal, text, { cause: parsed.error });
  };
}
