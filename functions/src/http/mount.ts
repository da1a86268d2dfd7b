import {
  type Access,
  type Body,
  type CallInput,
  type EndpointDefinition,
  isReading,
  type Params,
  type Query,
  type RateLimit,
  type ResponseOf,
} from '@inkwell/shared/endpoint';
import { AppError, LATE_CHANGE_TEXT } from '@inkwell/shared/errors';
import { type Actor, canWrite, isAdmin, isStaff, type Viewer } from '@inkwell/shared/permissions';
import { TOKEN_LIMITS } from '@inkwell/shared/tokens';
import type { Request, Response } from 'express';
import type * as z from 'zod/mini';
import { within } from '../common/deadline.ts';
import type { ResponseCache, ShownPost } from '../common/response-cache.ts';
import type { Result } from '../common/result.ts';
import { underWay } from '../common/under-way.ts';
import { clientAddress, siteOf } from './address.ts';
import type { Authenticator } from './auth.ts';
import { parsedBodyOf } from './body.ts';
import { idempotencyKey } from './idempotency.ts';
import { RATE_WINDOW_MS, type RateLimiter, type SharedLimiter } from './rate-limit.ts';
import type { ReadQuota } from './read-quota.ts';
import { answer, type Rendered, render } from './reply.ts';
import { requestOf } from './request.ts';

/** The input of a handler, validated against the contract. */
export interface Call<D extends EndpointDefinition, Account extends Actor> {
  /** The caller; null for visitors, who can only make public calls. */
  readonly actor: D extends { readonly access: 'public' } ? Account | null : Account;
  readonly params: Params<D>;
  readonly query: Query<D>;
  readonly body: Body<D>;
  readonly idempotencyKey: string | null;
  readonly req: Request;
}

export type Handler<D extends EndpointDefinition, Account extends Actor> = (
  call: Call<D, Account>,
) => Result<D> | Promise<Result<D>>;

/** Whether the answer for this account contains data that visitors do not see. */
type SeesMore<Account extends Actor> = (actor: Account) => Promise<boolean>;

/** In ms. Firestore's client library gives up after 43 s; until then, a call occupies its place in the instance. */
export interface Deadlines {
  readonly readMs: number;
  readonly changeMs: number;
}

interface MountedCall {
  readonly definition: EndpointDefinition;
  readonly handle: (req: Request, res: Response) => Promise<void>;
  readonly perform: (req: Request, input: RawInput) => Promise<Performed>;
}

/** The caller's input, before its validation. */
interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: () => unknown;
  /** Replaces the header `Idempotency-Key`. */
  readonly key?: string | undefined;
}

interface Performed {
  readonly rendered: Rendered;
  readonly isSignedIn: boolean;
}

/** The mounted calls and their shared dependencies. Calls that need more than the caller's role declare `Account`. */
export interface ApiRouter<Account extends Actor = Actor> {
  readonly calls: MountedCall[];
  readonly authenticator: Authenticator<Account>;
  readonly rateLimiter: RateLimiter;
  /** Limits calls across all instances. */
  readonly limits: SharedLimiter;
  /** Whether the account is new, and so has lower limits. */
  isNewcomer(account: Account): boolean;
  readonly readQuota: ReadQuota;
  /**
   * The number of documents that a call takes from the read quota: the maximum for its query before it runs, then the number that its result shows.
   */
  chargeOf(definition: EndpointDefinition): (query: unknown, result: unknown) => number;
  readonly cache: ResponseCache<Rendered>;
  /** Whether visitors may bypass the cache, too; only for benchmarks and tests, never in production. */
  readonly isBypassOpen: boolean;
  readonly trustedHops: number;
  /** The time limits for Firestore during a call. */
  readonly deadlines: Deadlines;
  /** Returns a function that waits, at most `ms`, until the events of webhooks raised since were sent. */
  readonly eventsSince: () => (ms: number) => Promise<void>;
  /** False for requests from pages of other sites. */
  readonly isOwnPage: (req: Request) => boolean;
}

/** How long the answer to a change waits for the receivers of its events, because nothing is sent once a Cloud Function has answered. */
const EVENTS_MS = 3_000;

const FROM_ELSEWHERE = 'Pages of other sites may change nothing here';

