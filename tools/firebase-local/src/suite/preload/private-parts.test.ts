import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const manifest = createRequire(import.meta.url).resolve('firebase-tools/package.json');
const require = createRequire(join(dirname(manifest), 'lib/bin/firebase.js'));

const membersOf = (value: unknown): string[] => {
  const own = Object.getOwnPropertyNames(value ?? {});
  return typeof value === 'function' ? [...own, ...Object.getOwnPropertyNames(value.prototype ?? {})] : own;
};

/** The undocumented parts of firebase-tools that `preload` replaces or reads. */
const PRIVATE_PARTS: readonly (readonly [module: string, name: string, members: readonly string[]])[] = [
  ['exegesis-express', 'middleware', []],
  ['../emulator/portUtils.js', 'waitForPortUsed', []],
  ['express/lib/router/layer', '', ['handle_request']],
  ['../emulator/storage/apis/shared.js', 'sendFileBytes', []],
  ['../emulator/storage/rules/runtime.js', 'StorageRulesRuntime', ['start', 'stop', 'loadRuleset', '_sendRequest']],
  ['../emulator/auth/operations.js', 'authOperations', ['identitytoolkit']],
  [
    '../emulator/auth/state.js',
    'ProjectState',
    ['updateUserByLocalId', 'deleteUser', 'deleteAllAccounts', 'removeUserFromIndex'],
  ],
  ['../emulator/auth/state.js', 'AgentProjectState', []],
  ['../emulator/auth/errors.js', 'ApiError', ['toJSON']],
  [
    '../emulator/storage/files.js',
    'StorageLayer',
    ['uploadObject', 'copyObject', 'deleteFile', 'createBucket', 'import', 'path'],
  ],
  ['../emulator/storage/files.js', 'StoredFile', []],
  ['../emulator/storage/metadata.js', 'StoredFileMetadata', ['update', 'toJSON', 'fromJSON']],
  [
    '../emulator/storage/persistence.js',
    'Persistence',
    ['copyFromExternalPath', 'generateNewDiskName', 'getDiskPath', 'deleteFile'],
  ],
  ['../emulator/storage/index.js', 'StorageEmulator', ['start', 'reset']],
];

// launch.test.ts and durability.test.ts test the behaviour. This test shows which part a newer version lacks.
describe('firebase-tools', () => {
  it.each(PRIVATE_PARTS)('%s still has %s with %j', (module, name, members) => {
    const exported = require(module) as Record<string, unknown>;

    const part = name === '' ? exported : exported[name];

    expect(part).toBeTruthy();
    expect(membersOf(part)).toEqual(expect.arrayContaining([...members]));
  });
});
