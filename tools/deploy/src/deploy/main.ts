import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ROOT, readIfThere } from '../files.ts';
import { hasFailed, report } from '../finding.ts';
import { preflight } from '../preflight/checks.ts';
import { projectNamed } from '../project-name.ts';
import { runProgram } from '../runner.ts';
import { keepOlderFiles } from './older-files.ts';
import { BUILD_VARIABLES, BUILDS, DEPLOYED_CONFIG, deployArguments, deployedConfig, liveUrlOf } from './plan.ts';

/*
 * npm run deploy -- --project PROJECT [--only hosting] [--auth-domain HOST] [--without-older-files]
 *   [--without-worker]
 *
 * Checks the project, builds, and deploys. Stops if a check or a build fails. docs/operations.md.
 */

const { values } = parseArgs({
  options: {
    project: { type: 'string', short: 'P' },
    only: { type: 'string' },
    // The host of the sign-in popup, if not PROJECT.firebaseapp.com.
    'auth-domain': { type: 'string' },
    // Drops the files of the live build, so open pages must be reloaded.
    'without-older-files': { type: 'boolean', default: false },
    // Removes the service worker and its caches from all browsers.
    'without-worker': { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
  },
});

/** @throws Error if the program fails */
async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}

const project = projectNamed(values.project, await readIfThere('.firebaserc'));
const deploysFunctions = values.only === undefined || values.only.includes('functions');
const findings = await preflight({ project, run: runProgram, read: readIfThere, deploysFunctions });
console.log(report(findings));
if (hasFailed(findings)) {
  console.error('Nothing was deployed.');
  process.exit(1);
}

for (const [program = '', ...args] of BUILDS) await run(program, args);
const config = JSON.parse(await readFile(`${ROOT}/firebase.json`, 'utf8'));
const built = `${ROOT}/${config.hosting.public}`;
const deploysHosting = values.only === undefined || values.only.includes('hosting');
if (deploysHosting && !values['without-older-files']) {
  const { kept, gone } = await keepOlderFiles(`https://${project}.web.app`, built).catch((error: unknown) => {
    throw new Error('The files of the live build cannot be kept; --without-older-files deploys all the same.', {
      cause: error,
    });
  });
  console.log(`${kept.length} files of the live build stay for pages that are open.`);
  if (gone.length > 0) console.log(`The live site itself no longer has ${gone.join(', ')}.`);
}
if (values['without-worker']) await copyFile(`${built}/.vite/sw-off.js`, `${built}/sw.js`);
const assets = await readdir(`${built}/assets`);
const variables = await Promise.all(BUILD_VARIABLES.map(readIfThere));
const hosts = {
  authDomain: values['auth-domain'] ?? `${project}.firebaseapp.com`,
  liveUrl: liveUrlOf(variables, process.env.VITE_LIVE_URL),
};
await writeFile(`${ROOT}/${DEPLOYED_CONFIG}`, `${JSON.stringify(deployedConfig(config, assets, hosts), null, 2)}\n`);

const given = [...(values.only ? ['--only', values.only] : []), ...(values.force ? ['--force'] : [])];
await run('npx', ['firebase', ...deployArguments(project, given, process.stdin.isTTY === true)]);
