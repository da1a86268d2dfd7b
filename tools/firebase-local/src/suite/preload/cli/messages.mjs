/** The launcher shows lines with this prefix (firebase-suite.ts). */
const PREFIX = 'firebase-local: ';

/** Sends a message to the person who started the stack. */
export function notify(text) {
  process.stderr.write(`${PREFIX}${text}\n`);
}
