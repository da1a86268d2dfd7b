import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const isAsked = (tags: string) => process.argv.includes(`--tags-filter=${tags}`);

/** Whether this run can skip a file. */
const isPassedOver = isAsked('!thorough')
  ? (text: string) => text.startsWith('// @module-tag thorough')
  : isAsked('thorough')
    ? (text: string) => !/@module-tag thorough|tags: 'thorough'/.test(text)
    : null;

/**
 * Test files in a folder without any selected test. Vitest would load them to find that out.
 *
 * @param folder absolute
 * @returns paths from there
 */
export function withoutChosenTests(folder: string): string[] {
  if (!isPassedOver) return [];
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('node_modules'))
    .filter((file) => isPassedOver(readFileSync(join(folder, file), 'utf8')));
}
