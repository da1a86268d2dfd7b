import type { Clock } from '../common/clock.ts';
import type { PictureTable } from './pictures.repository.ts';

/** The number of pictures per run of the sweep. The rest is removed the next night. */
const PER_RUN = 1_000;

interface Options {
  readonly pictures: PictureTable;
  /** Deletes the objects of a picture, including its narrower copies. Safe to repeat. */
  readonly removeObjects: (name: string) => Promise<void>;
  readonly clock: Clock;
  /** Whether to leave the rest to the next run. */
  readonly isOver?: () => boolean;
}

/**
 * Removes unused pictures, 30 days after their upload or last reference. It marks the picture, deletes the objects and then the entry, so
 * that a later run finds interrupted removals. Failures do not stop the others.
 * @returns the number of removed pictures
 * @throws AggregateError if some could not be removed
 */
export async function removeUnusedPictures({
  pictures,
  removeObjects,
  clock,
  isOver = () => false,
}: Options): Promise<number> {
  const at = clock.now();
  const failures: unknown[] = [];
  let removed = 0;
  for (const name of await pictures.due(at, PER_RUN)) {
    if (isOver()) break;
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
