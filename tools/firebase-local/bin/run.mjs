/**
 * Runs a program of the local stack. Plain JavaScript that old versions of Node can parse, so that it can report missing requirements before anything
 * else is loaded.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST = [20, 19];

function findProblem() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return `Node ${OLDEST.join('.')} or newer is needed; this is ${process.versions.node}.`;
  }
  const require = createRequire(import.meta.url);
  for (const name of ['tsx/esm/api', 'firebase-tools/package.json']) {
    try {
      if (existsSync(require.resolve(name))) continue;
    } catch {
      // Reported below.
    }
    return `The dependencies are not installed: run \`npm install\` ${whereToInstall()}first.`;
  }
  return undefined;
}

/** The folder of a linked package. npm does not install its dependencies with the project's. */
function whereToInstall() {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  return relative(process.cwd(), folder).startsWith('..') ? `in ${folder} ` : '';
}

/** Loads the TypeScript module at `path`, relative to this folder. If a requirement is missing, reports it instead. */
export function run(path) {
  const problem = findProblem();
  if (problem) {
    process.stderr.write(`\n  ${problem}\n\n`);
    process.exitCode = 1;
    return;
  }
  import('tsx/esm/api').then(({ register }) => {
    register();
    return import(path);
  });
}
