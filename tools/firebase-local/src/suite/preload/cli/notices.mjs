/** Lines that begin so are shown to the person by the launcher (firebase-suite.ts). */
const PREFIX = 'firebase-local: ';

/** Tells the person who started the stack. */
export function notify(text) {
  process.stderr.write(`${PREFIX}${text}\n`);
}
