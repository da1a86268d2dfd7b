import { createRandom } from '@inkwell/shared/testing/random';

/** A source of numbers from 0 to 1 that are the same for the same seed on every machine. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  between(low: number, high: number): number;
}

/** FNV-1a, 32 bits, which distributes short names well enough. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value ^= text.charCodeAt(index);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}

/** Seeded by the hash of a text. */
export function randomFrom(seed: string): Random {
  const next = createRandom(hash(seed));
  return { next, between: (low, high) => low + next() * (high - low) };
}
