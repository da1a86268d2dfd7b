import * as config from '../../publication.config.ts';
import { parsePublication } from '../src/publication.ts';

/* Checks publication.config.ts before the functions are built. If it has errors, prints them and exits with 1. */

try {
  const { name } = parsePublication(config);
  console.log(`publication.config.ts is valid: ${name}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
