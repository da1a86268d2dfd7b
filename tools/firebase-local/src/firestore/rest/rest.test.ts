import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedFolder } from '../../testing/temporary-folder.ts';
import { type CallArguments, callRest, outcomeOf } from '../behaviour/rest-call.ts';
import { connectAdmin, newProjectId, refusal, spawnStandIn } from '../behaviour/target.ts';

const target = await spawnStandIn();
const folder = sharedFolder();
const projectId = newProjectId();
const documents = `projects/${projectId}/databases/(default)/documents`;

afterAll(() => target.stop());

const call = (...args: CallArguments) => callRest(target.host, ...args);

// Source: the `google.api.http` options in firestore.proto.
describe('the REST form of the API', () => {
  it('creates, reads, updates and deletes one document', async () => {
    const path = `/v1/${documents}/notes/a%20b`;
    const fields = { n: { integerValue: '1' }, list: { arrayValue: { values: [{ nullValue: null }] } } };

    expect((await call('POST', `/v1/${documents}/notes?documentId=a%20b`, { fields })).json.fields).toEqual(fields);
    expect((await call('GET', path)).json).toMatchObject({ name: `${documents}/notes/a b`, fields });
    await call('PATCH', `${path}?updateMask.fieldPaths=n`, { fields: { n: { doubleValue: 'NaN' } } });
    expect((await call('GET', path)).json.fields).toEqual({ ...fields, n: { doubleValue: 'NaN' } });
    expect((await call('GET', `/v1/${documents}/notes`)).json.documents).toHaveLength(1);
    expect((await call('DELETE', path)).json).toEqual({});
    expect(await call('GET', path)).toMatchObject({ status: 404, json: { error: { code: 404, status: 'NOT_FOUND' } } });
  });

  it.each([
    ['an invalid address', '//a%2Fb'],
    ['an escape that is not a character', `/v1/${documents}/notes/%ff`],
  ])('answers %s with INVALID_ARGUMENT', async (_, path) => {
    expect(outcomeOf(await call('GET', path))).toEqual([400, 'INVALID_ARGUMENT']);
  });

  it('answers maps nested too deep with INVALID_ARGUMENT', async () => {
    for (const levels of [100, 5_000]) {
      const value = `${'{"mapValue":{"fields":{"a":'.repeat(levels)}{"nullValue":null}${'}}}'.repeat(levels)}`;
      const response = await fetch(`http://${target.host}/v1/${documents}/notes/deep`, {
        method: 'PATCH',
        headers: { Authorization: 'Bearer owner' },
        body: `{"fields":{"a":${value}}}`,
      });

      expect([levels, response.status, await response.json()]).toMatchObject([
        levels,
        400,
        { error: { status: 'INVALID_ARGUMENT' } },
      ]);
    }
  });

  it('refuses to create an existing document', async () => {
    const path = `/v1/${documents}/notes/x?currentDocument.exists=false`;
    await call('PATCH', path, { fields: {} });

    expect(outcomeOf(await call('PATCH', path, { fields: {} }))).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('commits and runs queries', async () => {
    const write = (id: string, n: number) => ({
      update: { name: `${documents}/rest/${id}`, fields: { n: { integerValue: String(n) } } },
      updateTransforms: [{ fieldPath: 'n', increment: { integerValue: '10' } }],
    });
    await call('POST', `/v1/${documents}:commit`, { writes: [write('a', 1), write('b', 2)] });

    const where = { fieldFilter: { field: { fieldPath: 'n' }, op: 'GREATER_THAN', value: { integerValue: '11' } } };
    const found = await call('POST', `/v1/${documents}:runQuery`, {
      structuredQuery: { from: [{ collectionId: 'rest' }], where, limit: 5 },
    });

    expect(found.json).toMatchObject([
      { document: { name: `${documents}/rest/b`, fields: { n: { integerValue: '12' } } } },
    ]);
  });

  it('answers an invalid value with INVALID_ARGUMENT', async () => {
    const fields = { n: { integerValue: 'x' } };

    expect(outcomeOf(await call('PATCH', `/v1/${documents}/a/b`, { fields }))).toEqual([400, 'INVALID_ARGUMENT']);
  });
});

// Source: firebase-tools lib/emulator/firestoreEmulator.js, @firebase/rules-unit-testing.
describe("the emulator's own calls", () => {
  const load = (content: string, more: object = {}) =>
    call('PUT', `/emulator/v1/projects/${projectId}:securityRules`, { rules: { files: [{ content }] }, ...more });

  it('answers the health check', async () => {
    expect(await call('GET', '/')).toMatchObject({ status: 200, text: 'Ok\n' });
  });

  it('admits only server clients before rules are loaded', async () => {
    expect((await call('GET', `/v1/${documents}/a/b`, undefined, null)).status).toBe(403);
  });

  it('loads rules, and keeps them when later ones have a fault', async () => {
    const open = 'service cloud.firestore { match /databases/{d}/documents/open/{id} { allow read; } }';
    expect((await load(`rules_version = '2';\n${open}`)).status).toBe(200);

    const faulty = await load("rules_version = '2';\nservice cloud.firestore {\n  match /a { allow }\n}");
    const ignored = await load("rules_version = '2';\nservice x {", { ignore_errors: true });

    expect(faulty.status).toBe(400);
    expect(faulty.json.error.message).toMatch(/:3:\d+: /);
    expect(ignored).toMatchObject({
      status: 200,
      json: { issues: [{ severity: 'ERROR', sourcePosition: { line: 2 } }] },
    });
    expect((await call('GET', `/v1/${documents}/open/none`, undefined, null)).status).toBe(404);
    expect((await call('GET', `/v1/${documents}/closed/none`, undefined, null)).status).toBe(403);
  });

  it('refuses an Authorization header without a valid token', async () => {
    expect((await call('GET', `/v1/${documents}/open/a`, undefined, 'Bearer nonsense')).status).toBe(401);
  });

  it('clears one database', async () => {
    await call('PATCH', `/v1/${documents}/gone/a`, { fields: {} });
    await call('DELETE', `/emulator/v1/${documents}`);

    expect((await call('GET', `/v1/${documents}/gone/a`)).status).toBe(404);
  });

  it('exports data that another start imports', async () => {
    await call('PATCH', `/v1/${documents}/exported/a`, { fields: { n: { integerValue: '7' } } });
    const request = {
      database: `projects/${projectId}/databases/(default)`,
      export_directory: folder,
      export_name: 'e',
    };
    expect((await call('POST', `/emulator/v1/projects/${projectId}:export`, request)).status).toBe(200);

    const metadata = join(folder, 'e', 'e.overall_export_metadata');
    const second = await spawnStandIn({ args: ['--seed_from_export', metadata] });
    const { db, close } = connectAdmin(second.host, projectId);
    const imported = (await db.doc('exported/a').get()).data();
    await close();
    await second.stop();

    expect(imported).toEqual({ n: 7 });
  });
});

describe('a failed start', () => {
  const failure = async (options: Parameters<typeof spawnStandIn>[0]) => (await refusal(spawnStandIn(options))).message;

  it('names the taken port', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };

    expect(await failure({ args: ['--port', String(port)] })).toBe(
      `Port ${port} on 127.0.0.1 is taken by another process.`,
    );
    blocker.close();
  });

  it('names the line of a fault in the rules', async () => {
    const rules = join(folder, 'bad.rules');
    writeFileSync(rules, "rules_version = '2';\nservice cloud.firestore {\n  match /a { allow }\n}");

    expect(await failure({ args: ['--rules', rules] })).toMatch(/bad\.rules:3:\d+: /);
  });

  it('names an indexes file that cannot be read', async () => {
    const indexes = join(folder, 'indexes.json');
    writeFileSync(indexes, '{');

    expect(await failure({ env: { FIREBASE_LOCAL_FIRESTORE_INDEXES: indexes } })).toContain(
      `${indexes} cannot be read`,
    );
  });
});

describe('an indexes file', () => {
  it('makes queries without an index fail, and is read again when it changes', async () => {
    const file = join(folder, 'firestore.indexes.json');
    writeFileSync(file, '{"indexes":[]}');
    const checked = await spawnStandIn({ env: { FIREBASE_LOCAL_FIRESTORE_INDEXES: file } });
    const { db, close } = connectAdmin(checked.host);
    const query = db.collection('notes').where('isOpen', '==', true).orderBy('createdAt', 'desc');

    const refused = await refusal(query.get());
    const entry = /Add to "indexes": (.*)$/.exec(refused.message)?.[1];
    writeFileSync(file, `{"indexes":[${entry}]}`);
    const sizeNow = async () => (await query.get().catch(() => null))?.size;
    await expect.poll(sizeNow).toBe(0);
    await close();
    await checked.stop();

    expect(refused.code).toBe(9);
    expect(refused.message).toContain('collection notes, fields isOpen ASCENDING, createdAt DESCENDING');
  }, 20_000);
});
