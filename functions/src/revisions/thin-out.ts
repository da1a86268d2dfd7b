import type { Clock } from '../common/clock.ts';
import type { RevisionRepository } from './revisions.repository.ts';

/** The number of revisions per call. */
const PAGE = 100;

interface Options {
  readonly revisions: Pick<RevisionRepository, 'due' | 'thinOut'>;
  readonly clock: Clock;
}

/**
 * Thins out old revisions: all are kept for two days, then the last of each day, and after a month the last of each week. Reads only revisions that
 * are due. Safe to repeat and to interrupt. @returns the number of revisions that were due
 */
export async function thinOutRevisions({ revisions, clock }: Options): Promise<number> {
  const due = await revisions.due(clock.now(), PAGE);
  await Promise.all(due.map(revisions.thinOut));
  return due.length;
}
