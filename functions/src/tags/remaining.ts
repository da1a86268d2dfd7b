import { isThere, type StoredTag } from './tags.converter.ts';

/** Tags that were merged one after the other, before the job of the first has ended. */
const MAX_STEPS = 6;

/** The tag that is there for an id: that of a merged tag leads to the one it became. Null for deleted and unknown ones. */
export async function remaining(
  id: string,
  read: (id: string) => Promise<StoredTag | null>,
): Promise<StoredTag | null> {
  let tag = await read(id);
  for (let step = 0; tag?.mergedInto && step < MAX_STEPS; step += 1) tag = await read(tag.mergedInto);
  return isThere(tag) ? tag : null;
}
