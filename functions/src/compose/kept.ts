import { KEPT_FOR_MS } from '@inkwell/shared/endpoint';
import type { Clock } from '../common/clock.ts';
import { createKeptAnswers, type KeptAnswers } from '../common/kept-answers.ts';

/** Of an instance of 512 MiB. A list takes some 10 kB, a long article 100 kB, a feed 1 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Keeps public answers as long as the product allows, in as much memory as an instance has for them. */
export const keepAnswers = <T extends { readonly body: Buffer }>(
  clock: Clock,
  isKeepable?: (answer: T) => boolean,
): KeptAnswers<T> =>
  createKeptAnswers<T>({
    clock,
    forMs: KEPT_FOR_MS,
    maxBytes: MAX_BYTES,
    bytesOf: ({ body }) => body.length,
    ...(isKeepable && { isKeepable }),
  });
