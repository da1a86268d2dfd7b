import * as config from '../../publication.config.ts';
import { parsePublication } from '../src/publication.ts';

/* Checks publication.config.ts before the functions are built; exits with 1 and says what is wrong with it. */

try {
  const { name } = parsePublication(config);
  console.log(`publication.config.ts is valid: ${name}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
