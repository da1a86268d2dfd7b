import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

describe('a fingerprint', () => {
  it('is the same for the same text, and always has 16 digits', () => {
    for (const text of ['', 'a', 'Ümläute und 漢字 🦊', 'x'.repeat(200_000)]) {
      expect(fingerprint(text)).toBe(fingerprint(`${text}`));
      expect(fingerprint(text)).toMatch(/^[0-9a-f]{16}$/);
    }
  });

  it('differs for texts that are almost the same', () => {
    const base = 'The tide writes twice a day.';
    const near = Array.from(base, (_, index) => `${base.slice(0, index)}${base.slice(index + 1)}`);
    const swapped = Array.from(
      { length: base.length - 1 },
      (_, index) => `${base.slice(0, index)}${base[index + 1]}${base[index]}${base.slice(index + 2)}`,
    );
    const grown = Array.from({ length: 50_000 }, (_, index) => `${base} ${index}`);
    const texts = new Set([base, ...near, ...swapped, ...grown]);

    expect(new Set([...texts].map(fingerprint)).size).toBe(texts.size);
  });
});
