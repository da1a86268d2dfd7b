/** Of a full map so many are forgotten at once: looking for one alone passes by all that were deleted before it. */
const FORGOTTEN_SHARE = 1 / 10;

/** Puts an entry at the end of a map, also one that is there already. A map never holds more than `most`: then its oldest are forgotten. */
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
