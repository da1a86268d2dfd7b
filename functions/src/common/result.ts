import type { EndpointDefinition, ResponseOf } from '@inkwell/shared/endpoint';
import type { PageOfMany } from './paging.ts';

/** The result of a handler: the response; a page for paged calls; an address for 302. */
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
