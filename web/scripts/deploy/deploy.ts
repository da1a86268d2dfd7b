/*
 * `npm run deploy`: writes firebase.deploy.json, which is firebase.json with this project's hosts in its policy, and deploys with
 * it. `--auth-domain` names another host for the sign-in popup than PROJECT.firebaseapp.com, `--write-only` stops before the
 * deployment; everything else is for `firebase deploy`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadEnv } from 'vite';
import { withOwnHosts } from './own-hosts.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Beside firebase.json, because the paths in it are relative to where it stands. */
const DEPLOYED = 'firebase.deploy.json';

const readJson = (name: string) => JSON.parse(readFileSync(`${ROOT}/${name}`, 'utf8'));

const { values, tokens } = parseArgs({
  options: {
    project: { type: 'string', short: 'P' },
    'auth-domain': { type: 'string' },
    'write-only': { type: 'boolean' },
  },
  strict: false,
  tokens: true,
});

const projects: Record<string, string> = readJson('.firebaserc').projects;
const named = typeof values.project === 'string' ? values.project : 'default';
const project = projects[named] ?? named;
const authDomain = values['auth-domain'];
const config = withOwnHosts(readJson('firebase.json'), {
  authDomain: typeof authDomain === 'string' ? authDomain : `${project}.firebaseapp.com`,
  // What the app was built with.
  liveUrl: loadEnv('production', `${ROOT}/web`, 'VITE_').VITE_LIVE_URL || undefined,
});
writeFileSync(`${ROOT}/${DEPLOYED}`, `${JSON.stringify(config, null, 2)}\n`);

if (!values['write-only']) {
  const own = tokens.find((token) => token.kind === 'option' && token.name === 'auth-domain');
  const ownIndexes = own?.kind === 'option' ? [own.index, ...(own.inlineValue ? [] : [own.index + 1])] : [];
  const rest = process.argv.slice(2).filter((_, index) => !ownIndexes.includes(index));
  const { status } = spawnSync('npx', ['firebase', 'deploy', '--config', DEPLOYED, ...rest], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
