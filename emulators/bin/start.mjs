/**
 * `npm start` and `npm run dev`. Plain JavaScript that old versions of Node can read too, to say what is missing before
 * anything else is loaded.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const OLDEST = [20, 19];

function problem() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return `Inkwell needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}.`;
  }
  const require = createRequire(import.meta.url);
  for (const name of ['tsx/esm/api', 'firebase-tools/package.json']) {
    try {
      if (existsSync(require.resolve(name))) continue;
    } catch {
      // Told below.
    }
    return 'The dependencies are not installed: run `npm install` first.';
  }
  return undefined;
}

const found = problem();
if (found) {
  process.stderr.write(`\n  ${found}\n\n`);
  process.exitCode = 1;
} else {
  import('tsx/esm/api').then(({ register }) => {
    register();
    return import('../src/suite/main.ts');
  });
}