/** Mounts a call of the contract. Checks in this order: origin, caller, permission, rate, input. */
export function mount<const D extends EndpointDefinition, Account extends Actor>(
  router: ApiRouter<Account>,
  definition: D,
  handler: Handler<D, Account>,
  ...more: D extends { readonly moderated: true } ? [seesMore: SeesMore<Account>] : []
): void {
  const checkedParams = parserOf(definition.params, 'not-found');
  const checkedQuery = parserOf(definition.query, 'bad-request');
  const checkedBody = parserOf(definition.body, 'bad-request');
  const strict = ALLOWED[definition.access] !== undefined;
  const { evenLeaving, freshSignIn, scope } = definition;

  const handle = async (req: Request, res: Response) => {
    requestOf(req).route = `${definition.method} ${definition.path}`;
    if (definition.cacheable) res.setHeader('Vary', 'Authorization');
    const body = () => readBody(req, definition);
    const { rendered, isSignedIn } = await perform(req, { params: req.params, query: req.query, body });
    answer(req, res, definition, rendered, isSignedIn);
  };

  const perform = async (req: Request, input: RawInput): Promise<Performed> => {
    if (definition.method !== 'GET' && !definition.fromAnywhere && !router.isOwnPage(req)) {
      throw new AppError('forbidden', FROM_ELSEWHERE);
    }
    // The account is read for each call with a token, even if the answer is cached or the call is refused. Changes have a separate quota,
    // so that readers at the same address cannot block saving.
    if (req.headers.authorization !== undefined && !definition.ownCredentials) {
      takeDocuments(req, seesMore ? 2 : 1);
    }
    const actor = await within(router.deadlines.readMs, admit(req));

    const params = checkedParams(input.params);
    const query = checkedQuery(input.query);
    const read = async () => checkedBody(await input.body());
    const hint = () => read().catch(() => checkedBody({}));
    const body = definition.body && (await (definition.bodyType === 'hint' ? hint() : read()));
    const call = { actor, params, query, body, idempotencyKey: input.key ?? idempotencyKey(req), req };
    return { rendered: await (definition.cacheable ? shared(call) : own(call)), isSignedIn: actor !== null };
  };

  /** Authenticates the caller. @throws AppError if the caller may not make this call, or not this often */
  const admit = async (req: Request): Promise<Account | null> => {
    const actor = definition.ownCredentials
      ? null
      : await router.authenticator.authenticate(req, { strict, evenLeaving, freshSignIn, scope });
    checkAccess(definition.access, actor);
    if (actor?.token) refuseAbove(router.rateLimiter.take('token', actor.token.id, TOKEN_LIMITS.perMinute));
    await checkRate(router, definition.rate, req, actor);
    if (actor && router.isNewcomer(actor)) {
      await checkRate(router, definition.newcomerRate, req, actor);
      await checkRate(router, definition.newcomerAddressRate, req, actor);
    }
    return actor;
  };

  const isRead = isReading(definition);
  const deadlineMs = definition.deadlineMs ?? (isRead ? router.deadlines.readMs : router.deadlines.changeMs);

  // The parsers are derived from the same schemas as `Call` and `Result`, but the compiler cannot infer that.
  const work = handler as unknown as (call: AnyCall<Account>) => unknown;
  const charge = router.chargeOf(definition);
  const [seesMore] = more as readonly SeesMore<Account>[];

  const invalidates = definition.method === 'GET' ? 'nothing' : definition.invalidates;
  const postInPath = (params: unknown) =>
    definition.path.startsWith('/api/posts/:id') ? textIn(params, 'id') : undefined;
  /** Comments are addressed by their own ids, so their post is unknown. */
  const shownPost = (params: unknown): ShownPost => postInPath(params) ?? (definition.moderated ? undefined : null);

  /** Answers this caller only, without the shared cache. */
  const own = async (call: AnyCall<Account>): Promise<Rendered> => {
    return read(call, takeDocuments(call.req, charge(call.query, null)));
  };

  const quotaOf = (req: Request): string =>
    `${definition.method === 'GET' ? '' : 'changes of '}${clientAddress(req, router.trustedHops)}`;

  const takeDocuments = (req: Request, documents: number): number => {
    refuseAbove(router.readQuota.take(quotaOf(req), documents));
    return documents;
  };

  /**
   * Makes a change, and invalidates cached answers before the caller gets the result. Unexpected errors invalidate everything, because the change may
   * have been written.
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
    const eventsSent = isRead ? null : router.eventsSince();
    const result = isRead
      ? await within(deadlineMs, (async () => work(call))())
      : // A change with a key can be repeated, and counts once.
        await within(deadlineMs, underWay(change(call)), call.idempotencyKey === null ? LATE_CHANGE_TEXT : undefined);
    await eventsSent?.(EVENTS_MS);
    router.readQuota.giveBack(quotaOf(call.req), taken - charge(call.query, result));
    return render(definition, result);
  };

  /** The answer that all visitors share. Readers get it too, unless it contains their id: only they see their own email address. */
  const shared = async (call: AnyCall<Account>): Promise<Rendered> => {
    const { actor, req } = call;
    // Writers may see more, so they do not get the cached answer, and their answer is not cached for others.
    if (canWrite(actor) || isBypass(req, actor)) return own(call);
    if (actor && seesMore && (await within(deadlineMs, seesMore(actor)))) return own(call);
    const rendered = await cached({ ...call, actor: null });
    return actor && rendered.body.includes(JSON.stringify(actor.id)) ? own(call) : rendered;
  };

  const cached = (call: AnyCall<Account>): Rendered | Promise<Rendered> => {
    const key = `${definition.path} ${JSON.stringify([call.params, call.query])}`;
    const known = router.cache.find(key);
    if (known) return known;
    const taken = takeDocuments(call.req, charge(call.query, null));
    return router.cache.make(key, shownPost(call.params), () => read(call, taken));
  };

  /** Instances do not learn of each other's writes, so a client that has written requests the stored state. RFC 9111 §5.2.1.4. */
  const isBypass = (req: Request, actor: Account | null): boolean =>
    (actor !== null || router.isBypassOpen) && req.headers['cache-control'] === 'no-cache';

  router.calls.push({ definition, handle, perform });
}

