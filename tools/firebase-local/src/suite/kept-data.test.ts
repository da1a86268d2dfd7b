import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../testing/temporary-folder.ts';
import { checkExport } from './export-folder.ts';
import { prepareKeptData } from './kept-data.ts';
import { StartError } from './start-error.ts';

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

const journal = (text: string) => writeFileSync(join(folder, 'accounts.jsonl'), text);

/** Writes a snapshot of accounts, and the metadata that refer to it. */
function snapshot(accounts: string): void {
  writeFolder('auth-1', accounts);
  const metadata = { version: '1', auth: { version: '1', path: 'auth-1' } };
  writeFileSync(join(folder, 'firebase-export-metadata.json'), JSON.stringify(metadata));
}

function writeFolder(name: string, accounts = '{}'): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'accounts.json'), accounts);
}

describe('checkExport', () => {
  it('removes only the remains of an interrupted write', () => {
    for (const name of ['auth-2', 'storage-9', 'notes']) writeFolder(name);
    writeFileSync(join(folder, 'lock'), '1');
    snapshot('{}');

    checkExport(folder);

    expect(readdirSync(folder).sort()).toEqual(['auth-1', 'firebase-export-metadata.json', 'lock', 'notes']);
  });

  it('names a damaged file of accounts', () => {
    snapshot('{"users": [');

    expect(() => checkExport(folder)).toThrow(`${join(folder, 'auth-1/accounts.json')} is damaged`);
  });

  it('names damaged metadata of a saved file, and how to start again', () => {
    const { files } = prepareKeptData(folder);
    writeFileSync(join(files, 'metadata/x-1.json'), '{"name":');

    expect(() => checkExport(folder)).toThrow(/x-1\.json is damaged \(.*\)\. .*--fresh/);
  });
});

describe('prepareKeptData', () => {
  it('creates and describes the folder of files in an empty data folder', () => {
    const { files } = prepareKeptData(folder);

    expect(files).toBe(join(folder, 'storage-1'));
    expect(readdirSync(files).sort()).toEqual(['blobs', 'buckets.json', 'metadata']);
    expect(prepareKeptData(folder).files).toBe(files);
  });

  it('applies the journal of accounts to the snapshot, without an incomplete last line', () => {
    snapshot('{"kind":"k","users":[{"localId":"a","email":"old"},{"localId":"b"}]}');
    journal(
      '{"user":{"localId":"a","email":"new"}}\n{"deleted":"b"}\n{"user":{"localId":"c"}}\n{"user":{"localId":"half',
    );

    const { accounts } = prepareKeptData(folder);

    expect(JSON.parse(readFileSync(join(folder, 'auth-2/accounts.json'), 'utf8'))).toEqual({
      kind: 'k',
      users: [{ localId: 'a', email: 'new' }, { localId: 'c' }],
    });
    expect(existsSync(accounts)).toBe(false);
    expect(existsSync(join(folder, 'auth-1'))).toBe(false);
  });

  it('makes the first snapshot of a journal', () => {
    journal('{"user":{"localId":"a"}}\n');

    prepareKeptData(folder);

    expect(JSON.parse(readFileSync(join(folder, 'auth-1/accounts.json'), 'utf8'))).toEqual({
      users: [{ localId: 'a' }],
    });
  });

  it.each(['{"user":', 'null', '7', '{"users":{}}', ''])(
    'names the damaged line %j of the journal, and how to start again',
    (line) => {
      const text = `{"user":{"localId":"a"}}\n${line}\n{"user":{"localId":"b"}}\n`;
      journal(text);

      expect(() => prepareKeptData(folder)).toThrow(
        /accounts\.jsonl is damaged \(line 2\)\. Nothing was changed; .*--fresh/,
      );
      expect(() => prepareKeptData(folder)).toThrow(StartError);
      expect(readFileSync(join(folder, 'accounts.jsonl'), 'utf8')).toBe(text);
    },
  );
});
