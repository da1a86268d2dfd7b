import type { api } from '@inkwell/shared/api';
import type { EndpointDefinition, Query } from '@inkwell/shared/endpoint';
import type { Result } from '../common/result.ts';

type Api = typeof api;

/** A call of the contract, as `api` of `shared` names it: `posts.byId`. The operation ids of the OpenAPI document are the same. */
export type CallName = { [A in keyof Api]: `${A}.${keyof Api[A] & string}` }[keyof Api];

type DefinitionOf<N extends CallName> = N extends `${infer A extends keyof Api}.${infer C}`
  ? C extends keyof Api[A]
    ? Api[A][C] & EndpointDefinition
    : never
  : never;

/** How many documents a call reads and writes at most, without its caller's account. */
export type Bound = readonly [reads: number, writes?: number];

/**
 * The number of documents that the read quota is charged for a call: at most, from its query, before it runs; then from its result, as far as
 * that shows it. Cached names of authors and categories do not count.
 */
export type Charge<D extends EndpointDefinition = EndpointDefinition> = (
  query: Query<D>,
  result: Result<D> | null,
) => number;

interface Cases<N extends CallName> {
  /** The cost of a call, or of each named case. */
  readonly of: Bound | Readonly<Record<string, Bound>>;
  /** What each of these adds. */
  readonly and?: Readonly<Record<string, Bound>>;
  /** True if its job begins within the call, for a few seconds. */
  readonly job?: true;
  /** The default is the most expensive case's reads; for changes, the value in `charges.ts`. */
  readonly charge?: Charge<DefinitionOf<N>>;
}

/** The cost of a call: a fixed number of documents, or named cases with a bound each. */
export type Cost<N extends CallName = CallName> = Bound | Cases<N>;
