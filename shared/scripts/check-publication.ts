import * as config from '../../publication.config.ts';
import { parsePublication } from '../src/publication.ts';

/* Ends with 1, and says why, unless publication.config.ts can be used: part of the functions' build. */

try {
  const { name } = parsePublication(config);
  console.log(`publication.config.ts can be used: ${name}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
