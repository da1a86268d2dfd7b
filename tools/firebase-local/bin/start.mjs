/** `npm start` and `npm run dev`. */
import { run } from './run.mjs';

run('../src/suite/main.ts');
