/** A source of numbers from 0 to 1 that gives the same ones for the same seed, on every machine. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  between(low: number, high: number): number;
}

/** FNV-1a, 32 bits: enough to spread short names. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value ^= text.charCodeAt(index);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}

/** Mulberry32 seeded by the hash of a text. */
export function randomFrom(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, between: (low, high) => low + next() * (high - low) };
}
