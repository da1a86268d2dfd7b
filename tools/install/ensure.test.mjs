import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFault } from './installation.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const RECORD = 'node_modules/.package-lock.json';

/** A project whose only dependency is a local folder, so that npm needs no network. */
let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ensure-installed-'));
  mkdirSync(join(root, 'tools'));
  cpSync(HERE, join(root, 'tools/install'), { recursive: true });
  addPackage('first');
  writeLock('first');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('ensure', () => {
  it('installs missing packages in a fresh clone, says so, and then prints nothing', async () => {
    const fresh = await ensure();
    const again = await ensure();

    expect(fresh).toMatchObject({ code: 0, stderr: '' });
    expect(fresh.stdout).toMatch(
      /^ {2}Nothing is installed yet: installing, once, which may take a minute \(npm ci\)\.\n {2}Installed in \d+ s\.\n$/,
    );
    expect(existsSync(join(root, 'node_modules/first/package.json'))).toBe(true);
    expect(again).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    [
      'the lock file has another package',
      () => {
        addPackage('second');
        writeLock('first', 'second');
      },
      'second is not installed',
    ],
    ['a package is missing', () => rmSync(join(root, 'node_modules/first'), { recursive: true }), 'first is missing'],
    ['an install was interrupted', () => rmSync(join(root, RECORD)), 'Nothing is installed yet'],
    ['a record is truncated', () => writeFileSync(join(root, RECORD), '{"packa'), 'first is not installed'],
  ])('installs again if %s', async (_when, damage, reason) => {
    await ensure();
    damage();

    const { code, stdout } = await ensure();

    expect(code).toBe(0);
    expect(stdout).toContain(reason);
    expect(findFault(root)).toBeUndefined();
  });

  it('installs once for two concurrent commands', async () => {
    const both = await Promise.all([ensure(), ensure()]);

    const said = saidBy(both);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(said.match(/npm ci/g)).toHaveLength(1);
    expect(said).toContain('Another command is installing: waiting for it.');
  });

  it('takes over the lock of a killed installation once', async () => {
    leaveLock('999999999 999999998');

    const all = await Promise.all([ensure(), ensure(), ensure()]);

    expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(saidBy(all).match(/npm ci/g)).toHaveLength(1);
    expect(readdirSync(join(root, '.inkwell'))).toEqual([]);
  });

  it('waits for the npm process of a killed command', async () => {
    const npm = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1500)', 'npm']);
    leaveLock(`999999999 ${npm.pid}`);

    const { code, stdout } = await ensure();

    expect(code).toBe(0);
    expect(stdout).toMatch(/waiting for it\.\n.*installing, once/);
  });

  it('shows the output of npm if it cannot install', async () => {
    const file = join(root, 'package-lock.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"packages"', '"package"'));
    rmSync(join(root, 'package.json'));

    const { code, stderr } = await ensure();

    expect(code).toBe(1);
    expect(stderr).toContain('npm error');
    expect(stderr).toContain('npm ci could not install everything: see above. Run the command again.');
  });
});

describe('findFault', () => {
  const system = { os: 'linux', cpu: 'x64' };
  const binary = (rest) => ({ version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], ...rest });

  it.each([
    ['for this system', binary({}), 'native is not installed'],
    ['for another system', binary({ os: ['darwin'] }), undefined],
    ['for another C library', binary({ libc: ['musl'] }), undefined],
    ['that is needed only on another system', { version: '1.0.0', optional: true }, undefined],
    ['that is needed everywhere', { version: '1.0.0' }, 'native is not installed'],
  ])('reports a missing package %s only if this system needs it', (_what, entry, fault) => {
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, RECORD), '{"packages":{}}');
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/native': entry } }));

    expect(findFault(root, system)).toBe(fault);
  });
});

function addPackage(name) {
  mkdirSync(join(root, name));
  writeFileSync(join(root, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
}

function writeLock(...names) {
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:${name}`]));
  const packages = { '': { name: 'fixture', version: '1.0.0', dependencies } };
  for (const name of names) {
    packages[name] = { version: '1.0.0' };
    packages[`node_modules/${name}`] = { resolved: name, link: true };
  }
  const lock = { name: 'fixture', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'fixture', version: '1.0.0', dependencies }));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
}

async function ensure() {
  const { npm_execpath: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(root, 'tools/install/ensure.mjs')], { env });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

const saidBy = (commands) => commands.map(({ stdout }) => stdout).join('');

function leaveLock(holders) {
  mkdirSync(join(root, '.inkwell'));
  writeFileSync(join(root, '.inkwell/install.lock'), holders);
}
