/** Two 32-bit primes, one for each sum. */
const STIRS = [0x9e3779b1, 0x85ebca77] as const;

/** A synchronous 64-bit hash in hexadecimal digits. Not for secrets. */
export const fingerprint = (text: string): string =>
  STIRS.map((prime) => {
    let sum = prime ^ text.length;
    for (let index = 0; index < text.length; index++) {
      sum = Math.imul(sum ^ text.charCodeAt(index), prime);
      sum ^= sum >>> 15;
    }
    return (sum >>> 0).toString(16).padStart(8, '0');
  }).join('');
