import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `quick` for the tests of `npm test`, `thorough` for those that `npm run test:all` adds, anything else for all of them. */
const chosen = process.env.TESTS;

const isThorough = (text: string) => text.startsWith('// @module-tag thorough');
const hasThorough = (text: string) => /@module-tag thorough|tags: 'thorough'/.test(text);

/** What the root's configuration says of the tag `thorough`. */
export const tagsFilter = { quick: ['!thorough'], thorough: ['thorough'] }[chosen ?? ''];

/**
 * The test files below a folder, as globs, that have none of the chosen tests. Vitest would load them to find that out.
 *
 * @param folder absolute
 */
export function withoutChosenTests(folder: string): string[] {
  if (!tagsFilter) return [];
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('node_modules'))
    .filter((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return chosen === 'quick' ? isThorough(text) : !hasThorough(text);
    });
}
