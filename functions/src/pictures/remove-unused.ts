import type { Clock } from '../common/clock.ts';
import type { PictureTable } from './pictures.repository.ts';

/** How many pictures one run of the sweep looks at; the rest follow the next night. */
const PER_RUN = 1_000;

interface Options {
  readonly pictures: PictureTable;
  /** Deletes the objects of a picture, its narrower copies included. Safe to repeat. */
  readonly removeObjects: (name: string) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Removes pictures without a reference, 30 days after their upload or after their last reference ended. First the removal is noted, then the
 * objects are deleted, then the entry of the table, so that an interrupted removal is found again. A failure does not stop the others.
 * @returns how many were removed
 * @throws AggregateError when some could not be removed
 */
export async function removeUnusedPictures({ pictures, removeObjects, clock }: Options): Promise<number> {
  const at = clock.now();
  const failures: unknown[] = [];
  let removed = 0;
  for (const name of await pictures.due(at, PER_RUN)) {
    try {
      if (!(await pictures.beginRemoval(name, at))) continue;
      await removeObjects(name);
      await pictures.forget(name);
      removed += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} pictures could not be removed`);
  return removed;
}
