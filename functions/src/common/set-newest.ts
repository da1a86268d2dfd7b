/** A full map drops this share at once, because finding the oldest entry iterates over all entries that were deleted before. */
const FORGOTTEN_SHARE = 1 / 10;

/** Puts an entry at the end of a map, even if the key exists. A map with more than `most` entries drops its oldest. */
export function setNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  const kept = most + 1 - Math.max(1, Math.floor(most * FORGOTTEN_SHARE));
  for (const oldest of map.keys()) {
    if (map.size <= kept) return;
    map.delete(oldest);
  }
}
