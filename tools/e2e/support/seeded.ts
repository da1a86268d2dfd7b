/** Reproducible random numbers from 0 (inclusive) to 1 (exclusive) for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS = 'tide writes twice a day and nobody reads it but the gulls über café 漢字 😀'.split(' ');

/** A text of random words with line breaks. */
export const randomText = (random: () => number, words: number): string =>
  Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '')
    .map((word, index) => (index > 0 && index % 9 === 0 ? `${word}\n` : `${word} `))
    .join('')
    .trim();
