import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type RunningStack, startStack } from 'firebase-local/testing/stack';
import { startTestSuite, type TestSuite } from 'firebase-local/testing/suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../files.ts';
import { runProgram } from '../runner.ts';
import { type Access, accessTo } from './access.ts';
import { readAccounts } from './accounts.ts';
import { backUp } from './backup.ts';
import { hasDocuments, moved, readDocuments, type StoredDocument, writeDocuments } from './documents.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { download, listObjects, upload } from './objects.ts';
import { folderPlace, md5Of, type Place } from './place.ts';
import { deletionsOf, settleIn } from './product.ts';
import { type Account, type Post, publicViewOf } from './public-view.ts';
import { type RestoreOptions, restore } from './restore.ts';

/* The rehearsals of docs/operations.md: back up the running local stack into a folder, restore it into an empty one, and copy its data folder. */

const folder = mkdtempSync(join(tmpdir(), 'inkwell-backup-'));
const say = () => undefined;
const ADMIN: Account = { email: 'admin@inkwell.test', password: 'Inkwell#2026' };
const settings = { deletions: async () => [], now: () => new Date(), say };

let [stack, suite]: [RunningStack?, TestSuite?] = [];
let [from, to]: Access[] = [];
let whole: Manifest;
/** The state at the time of the backup. */
let before: Map<string, unknown>;
let objects: Awaited<ReturnType<typeof objectsIn>>;

const accessFor = (project: string, env: Record<string, string>) => accessTo(project, { run: runProgram, env });

const ODD: StoredDocument = {
  path: 'posts/odd/revisions/a b:c',
  fields: {
    nothing: { nullValue: null },
    whole: { integerValue: '9007199254740993' },
    one: { doubleValue: 1 },
    zero: { doubleValue: '-0' },
    none: { doubleValue: 'NaN' },
    at: { timestampValue: '2026-01-02T03:04:05.123456Z' },
    bytes: { bytesValue: Buffer.from([0, 255, 10]).toString('base64') },
    place: { geoPointValue: { latitude: 54.3, longitude: 10.1 } },
    other: { referenceValue: 'projects/demo-inkwell/databases/(default)/documents/posts/odd' },
    deep: {
      mapValue: { fields: { list: { arrayValue: { values: [{ stringValue: 'é\n"' }] } }, empty: { mapValue: {} } } },
    },
    picture: { stringValue: 'http://127.0.0.1/v0/b/demo-inkwell.firebasestorage.app/o/images%2Fx.webp?alt=media' },
  },
};

async function documentsIn(access: Access): Promise<Map<string, unknown>> {
  const all = new Map<string, unknown>();
  for await (const page of readDocuments(access, 500)) for (const { path, fields } of page) all.set(path, fields);
  return all;
}

async function objectsIn(access: Access) {
  const all = [];
  for await (const page of listObjects(access)) {
    for (const object of page)
      all.push({ ...object, hash: md5Of((await download(access, object.name)) ?? Buffer.of()) });
  }
  return all;
}

async function accountsIn(access: Access) {
  const all = [];
  // After an import, accounts also have `disabled: false`.
  for await (const page of readAccounts(access)) all.push(...page.map((account) => ({ disabled: false, ...account })));
  return all;
}

const restoreFrom = (place: Place, options: Partial<RestoreOptions> = {}) =>
  restore({ access: to as Access, place, schedules: async () => [], settle: async () => undefined, say, ...options });

