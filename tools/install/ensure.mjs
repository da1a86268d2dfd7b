/**
 * `node tools/install/ensure.mjs`: installs what is missing or older than `package-lock.json`, so that a command of this repository
 * works on a fresh clone. Says nothing, and takes a moment, when all is there.
 */
import { spawn } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countInstalled, findFault, packagesFor } from './installation.mjs';

const OLDEST = [20, 19];
const PROGRESS_EVERY_MS = process.stdout.isTTY ? 500 : 10_000;
const WAIT_MS = 500;

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const lock = join(root, '.inkwell/install.lock');

// Whoever reads along may leave (`npm test | head`); what is being installed is needed all the same.
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
    // Another command may have installed meanwhile.
    const fault = findFault(root);
    if (fault) await install(fault);
  } finally {
    rmSync(lock, { force: true });
  }
}

async function install(fault) {
  const begun = Date.now();
  const packages = packagesFor(root);
  say(`${fault}: installing ${packages.length} packages, once (npm ci).`);
  const { child, output } = startNpm();
  renameSync(writeAside(`${process.pid} ${child.pid}`), lock);
  const stopProgress = showProgress(packages, begun);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output.push(error.message);
      resolve(1);
    });
    child.once('close', (status, signal) => resolve(signal ? 1 : status));
  });
  stopProgress();
  const remaining = code === 0 ? findFault(root) : undefined;
  if (code === 0 && !remaining) {
    say(`Installed in ${seconds(begun)} s.`);
    return;
  }
  process.stderr.write(output.join(''));
  fail(
    remaining
      ? `npm ci ended, but ${remaining}.`
      : 'npm ci could not install everything: see above. Run the command again.',
  );
}

/** The npm that runs us, with nothing of what the person told it about the command. */
function startNpm() {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (
      /^npm_config_(workspaces?|include_workspace_root|omit|production|global|prefix|local_prefix|ignore_scripts)$/i.test(
        name,
      )
    )
      delete env[name];
  }
  const npm = process.env.npm_execpath;
  const [command, ...rest] = npm ? [process.execPath, npm, ...args] : ['npm', ...args];
  const child = spawn(command, rest, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: !npm && process.platform === 'win32',
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk.toString()));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      child.kill(signal);
      child.once('close', () => {
        rmSync(lock, { force: true });
        process.exit(130);
      });
    });
  }
  return { child, output };
}

function showProgress(packages, begun) {
  const timer = setInterval(() => {
    const line = `  · ${countInstalled(root, packages)} of ${packages.length} packages, ${seconds(begun)} s`;
    process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`);
  }, PROGRESS_EVERY_MS);
  return () => {
    clearInterval(timer);
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
  };
}

/** Waits while another command installs. A lock whose processes are gone was left by a kill. */
async function takeLock() {
  mkdirSync(dirname(lock), { recursive: true });
  const mine = writeAside(String(process.pid));
  try {
    for (let isTold = false; ; ) {
      if (link(mine)) return;
      const holders = readLock();
      if (holders === undefined) continue;
      if (!isHeld(holders)) {
        dropAbandoned(holders);
        continue;
      }
      if (!isTold) say('Another command is installing: waiting for it.');
      isTold = true;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Nobody ever sees a lock without its holder: its text is complete before the lock appears under its name. */
function writeAside(text) {
  const aside = `${lock}.${process.pid}`;
  writeFileSync(aside, text);
  return aside;
}

/** Whether the lock is ours now. */
function link(aside) {
  try {
    linkSync(aside, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The processes in the lock, or nothing where it has just been given back. */
function readLock() {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Of two commands that find the same abandoned lock, the later one may hold the new lock of the earlier one: it puts that back. */
function dropAbandoned(holders) {
  const taken = `${lock}.${process.pid}.taken`;
  try {
    renameSync(lock, taken);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(taken, 'utf8') !== holders) link(taken);
  rmSync(taken, { force: true });
}

/** npm goes on for a while when only its parent was killed, so either of them counts. */
function isHeld(holders) {
  return holders
    .split(' ')
    .map(Number)
    .some((pid) => pid > 0 && isInstaller(pid));
}

/** Ids are used again, after a reboot above all; only Linux can tell what runs. */
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

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(0);
}

function say(text) {
  process.stdout.write(`  ${text}\n`);
}

function fail(text) {
  process.stderr.write(`\n  ${text}\n\n`);
  process.exitCode = 1;
}
