import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** This package's tsx, for `node --import` in child processes with any working folder. */
export const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
