import type * as z from 'zod/mini';
import type { TokenScope } from './token-scopes.ts';

/**
 * Who may call: `public` anyone, `signed-in` any unblocked account, `writer` accounts with a right to write and staff, `staff` moderators and
 * admins, `admin` admins. Product §6.
 */
export type Access = 'public' | 'signed-in' | 'writer' | 'staff' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodMiniType;

/** Calls per minute or hour of one user or network address; further calls are answered 429 with `Retry-After`. */
export type RateLimit = Counting &
  (
    | { readonly perMinute: number; readonly perHour?: undefined }
    | { readonly scope: 'everywhere'; readonly perHour: number; readonly perMinute?: undefined }
  );

interface Counting {
  /**
   * `instance`: each instance counts for itself, which costs nothing. `everywhere`: all instances share a count in Firestore, for calls
   * that cost money or reputation.
   */
  readonly scope: 'instance' | 'everywhere';
  readonly bucket: string;
  /** `address`: an IPv4 address or a /64 of IPv6; `site`: an IPv4 address or a /48 of IPv6. */
  readonly by: 'user' | 'address' | 'site';
}

/**
 * The number of Firestore documents that one instance reads for one network address in a minute; further calls are answered 429 with
 * `Retry-After`. Five hundred signed-in readers at one address, each opening another article every minute, need 16,500
 * (docs/decisions/0014-hot-answers.md).
 */
export const READ_QUOTA = { documentsPerMinute: 20_000 } as const;

/** The maximum age of an answer from the response cache. */
export const RESPONSE_CACHE_MS = 10_000;

/** For changes that signed-in people make to their own data. By hand, nobody exceeds this limit. */
export const CHANGE_RATE = {
  bucket: 'change',
  by: 'user',
  perMinute: 120,
  scope: 'instance',
} as const satisfies RateLimit;

/** One call of the product's API (product §7). Server routes, client calls and the API reference derive from it. */
export interface EndpointDefinition {
  readonly method: Method;
  /** The full path, with parameters as `:name`. */
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** The scope that a token needs for this call. Absent: the call is closed to tokens. */
  readonly scope?: TokenScope;
  /** One sentence for the API reference. */
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  /** Absent: any body is ignored. */
  readonly body?: Schema;
  /**
   * JSON by default. `form` is also accepted as JSON. `text` is JSON that may be declared as plain text, as by Amazon SNS. `hint` counts as missing
   * if it cannot be parsed.
   */
  readonly bodyType?: 'json' | 'form' | 'multipart' | 'text' | 'hint';
  /** The maximum length of the body, if it is below the general limit. */
  readonly bodyLimitBytes?: number;
  /** True if the body may be missing; the schema then gets `{}`. */
  readonly bodyOptional?: boolean;
  /** The JSON of a successful answer. Absent: no body. */
  readonly response?: Schema;
  /** 200 with a response, else 204, by default. */
  readonly status?: 200 | 201 | 204 | 302;
  /** The JSON of 409, if it is more than a text: the stored state, which was not overwritten. */
  readonly conflict?: Schema;
  /** True for a call that is also refused with 409 and a text, if its method does not imply that. */
  readonly mayConflict?: boolean;
  /** The JSON of 410: the target's last state. Absent: the call is never answered with 410. */
  readonly gone?: Schema;
  /** True for lists with `Link: <...>; rel="next"` and, if the number is known, `X-Total-Count`. */
  readonly paged?: boolean;
  /** True for lists that search for a corrected query when nothing matches `q`; `X-Searched-For` then has the corrected query, percent-encoded. */
  readonly isForgiving?: boolean;
  /** True if anonymous callers share an answer, which a CDN may cache for 30 s. */
  readonly cacheable?: boolean;
  /**
   * True for cacheable answers that contain content staff can hide. The author still sees it, so signed-in callers do not share the
   * visitors' answer, and a CDN revalidates each time, so that hidden content disappears within `RESPONSE_CACHE_MS`.
   */
  readonly moderated?: boolean;
  /**
   * Which cached answers a change invalidates: none, or those with one post, whose id is in the path (`/api/posts/:id/...`) or the answer's
   * `postId`. All by default.
   */
  readonly invalidates?: 'nothing' | 'post';
  readonly rate?: RateLimit;
  /** An additional limit for readers whose account is less than a day old. */
  readonly newcomerRate?: RateLimit;
  /** An additional limit for all such readers at one network address together. */
  readonly newcomerAddressRate?: RateLimit;
  /** The time in ms after which the call is answered 503, if its work takes longer than that of other calls. */
  readonly deadlineMs?: number;
  /** True for calls that a leaving account can still make. */
  readonly evenLeaving?: boolean;
  /** True for a call that needs a recent sign-in (`PERSONAL_DATA_LIMITS.signInMinutes`), else 401. */
  readonly freshSignIn?: boolean;
  /** True for a public call that checks the `Authorization` header itself, because its callers are programs without an account. */
  readonly ownCredentials?: boolean;
  /** True for a change that pages of other sites may request too, because the request itself proves the permission. */
  readonly fromAnywhere?: boolean;
}

/** Declares a call. Keeps the literal types, which server and client derive their types from. */
export function endpoint<const D extends EndpointDefinition>(definition: D): D {
  return definition;
}

type InputOf<D, K extends string> = D extends { readonly [key in K]: infer S extends Schema } ? z.input<S> : undefined;
type OutputOf<D, K extends string> = D extends { readonly [key in K]: infer S extends Schema }
  ? z.output<S>
  : undefined;

/** The caller's input in path, query and body. */
export type ParamsInput<D> = InputOf<D, 'params'>;
export type QueryInput<D> = InputOf<D, 'query'>;
export type BodyInput<D> = InputOf<D, 'body'>;
/** The complete input, for calls that one part of the server makes to another. */
export interface CallInput<D> {
  readonly params?: ParamsInput<D>;
  readonly query?: QueryInput<D>;
  readonly body?: BodyInput<D>;
}
/** The same after validation by the server. */
export type Params<D> = OutputOf<D, 'params'>;
export type Query<D> = OutputOf<D, 'query'>;
export type Body<D> = OutputOf<D, 'body'>;
/** The validated JSON of a successful answer. */
export type ResponseOf<D> = D extends { readonly response: infer S extends Schema } ? z.output<S> : undefined;

/** Whether a call counts towards the read quota. */
export const isReading = ({ method, response }: EndpointDefinition): boolean =>
  method === 'GET' && response !== undefined;

export function successStatus(definition: EndpointDefinition): number {
  return definition.status ?? (definition.response ? 200 : 204);
}
