import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
const failure = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('the journal of accounts', () => {
  it('is applied to the snapshot, without an incomplete last line', () => {
    journal('{"user":{"localId":"a"}}\n{"user":{"localId":"b"}}\n{"deleted":"a"}\n{"user":{"loc');

    prepareKeptData(folder);

    expect(JSON.parse(readFileSync(join(folder, 'auth-1/accounts.json'), 'utf8'))).toEqual({
      users: [{ localId: 'b' }],
    });
  });

  it.each(['{"user":', 'null', '7', '{"users":{}}', ''])(
    'with the damaged line %j names the line, and how to start again',
    (line) => {
      const text = `{"user":{"localId":"a"}}\n${line}\n{"user":{"localId":"b"}}\n`;
      journal(text);

      const error = failure(() => prepareKeptData(folder));

      expect(error).toBeInstanceOf(StartError);
      expect(String(error)).toMatch(/accounts\.jsonl is damaged \(line 2\)\. Nothing was changed; .*--fresh/);
      expect(readFileSync(join(folder, 'accounts.jsonl'), 'utf8')).toBe(text);
    },
  );
});

describe('a saved file', () => {
  it('with damaged metadata is reported with its name and how to start again', () => {
    const { files } = prepareKeptData(folder);
    mkdirSync(join(files, 'metadata'), { recursive: true });
    writeFileSync(join(files, 'metadata/x-1.json'), '{"name":');

    expect(String(failure(() => checkExport(folder)))).toMatch(/x-1\.json is damaged \(.*\)\. .*--fresh/);
  });
});
