import { isThere, type StoredList } from './named-lists.converter.ts';

/** The maximum length of a chain of merged lists, when the next merge happens before the earlier job has ended. */
const MAX_STEPS = 6;

/** The current list for an id: a merged list is replaced by its target. Null for deleted and unknown lists. */
export async function remaining<List extends StoredList>(
  id: string,
  read: (id: string) => Promise<List | null>,
): Promise<List | null> {
  let list = await read(id);
  for (let step = 0; list?.mergedInto && step < MAX_STEPS; step += 1) list = await read(list.mergedInto);
  return isThere(list) ? list : null;
}
