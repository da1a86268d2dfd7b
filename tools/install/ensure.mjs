/**
 * `node tools/install/ensure.mjs`: installs packages that are missing or older than `package-lock.json`, so that every command of this repository
 * works on a fresh clone. Prints nothing if everything is installed.
 */
import { spawn } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFault } from './installation.mjs';

const OLDEST = [20, 19];
const WAIT_MS = 500;
const TELL_EVERY_MS = 20_000;

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const lock = join(root, '.inkwell/install.lock');
const ownFile = `${lock}.${process.pid}`;

// In `npm test | head`, the reader exits early, but the packages are still needed.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
await main();

async function main() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    fail(`Node ${OLDEST.join('.')} or newer is needed; this is ${process.versions.node}.`);
    return;
  }
  if (!findFault(root)) return;
  await takeLock();
  try {
    // Another command may have installed everything while this one waited.
    const fault = findFault(root);
    if (fault) await install(fault);
  } finally {
    rmSync(lock, { force: true });
  }
}

async function install(fault) {
  say(`${fault}: installing, once, which may take a minute (npm ci).`);
  const begun = Date.now();
  const child = startNpm();
  // If only this process is killed, npm continues for a while, so the lock contains both ids.
  writeFileSync(ownFile, `${process.pid} ${child.pid}`);
  renameSync(ownFile, lock);
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  const timer = setInterval(() => say(`Still installing, for ${seconds()} s.`), TELL_EVERY_MS);
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
  clearInterval(timer);
  const remaining = code === 0 ? findFault(root) : 'see above';
  if (remaining) fail(`npm ci could not install everything: ${remaining}. Run the command again.`);
  else say(`Installed in ${seconds()} s.`);
}

/** Starts the npm that runs this command, without settings that apply only to this command. */
function startNpm() {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const forCommand =
    /^npm_config_(workspaces?|include_workspace_root|omit|production|global|prefix|local_prefix|ignore_scripts)$/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !forCommand.test(name)));
  const npm = process.env.npm_execpath;
  const [command, ...rest] = npm ? [process.execPath, npm, ...args] : ['npm', ...args];
  const child = spawn(command, rest, {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: !npm && process.platform === 'win32',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal));
  return child;
}

/** Waits while another command installs. If the processes of a lock have ended, it was left by a kill. */
async function takeLock() {
  mkdirSync(dirname(lock), { recursive: true });
  // Written first and then linked, so that a lock never exists without the id of its process.
  writeFileSync(ownFile, String(process.pid));
  try {
    for (let isTold = false; !linked(ownFile); ) {
      const holders = readLock();
      if (holders === undefined) continue;
      if (!holders.split(' ').map(Number).some(isInstaller)) {
        removeAbandoned(holders);
        continue;
      }
      if (!isTold) say('Another command is installing: waiting for it.');
      isTold = true;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
}

function linked(file) {
  try {
    linkSync(file, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The process ids in the lock; undefined if it has just been released. */
function readLock() {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Two commands may find the same abandoned lock. The slower one may then remove the faster one's new lock, and restores it. */
function removeAbandoned(holders) {
  const taken = `${ownFile}.taken`;
  try {
    renameSync(lock, taken);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(taken, 'utf8') !== holders) linked(taken);
  rmSync(taken, { force: true });
}

/** Whether the process is running an installation. Ids are reused, especially after a reboot, and only Linux shows what a process runs. */
function isInstaller(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  try {
    return /npm|ensure\.mjs/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

function say(text) {
  process.stdout.write(`  ${text}\n`);
}

function fail(text) {
  process.stderr.write(`\n  ${text}\n\n`);
  process.exitCode = 1;
}
