/** `npm run emulators`. */
import { run } from './run.mjs';

run('../src/suite/complete.ts');
