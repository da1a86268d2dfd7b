import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutants.ts';

/**
 * Makes one fault after the other and asks the tests of `npm test` that concern it. Prints which were not noticed. In a clean work tree only,
 * because the files are changed in place: `npm run mutants --workspace tools/bench`, or with numbers for some of them.
 */
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const chosen = process.argv.slice(2).map(Number);
const survivors: string[] = [];

for (const [index, { file, from, to, tests }] of MUTANTS.entries()) {
  if (chosen.length > 0 && !chosen.includes(index)) continue;
  const path = `${ROOT}${file}`;
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`mutant ${index}: ${file} does not have this text once: ${from}`);
  try {
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    const { status } = spawnSync('npx', ['vitest', 'run', '--tags-filter=!thorough', '--bail=1', ...tests], {
      cwd: ROOT,
    });
    console.log(`${status === 0 ? 'SURVIVED' : 'noticed'}  ${index} ${file}: ${from.trim()}`);
    if (status === 0) survivors.push(`${index} ${file}`);
  } finally {
    writeFileSync(path, text);
  }
}
console.log(`${survivors.length} of ${chosen.length || MUTANTS.length} survived`);
execFileSync('git', ['diff', '--stat'], { cwd: ROOT, stdio: 'inherit' });