beforeAll(async () => {
  // Sequentially, because both look for free ports.
  stack = await startStack({ root: ROOT, dataDir: join(folder, 'data') });
  suite = await startTestSuite({ services: ['auth', 'firestore', 'storage'], root: ROOT, projectId: 'demo-restored' });
  const { auth, firestore, storage } = stack.ports;
  from = accessFor('demo-inkwell', {
    FIRESTORE_EMULATOR_HOST: `127.0.0.1:${firestore}`,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth}`,
    FIREBASE_STORAGE_EMULATOR_HOST: `127.0.0.1:${storage}`,
  });
  to = accessFor('demo-restored', suite.env);
  await writeDocuments(from, [ODD]);
  const metadata = { contentType: 'text/plain', cacheControl: 'private', metadata: { owner: 'ada', note: 'Grüße' } };
  await upload(from, { name: 'odd/a b/../ü%2F.txt', bytes: Buffer.from('odd'), metadata });
  // The stack's scheduled functions write from time to time, so this repeats until none has written during the backup.
  do {
    rmSync(join(folder, 'whole'), { recursive: true, force: true });
    [before, objects] = [await documentsIn(from), await objectsIn(from)];
    whole = await backUp({ ...settings, access: from, place: folderPlace(join(folder, 'whole')) });
  } while (!isDeepStrictEqual(await documentsIn(from), before));
});

afterAll(async () => {
  await stack?.stop();
  await suite?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 90_000);

describe('a backup of the local stack', () => {
  it('is refused in a folder with files, and is incomplete until its manifest is written', async () => {
    const access = from as Access;
    const interrupted = folderPlace(join(folder, 'interrupted'));
    let writes = 0;
    const dying: Place = {
      ...interrupted,
      async write(name, bytes) {
        writes += 1;
        if (writes > 3) throw new Error('killed');
        await interrupted.write(name, bytes);
      },
    };

    await expect(backUp({ ...settings, access, place: dying })).rejects.toThrow('killed');
    await expect(backUp({ ...settings, access, place: interrupted })).rejects.toThrow('is not empty');
    await expect(restoreFrom(interrupted)).rejects.toThrow('no whole backup');
    expect(await hasDocuments(to as Access)).toBe(false);
  });

  it('cannot be restored, not even in part, if one of its files has changed', async () => {
    for (const { pages } of [whole.objects, whole.accounts]) {
      const file = join(folder, 'whole', pages[0]?.name ?? '');
      const bytes = readFileSync(file);
      writeFileSync(file, Buffer.concat([bytes, Buffer.from('{}\n')]));
      await expect(restoreFrom(folderPlace(join(folder, 'whole')))).rejects.toThrow('The backup is damaged');
      writeFileSync(file, bytes);
    }
    const picture = join(folder, 'whole', 'objects/data/000000001');
    const bytes = readFileSync(picture);
    writeFileSync(picture, bytes.subarray(1));
    await expect(restoreFrom(folderPlace(join(folder, 'whole')))).rejects.toThrow('objects/data/000000001');
    writeFileSync(picture, bytes);
    await expect(restoreFrom(folderPlace(join(folder, 'whole')), { schedules: async () => ['work'] })).rejects.toThrow(
      'pause',
    );

    expect([await hasDocuments(to as Access), await objectsIn(to as Access)]).toEqual([false, []]);
  });

  it('restores everything, also after an interruption, but only into an empty project', async () => {
    const [source, target] = [from as Access, to as Access];
    const place = folderPlace(join(folder, 'whole'));
    let given = 0;
    const dying: Place = {
      ...place,
      async give(...file) {
        given += 1;
        if (given > 5) throw new Error('killed');
        await place.give(...file);
      },
    };
    await expect(restoreFrom(dying)).rejects.toThrow('killed');
    const other = folderPlace(join(folder, 'other'));
    await other.write(MANIFEST, Buffer.from(`${JSON.stringify(whole)} `));
    for (const { name } of [...whole.objects.pages, ...whole.accounts.pages, whole.deletions, ...pagesOf(whole)])
      await other.write(name, (await place.read(name)) ?? Buffer.of());
    for (let n = 1; n <= whole.objects.count; n += 1) {
      const name = `objects/data/${String(n).padStart(9, '0')}`;
      await other.write(name, (await place.read(name)) ?? Buffer.of());
    }
    await expect(restoreFrom(other)).rejects.toThrow('another backup');

    let restored = new Map<string, unknown>();
    await restoreFrom(place, {
      async settle(deletions) {
        restored = await documentsIn(target);
        expect(deletions).toEqual([]);
      },
    });

    expect(before.size).toBeGreaterThan(300);
    expect([before.size, restored.size]).toEqual([whole.documents.count, whole.documents.count]);
    for (const [path, fields] of before)
      expect([path, restored.get(path)]).toEqual([path, moved(fields, source, target)]);
    const odd = restored.get(ODD.path) as Record<string, unknown>;
    expect(odd).toEqual({
      ...ODD.fields,
      other: { referenceValue: 'projects/demo-restored/databases/(default)/documents/posts/odd' },
      picture: { stringValue: expect.stringContaining('/b/demo-restored.firebasestorage.app/o/images') },
    });
    expect(await objectsIn(target)).toEqual(objects);
    expect(objects.find(({ name }) => name.startsWith('odd/'))).toMatchObject({
      metadata: { contentType: 'text/plain', cacheControl: 'private', metadata: { owner: 'ada', note: 'Grüße' } },
    });
    const accounts = await accountsIn(target);
    expect(accounts).toEqual(await accountsIn(source));
    const admin = accounts.find(({ email }) => email === ADMIN.email);
    expect(restored.get(`users/${admin?.localId}`)).toMatchObject({ role: { stringValue: 'admin' } });
    const { authenticate } = publicViewOf({ url: '', ports: (suite as TestSuite).ports });
    await authenticate('signInWithPassword', ADMIN);
    await expect(authenticate('signInWithPassword', { ...ADMIN, password: 'Wrong#2026' })).rejects.toThrow('400');
    await expect(restoreFrom(place)).rejects.toThrow('demo-restored is not empty: it has documents, files, accounts');
  });

  const run = (program: string, args: readonly string[]) => {
    const variables = Object.entries(suite?.env ?? {}).map(([name, value]) => `${name}=${value}`);
    return runProgram('env', [...variables, program, ...args]);
  };

  it('is made by a command, which reports problems', async () => {
    const command = (...args: string[]) =>
      run(process.execPath, ['--import', 'tsx', `${ROOT}/tools/deploy/src/backup/main.ts`, ...args]);
    const again = join(folder, 'again');

    const made = await command('backup', again, '--project', 'demo-restored');
    expect([made.status, made.stdout]).toEqual([
      0,
      expect.stringMatching(/\d+ documents, \d+ files and \d+ accounts of/),
    ]);
    expect(await command('backup', again, '--project', 'demo-restored')).toMatchObject({ status: 1 });
    const refused = await command('restore', again, '--project', 'demo-restored');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('demo-restored is not empty')]);
    const unnamed = await command('restore', again);
    expect([unnamed.status, unnamed.stderr]).toEqual([1, expect.stringContaining('Usage: npm run backup')]);
  });

  it('is made safe to run by the product', async () => {
    expect(await deletionsOf('demo-restored', run)).toEqual([]);
    expect(await settleIn('demo-restored', [], run)).toMatch(
      /^Held back in demo-restored.* mails.*deleted again: 0\.$/,
    );
  });
});

describe('a copy of the data folder', () => {
  it('restores posts, counters, pictures and passwords', async () => {
    const running = stack as RunningStack;
    const reader: Account = { email: 'reader@restored.test', password: 'Only in the copy' };
    const { api, authenticate, everything } = publicViewOf(running);
    const token = await authenticate('signUp', reader);
    const [first] = await api<Post[]>('/posts?limit=1');
    await api(`/posts/${first?.id}/like`, { token, body: {} });
    await api(`/posts/${first?.id}/comments`, { token, body: { content: 'Written after the sample was loaded' } });
    const seen = await everything();
    await running.stop();
    cpSync(running.dataDir, join(folder, 'copy'), { recursive: true });

    rmSync(running.dataDir, { recursive: true });
    cpSync(join(folder, 'copy'), running.dataDir, { recursive: true });
    stack = await startStack({ root: ROOT, dataDir: running.dataDir, ports: running.ports });

    expect(await everything()).toEqual(seen);
    expect(seen.posts[0]?.likesCount).toBeGreaterThan(0);
    expect(seen.pictures.length).toBeGreaterThan(5);
    expect(JSON.stringify(seen.comments)).toContain('Written after the sample was loaded');
    const again = await authenticate('signInWithPassword', reader);
    const admin = await authenticate('signInWithPassword', ADMIN);
    expect(await api('/auth/user', { token: admin })).toMatchObject({ role: 'admin' });
    await expect(authenticate('signInWithPassword', { ...reader, password: 'Wrong' })).rejects.toThrow('400');
    await api(`/posts/${first?.id}/like`, { token: again, body: {} });
    expect((await api<Post[]>('/posts?limit=1'))[0]?.likesCount).toBe((seen.posts[0]?.likesCount ?? 0) - 1);
  });
});

const pagesOf = ({ documents }: Manifest) => (documents.kind === 'pages' ? documents.pages : []);
