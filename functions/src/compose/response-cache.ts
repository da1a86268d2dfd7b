import { RESPONSE_CACHE_MS } from '@inkwell/shared/endpoint';
import type { Clock } from '../common/clock.ts';
import { createResponseCache, type ResponseCache } from '../common/response-cache.ts';

/** An instance has 512 MiB. A list has about 10 kB, a long article 100 kB, a feed 1 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A response cache with the product's limits for age and size. */
export const createPublicCache = <T extends { readonly body: Buffer }>(
  clock: Clock,
  isCacheable?: (answer: T) => boolean,
): ResponseCache<T> =>
  createResponseCache<T>({
    clock,
    forMs: RESPONSE_CACHE_MS,
    maxBytes: MAX_BYTES,
    bytesOf: ({ body }) => body.length,
    ...(isCacheable && { isCacheable }),
  });
