import { fileURLToPath } from 'node:url';

/** The command `firebase-local`. */
export const PROGRAM = fileURLToPath(new URL('../../bin/firebase-local.mjs', import.meta.url));
