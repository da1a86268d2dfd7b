/** Primes of 32 bits: each of two sums is stirred with its own. */
const STIRS = [0x9e3779b1, 0x85ebca77] as const;

/**
 * A short name of a text, by which it is told from any other that comes by chance: 64 bits in hexadecimal digits. No secret is kept
 * by it; it is there at once, where a digest of the browser is not.
 */
export const fingerprint = (text: string): string =>
  STIRS.map((prime) => {
    let sum = prime ^ text.length;
    for (let index = 0; index < text.length; index++) {
      sum = Math.imul(sum ^ text.charCodeAt(index), prime);
      sum ^= sum >>> 15;
    }
    return (sum >>> 0).toString(16).padStart(8, '0');
  }).join('');
