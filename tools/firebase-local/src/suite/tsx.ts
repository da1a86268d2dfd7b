import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** For `node --import`: this package's tsx, which runs TypeScript in child processes wherever they are started. */
export const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
