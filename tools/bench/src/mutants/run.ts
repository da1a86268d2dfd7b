import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutants.ts';

/**
 * Introduces one fault after the other and runs the relevant tests of `npm test`. Prints the test that detected each fault, and faults that no test
 * detected. Files are changed in place and restored: `npm run mutants --workspace tools/bench`, optionally with the numbers of faults.
 */
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const chosen = process.argv.slice(2).map(Number);
let survived = 0;

for (const [index, { file, from, to, tests }] of MUTANTS.entries()) {
  if (chosen.length > 0 && !chosen.includes(index)) continue;
  const path = `${ROOT}${file}`;
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`fault ${index}: ${file} does not have this text once: ${from}`);
  try {
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    const { status, stdout, stderr } = spawnSync(
      'npx',
      ['vitest', 'run', '--tags-filter=!thorough', '--bail=1', '--reporter=default', '--no-color', ...tests],
      { cwd: ROOT, encoding: 'utf8' },
    );
    const noticedBy = /FAIL\s+(.*)/.exec(stdout + stderr)?.[1];
    if (status !== 0 && !noticedBy) throw new Error(`fault ${index}: the tests did not run\n${stdout}${stderr}`);
    if (status === 0) survived += 1;
    console.log(`${index} ${file}: ${from.trim()}\n    ${status === 0 ? 'SURVIVED' : `noticed by ${noticedBy}`}`);
  } finally {
    writeFileSync(path, text);
  }
}
console.log(`${survived} of ${chosen.length || MUTANTS.length} survived`);