/**
 * Makes a call of the contract for the caller of another request, with the same checks, limits and charges as over HTTP. `key` replaces the header
 * `Idempotency-Key`.
 * @returns the answer, and the cursor of the next page. @throws AppError as the call does
 */
export async function performCall<const D extends EndpointDefinition>(
  { calls }: ApiRouter,
  definition: D,
  req: Request,
  { params, query, body, key }: CallInput<D> & { readonly key?: string | undefined },
): Promise<{ readonly answer: ResponseOf<D>; readonly next: string | null }> {
  const call = calls.find((mounted) => mounted.definition === definition);
  if (!call) throw new AppError('not-found');
  const { rendered } = await call.perform(req, { params: params ?? {}, query: query ?? {}, body: () => body, key });
  return { answer: JSON.parse(String(rendered.body)), next: rendered.page?.nextCursor ?? null };
}

/** A call without the types of its endpoint. */
interface AnyCall<Account extends Actor> {
  readonly actor: Account | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
  readonly req: Request;
}

const textIn = (value: unknown, name: string): string | undefined => {
  const text: unknown = value instanceof Object ? (value as Record<string, unknown>)[name] : undefined;
  return typeof text === 'string' ? text : undefined;
};

/** The predicates of calls for some accounts only. Auth is asked about each caller of these calls. */
const ALLOWED: { readonly [A in Access]?: (viewer: Viewer) => boolean } = {
  writer: canWrite,
  staff: isStaff,
  admin: isAdmin,
};

function checkAccess(access: Access, viewer: Viewer): void {
  if (access === 'public') return;
  if (!viewer) throw new AppError('unauthorized');
  if (ALLOWED[access]?.(viewer) === false) throw new AppError('forbidden');
}

async function checkRate(router: ApiRouter, rate: RateLimit | undefined, req: Request, actor: Viewer): Promise<void> {
  if (!rate) return;
  const { bucket, by, scope } = rate;
  const [calls, windowMs] =
    rate.perHour === undefined ? [rate.perMinute, RATE_WINDOW_MS] : [rate.perHour, 60 * RATE_WINDOW_MS];
  const address = clientAddress(req, router.trustedHops);
  const caller = by === 'user' && actor ? actor.id : by === 'site' ? siteOf(address) : address;
  // Calls that this instance refuses cost no documents.
  const waitHere = router.rateLimiter.take(bucket, caller, calls);
  refuseAbove(
    waitHere > 0 || scope === 'instance' ? waitHere : await router.limits.take(bucket, caller, { calls, windowMs }),
  );
}

/** @throws AppError `too-many` for a caller who has to wait */
export function refuseAbove(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new AppError('too-many', undefined, { retryAfterSeconds });
}

async function readBody(
  req: Request,
  { bodyType, bodyOptional, bodyLimitBytes }: EndpointDefinition,
): Promise<unknown> {
  const body = await parsedBodyOf(req, {
    allowForm: bodyType === 'form',
    allowText: bodyType === 'text',
    ...(bodyLimitBytes !== undefined && { limitBytes: bodyLimitBytes }),
  });
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
