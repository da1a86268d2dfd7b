import type { Clock } from '../common/clock.ts';
import type { RevisionRepository } from './revisions.repository.ts';

/** How many revisions one run of the sweep looks at; the rest follow the next night. */
const PER_RUN = 2_000;
const PAGE = 100;

interface Options {
  readonly revisions: Pick<RevisionRepository, 'due' | 'thinOut'>;
  readonly clock: Clock;
}

/**
 * Thins out old revisions: all of the last two days stay, of older ones the last of each day, and after a month the last of each week.
 * Reads only revisions that are due. Safe to repeat and to interrupt. @returns how many were deleted
 */
export async function thinOutRevisions({ revisions, clock }: Options): Promise<number> {
  const at = clock.now();
  let removed = 0;
  for (let looked = 0; looked < PER_RUN; looked += PAGE) {
    const due = await revisions.due(at, PAGE);
    const results = await Promise.all(due.map(revisions.thinOut));
    removed += results.filter(Boolean).length;
    if (due.length < PAGE) break;
  }
  return removed;
}
