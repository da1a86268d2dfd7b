import type * as z from 'zod/mini';

/**
 * Who may call: `public` anyone, `signed-in` any unblocked account, `staff` moderators and admins, `admin` admins.
 * Product §6.
 */
export type Access = 'public' | 'signed-in' | 'staff' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodMiniType;

/** At most `perMinute` calls a minute for each user or network address; more are answered 429 with `Retry-After`. */
export interface RateLimit {
  /**
   * `instance`: each instance counts for itself, which costs nothing. `everywhere`: all instances count together, in a document
   * of Firestore; for what costs money or reputation.
   */
  readonly scope: 'instance' | 'everywhere';
  readonly bucket: string;
  readonly by: 'user' | 'address';
  readonly perMinute: number;
}

/**
 * Documents that an instance reads of Firestore for one network address in a minute; more are answered 429 with `Retry-After`. Five
 * hundred signed-in readers behind one address who all open another article every minute need 16,500 (docs/decisions/0014-hot-answers.md).
 */
export const READ_QUOTA = { documentsPerMinute: 20_000 } as const;

/** How old an answer from the response cache of an instance may be. */
export const RESPONSE_CACHE_MS = 10_000;

/** Of what signed-in people change of their own, which nobody does more often by hand. */
export const CHANGE_RATE = {
  bucket: 'change',
  by: 'user',
  perMinute: 120,
  scope: 'instance',
} as const satisfies RateLimit;

/** One call of the product's API (product §7). Server routes, client calls and the API reference derive from it. */
export interface EndpointDefinition {
  readonly method: Method;
  /** Full path with `:name` for parameters, e.g. `/api/posts/:id`. */
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** One sentence for the API reference. */
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  /** The request's body. Absent: any body is ignored. */
  readonly body?: Schema;
  /** How the body travels; JSON unless said otherwise. `form` is also accepted as JSON. */
  readonly bodyType?: 'json' | 'form' | 'multipart';
  /** True where the body may be missing altogether; the schema then sees `{}`. */
  readonly bodyOptional?: boolean;
  /** The answer's JSON. Absent: the answer has no body. */
  readonly response?: Schema;
  /** Status of success; 200 with a response, else 204. */
  readonly status?: 200 | 201 | 204 | 302;
  /** What 409 answers as JSON, where it answers more than a text: what is stored, and was not written over. */
  readonly conflict?: Schema;
  /** What 410 answers as JSON: what became of the thing that the call is about. Absent: the call is never answered with 410. */
  readonly gone?: Schema;
  /** True for lists that answer `X-Total-Count`, where it is known, and `Link: <...>; rel="next"`. */
  readonly paged?: boolean;
  /** True where anonymous callers share one answer that a CDN may keep for 30 s. */
  readonly cacheable?: boolean;
  /**
   * True for cacheable answers with what staff may take away: its author still sees it, so they do not share the answer of visitors, and a
   * CDN asks each time, so that it is gone within the seconds for which an instance keeps an answer.
   */
  readonly moderated?: boolean;
  /**
   * Which cached answers a change makes old: none, or those that show one post, whose id is the path's (`/api/posts/:id/...`) or the
   * answer's `postId`. All of them where this is absent.
   */
  readonly invalidates?: 'nothing' | 'post';
  readonly rate?: RateLimit;
  /** Beside `rate`, for readers whose account is younger than a day. */
  readonly newcomerRate?: RateLimit;
  /** Beside `newcomerRate`, so that many new accounts of one place count together. */
  readonly newcomerAddressRate?: RateLimit;
  /** True for a change that pages of other sites may ask for too, because what they send proves that they may. */
  readonly fromAnywhere?: boolean;
}

/** Declares a call; keeps the literal types so that both sides can derive theirs. */
export function endpoint<const D extends EndpointDefinition>(definition: D): D {
  return definition;
}

type InputOf<D, K extends string> = D extends { readonly [key in K]: infer S extends Schema } ? z.input<S> : undefined;
type OutputOf<D, K extends string> = D extends { readonly [key in K]: infer S extends Schema }
  ? z.output<S>
  : undefined;

/** What the caller writes into path, query and body. */
export type ParamsInput<D> = InputOf<D, 'params'>;
export type QueryInput<D> = InputOf<D, 'query'>;
export type BodyInput<D> = InputOf<D, 'body'>;
/** What the server reads after validation. */
export type Params<D> = OutputOf<D, 'params'>;
export type Query<D> = OutputOf<D, 'query'>;
export type Body<D> = OutputOf<D, 'body'>;
/** What the server answers and the caller reads. */
export type ResponseOf<D> = D extends { readonly response: infer S extends Schema } ? z.output<S> : undefined;

/** Whether a call counts towards the limit of reading. */
export const isReading = ({ method, response }: EndpointDefinition): boolean =>
  method === 'GET' && response !== undefined;

/** The status that a successful call answers with. */
export function successStatus(definition: EndpointDefinition): number {
  return definition.status ?? (definition.response ? 200 : 204);
}
