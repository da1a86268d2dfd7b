import { isThere, type StoredList } from './named-lists.converter.ts';

/** Lists that were merged one after the other, before the job of the first has ended. */
const MAX_STEPS = 6;

/** The list that is there for an id: that of a merged list leads to the one it became. Null for deleted and unknown ones. */
export async function remaining<List extends StoredList>(
  id: string,
  read: (id: string) => Promise<List | null>,
): Promise<List | null> {
  let list = await read(id);
  for (let step = 0; list?.mergedInto && step < MAX_STEPS; step += 1) list = await read(list.mergedInto);
  return isThere(list) ? list : null;
}
