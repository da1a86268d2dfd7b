import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { Outcome, Runner } from '../runner.ts';
import { type Access, accessTo } from './access.ts';
import { backUp } from './backup.ts';
import { bucketPlace, folderPlace } from './place.ts';
import { deletionsOf, runningSchedules, settleIn } from './product.ts';
import { restore } from './restore.ts';

const HASHES = { algorithm: 'SCRYPT', signerKey: 'a+b/c=', saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 };

interface FakeObject {
  readonly bytes: string;
  readonly metadata: Record<string, unknown>;
}

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A fake of Google's services, as far as a backup uses them, for the projects `old` and `new`. */
async function createCloud({ hashConfig = HASHES as object | null, passwordHash = 'aGFzaA+/==' } = {}) {
  const buckets = new Map<string, Map<string, FakeObject>>();
  const bucket = (name: string) => {
    const found = buckets.get(name) ?? new Map<string, FakeObject>();
    buckets.set(name, found);
    return found;
  };
  const calls: { url: string; body: Record<string, unknown>; project: unknown }[] = [];
  let [isImported, isChanged, polls] = [false, false, 0];
  const accounts: object[] = [];
  const wire = (name: string, { bytes, metadata }: FakeObject) => ({ name, size: String(bytes.length), ...metadata });

  const answer = (url: URL, method: string, raw: string, type: string): object | string | null => {
    const path = decodeURIComponent(url.pathname);
    const [, verb = ''] = /:(\w+)$/.exec(path) ?? [];
    if (path.endsWith('/config')) return { signIn: hashConfig ? { hashConfig } : {} };
    if (verb === 'batchGet') {
      const old = [
        { localId: 'ada', email: 'ada@example.com', passwordHash, salt: 'c2FsdA==', version: 0, validSince: '1' },
        { localId: 'imported', passwordHash: 'eA==', salt: 'eA==', version: 1 },
      ];
      return { users: path.includes('/old/') ? old : accounts };
    }
    if (verb === 'batchCreate') accounts.push(...(JSON.parse(raw).users as object[]));
    if (verb === 'exportDocuments' || verb === 'importDocuments') {
      if (verb === 'importDocuments') isImported = true;
      return { name: `projects/x/operations/${verb}` };
    }
    if (path.includes('/operations/')) {
      polls += 1;
      return { name: path.slice(4), done: polls % 2 === 0, metadata: { progressDocuments: { completedWork: '7' } } };
    }
    if (verb === 'runQuery') {
      const address = isChanged ? '/b/new.firebasestorage.app/o/x' : '/b/old.firebasestorage.app/o/x';
      const name = 'projects/new/databases/(default)/documents/posts/a';
      return isImported ? [{ document: { name, fields: { picture: { stringValue: address } } } }] : [{}];
    }
    if (verb === 'commit') {
      isChanged = raw.includes('new.firebasestorage.app');
      return {};
    }
    const rewritten = /^\/storage\/v1\/b\/([^/]+)\/o\/(.+)\/rewriteTo\/b\/([^/]+)\/o\/(.+)$/.exec(path);
    if (rewritten) {
      const [, source = '', name = '', target = '', as = ''] = rewritten;
      const found = bucket(source).get(name);
      if (!found) return null;
      // Copying a large file takes two calls.
      if (!url.searchParams.has('rewriteToken')) return { done: false, rewriteToken: 'more' };
      bucket(target).set(as, { bytes: found.bytes, metadata: JSON.parse(raw) });
      return { done: true };
    }
    const uploaded = /^\/upload\/storage\/v1\/b\/([^/]+)\/o$/.exec(path);
    if (uploaded) {
      const boundary = `--${type.split('boundary=')[1]}`;
      const [, head = '', content = ''] = raw.split(boundary);
      const { name, ...metadata } = JSON.parse(head.split('\r\n\r\n')[1] ?? '');
      const object = { bytes: content.split('\r\n\r\n').slice(1).join('\r\n\r\n').replace(/\r\n$/, ''), metadata };
      bucket(uploaded[1] ?? '').set(name, object);
      return wire(name, object);
    }
    const [, of = '', name] = /^\/storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(path) ?? [];
    if (name === undefined && of !== '') {
      const prefix = url.searchParams.get('prefix') ?? '';
      return { items: [...bucket(of)].filter(([key]) => key.startsWith(prefix)).map(([key, one]) => wire(key, one)) };
    }
    if (method === 'DELETE') return bucket(of).delete(name ?? '') ? {} : null;
    return bucket(of).get(name ?? '')?.bytes ?? (of === '' ? {} : null);
  };

  server = createServer(async (request, response) => {
    const raw = await text(request);
    const url = new URL(request.url ?? '/', 'http://cloud');
    calls.push({
      url: decodeURIComponent(url.pathname),
      body: raw.startsWith('{') ? JSON.parse(raw) : {},
      project: request.headers['x-goog-user-project'],
    });
    const found = answer(url, request.method ?? 'GET', raw, request.headers['content-type'] ?? '');
    response.writeHead(found === null ? 404 : 200).end(typeof found === 'string' ? found : JSON.stringify(found));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = (project: string): Access => ({
    project,
    bucket: `${project}.firebasestorage.app`,
    isLocal: false,
    token: async () => 'a token',
    firestore: origin,
    auth: origin,
    storage: origin,
  });
  return { access, bucket, calls, accounts };
}

const settings = { deletions: async () => [{ id: 'deleted-1' }], now: () => new Date('2026-03-04T05:06:07Z') };
const quiet = { say: () => undefined, pauseMs: 1 };

describe('a backup of a deployed project', () => {
  it('is a managed export with files and accounts, and can be restored into another project', async () => {
    const cloud = await createCloud();
    const [old, next] = [cloud.access('old'), cloud.access('new')];
    const picture = { bytes: 'picture', metadata: { contentType: 'image/webp', metadata: { owner: 'ada' } } };
    cloud.bucket(old.bucket).set('images/x.webp', picture);
    const place = () => bucketPlace('gs://backups/today/', old);

    const made = await backUp({ ...settings, ...quiet, access: old, place: place() });

    expect(made).toMatchObject({
      project: 'old',
      documents: { kind: 'managed', count: 7 },
      objects: { count: 1, bytes: 7 },
      accounts: { count: 2, hashes: { hashAlgorithm: 'SCRYPT', signerKey: 'a+b/c=', rounds: 8, memoryCost: 14 } },
    });
    const called = (part: string) => cloud.calls.find(({ url }) => url.includes(part));
    expect(called(':exportDocuments')).toMatchObject({
      body: { outputUriPrefix: 'gs://backups/today/firestore', snapshotTime: '2026-03-04T05:06:00.000Z' },
      project: 'old',
    });
    await expect(backUp({ ...settings, ...quiet, access: old, place: place() })).rejects.toThrow('is not empty');

    const settled: unknown[] = [];
    const options = { ...quiet, access: next, place: place(), schedules: async () => [] };
    await restore({ ...options, settle: async (deletions) => void settled.push(...deletions) });

    expect(settled).toEqual([{ id: 'deleted-1' }]);
    expect(called(':importDocuments')?.body).toEqual({ inputUriPrefix: 'gs://backups/today/firestore' });
    expect([...cloud.bucket(next.bucket)]).toEqual([['images/x.webp', picture]]);
    expect(called(':batchCreate')?.body).toMatchObject({ signerKey: 'a-b_c=', saltSeparator: 'Bw==', rounds: 8 });
    // Nobody could sign in with a hash that has other parameters.
    expect(cloud.accounts).toEqual([
      { localId: 'ada', email: 'ada@example.com', passwordHash: 'aGFzaA-_==', salt: 'c2FsdA==' },
      { localId: 'imported' },
    ]);
    const written = cloud.calls.filter(({ url }) => url.endsWith(':commit'));
    expect(JSON.stringify(written.map(({ body }) => body))).toContain('/b/new.firebasestorage.app/o/x');
  });

  it('is refused if passwords would be lost, or if it would contain itself', async () => {
    const redacted = await createCloud({ passwordHash: Buffer.from('REDACTED').toString('base64') });
    const access = redacted.access('old');
    const back = (place: string, from = access) =>
      backUp({ ...settings, ...quiet, access: from, place: bucketPlace(place, from) });

    await expect(back('gs://backups/a')).rejects.toThrow('roles/firebaseauth.admin');
    await expect(back('gs://old.firebasestorage.app/a')).rejects.toThrow("the project's own bucket");
    await expect(backUp({ ...settings, ...quiet, access, place: folderPlace('backup') })).rejects.toThrow('gs://');
    expect(() => bucketPlace('gs://backups', access)).toThrow('gs://BUCKET/FOLDER');
    expect([...redacted.bucket('backups').keys()].filter((name) => name.endsWith('manifest.json'))).toEqual([]);
    const hidden = (await createCloud({ hashConfig: null })).access('old');
    await expect(back('gs://backups/b', hidden)).rejects.toThrow('roles/firebaseauth.admin');
  });
});

describe('the commands that a backup runs', () => {
  const answering =
    (outcome: Partial<Outcome>, seen: string[] = []): Runner =>
    async (program, args) => {
      seen.push([program, ...args].join(' '));
      return { status: 0, stdout: '', stderr: '', ...outcome };
    };

  it('ask gcloud for a token once, and report its refusals', async () => {
    const seen: string[] = [];
    const access = accessTo('inkwell-live', { run: answering({ stdout: 'token\n' }, seen), env: {} });

    expect([await access.token(), await access.token(), seen.length]).toEqual(['token', 'token', 1]);
    const refused = accessTo('inkwell-live', { run: answering({ status: 1, stderr: 'ERROR: no account' }), env: {} });
    await expect(refused.token()).rejects.toThrow('no account');
    const missing = accessTo('inkwell-live', { run: answering({ status: null }), env: {} });
    await expect(missing.token()).rejects.toThrow('not installed');
  });

  it('list the active schedules, and leave the data to the product', async () => {
    const jobs = [
      { name: 'projects/p/locations/l/jobs/firebase-schedule-work', state: 'ENABLED' },
      { name: 'projects/p/locations/l/jobs/firebase-schedule-sweep', state: 'PAUSED' },
    ];
    const project = { project: 'inkwell-live', isLocal: false };
    const listing = answering({ stdout: JSON.stringify(jobs) });
    expect(await runningSchedules(project, listing)).toEqual(['firebase-schedule-work']);
    await expect(runningSchedules(project, answering({ status: 1, stderr: 'ERROR: denied' }))).rejects.toThrow(
      'denied',
    );

    const seen: string[] = [];
    expect(await deletionsOf('inkwell-live', answering({ stdout: '[{"id":"deleted-1"}]' }, seen))).toEqual([
      { id: 'deleted-1' },
    ]);
    expect(await settleIn('inkwell-live', [], answering({ stdout: 'Held back\n' }, seen))).toBe('Held back');
    expect(seen[0]).toMatch(/^npm run recovery .* deletions --project inkwell-live$/);
    expect(seen[1]).toMatch(/^npm run recovery .* settle --deletions \S+ --project inkwell-live$/);
  });
});
