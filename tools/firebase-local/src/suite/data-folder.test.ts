import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../testing/temporary-folder.ts';
import { openDataFolder } from './data-folder.ts';

let parent: string;
let path: string;

beforeEach(() => {
  parent = folderOfTest();
  path = join(parent, 'data');
});

const KEEP = { fresh: false, variable: 'FIXTURE_DATA_DIR' };

/** Opens the folder and completes its seed. */
function seed(options: Parameters<typeof openDataFolder>[1] = KEEP) {
  const folder = openDataFolder(path, options);
  folder.markSeeded('stand-in');
  folder.release();
  return folder;
}

describe('openDataFolder', () => {
  it('reads the manifest after the seed was completed', () => {
    expect(seed().manifest).toBeUndefined();
    expect(openDataFolder(path, KEEP).manifest).toMatchObject({ version: 1, kind: 'stand-in' });
  });

  it('refuses data of another format, names the command that starts with empty data, and changes nothing', () => {
    seed();
    writeFileSync(join(path, 'firestore'), 'older');

    expect(() => openDataFolder(path, { ...KEEP, dataFormat: 2 })).toThrow('To start afresh: npm start -- --fresh');
    expect(readFileSync(join(path, 'firestore'), 'utf8')).toBe('older');

    const { movedTo = '' } = seed({ ...KEEP, dataFormat: 2, fresh: true });
    expect(readFileSync(join(movedTo, 'firestore'), 'utf8')).toBe('older');
    expect(openDataFolder(path, { ...KEEP, dataFormat: 2 }).manifest).toMatchObject({ dataFormat: 2 });
  });

  it('moves the data of an interrupted seed to another folder', () => {
    openDataFolder(path, KEEP).release();
    writeFileSync(join(path, 'firestore'), 'half');

    const { manifest, movedTo = '' } = openDataFolder(path, KEEP);

    expect(manifest).toBeUndefined();
    expect(readFileSync(join(movedTo, 'firestore'), 'utf8')).toBe('half');
  });

  it('moves existing data to a new folder with the option `fresh`, without overwriting data moved earlier', () => {
    for (let round = 0; round < 2; round++) seed({ ...KEEP, fresh: true });
    const { manifest } = openDataFolder(path, { ...KEEP, fresh: true });

    expect(manifest).toBeUndefined();
    expect(readdirSync(parent).filter((name) => name.startsWith('data-until-'))).toHaveLength(2);
  });

  it('allows one process at a time', () => {
    openDataFolder(path, KEEP);
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 10_000)', 'firebase-local.mjs']);
    writeFileSync(join(path, 'lock'), String(other.pid));

    expect(() => openDataFolder(path, KEEP)).toThrow(`is in use by another start (process ${other.pid})`);
    other.kill();
  });

  it('takes the lock of a process that was killed', () => {
    openDataFolder(path, KEEP).release();
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(path, 'lock'), String(pid));

    expect(openDataFolder(path, KEEP).wasKilled).toBe(true);
  });

  it('refuses a file in place of the folder, and does not change it', () => {
    writeFileSync(path, 'precious');

    expect(() => openDataFolder(path, KEEP)).toThrow(
      `The data folder ${path} cannot be used: a file is in its place. Nothing was changed; put it right, or name another with FIXTURE_DATA_DIR.`,
    );
    expect(readFileSync(path, 'utf8')).toBe('precious');
  });

  it('refuses a damaged manifest, and moves it with the data with the option `fresh`', () => {
    openDataFolder(path, KEEP).release();
    writeFileSync(join(path, 'manifest.json'), '{"version":');

    expect(() => openDataFolder(path, KEEP)).toThrow(/manifest.json in it is damaged. Nothing was changed; .*--fresh/);
    expect(existsSync(join(path, 'lock'))).toBe(false);
    expect(existsSync(join(openDataFolder(path, { ...KEEP, fresh: true }).movedTo ?? '', 'manifest.json'))).toBe(true);
  });
});
