import { describe, expect, it } from 'vitest';
import { storageRules } from '../rules-language/rulesets.ts';
import type { ExpressionValue, Response } from './protocol.ts';
import { StorageRulesRuntime } from './runtime.ts';

// The messages are from firebase-tools 15.34 (lib/emulator/storage/rules/runtime.js).

const PLAIN = { status: 'ok', message: '', warnings: [], errors: [] };
const NOTHING: ExpressionValue = { null_value: null };
const AUTH: ExpressionValue = {
  map_value: { fields: { uid: { string_value: 'u1' }, token: { map_value: { fields: {} } } } },
};

/** A runtime with `statements` loaded, which exchanges lines of JSON. */
function start(statements: string) {
  const runtime = new StorageRulesRuntime();
  const tell = (message: unknown): Response => {
    const answer = runtime.handle(JSON.stringify(message));
    if (!answer) throw new Error('no answer');
    return answer;
  };
  const loaded = tell(loadRequest(storageRules(statements)));
  const verify = (id: number, context: Record<string, unknown> = {}) =>
    tell({ action: 'verify', id, context: { ...VERIFY, ...context } });
  return { runtime, tell, loaded, verify };
}

const loadRequest = (content: string, rulesetName = '0') => ({
  action: 'load_ruleset',
  id: 0,
  context: { rulesetName, source: { files: [{ name: 'storage.rules', content }] } },
});

const VERIFY = {
  rulesetName: '0',
  service: 'firebase.storage',
  path: '/b/bucket/o/images/a.png',
  method: 'get',
  variables: { resource: NOTHING, request: { map_value: { fields: { auth: NOTHING, resource: NOTHING } } } },
};

const request = (fields: Record<string, ExpressionValue>) => ({
  resource: NOTHING,
  request: { map_value: { fields: { auth: NOTHING, ...fields } } },
});

describe('loading', () => {
  it('sends the greeting that the emulator expects', () => {
    expect(new StorageRulesRuntime().greeting()).toEqual({ ...PLAIN, id: -1 });
  });

  it('answers with the version of the rules', () => {
    expect(start('').loaded).toEqual({ ...PLAIN, id: 0, result: { rulesVersion: 2 } });
    const { tell } = start('');
    expect(tell(loadRequest('service firebase.storage { }', '1')).result).toEqual({ rulesVersion: 1 });
  });

  it('reports a fault with status ok, because firebase-tools would wait forever after any other status', () => {
    const answer = new StorageRulesRuntime().handle(JSON.stringify(loadRequest('service firebase.storage {{ }')));

    expect(answer).toMatchObject({ id: 0, status: 'ok' });
    expect(answer?.result).toBeUndefined();
    expect(JSON.parse(answer?.errors[0] ?? '')).toMatchObject({
      description_: expect.stringContaining("Unexpected '{'"),
      sourcePosition_: { fileName_: 'storage.rules', line_: 1, column_: 27 },
    });
  });

  it('keeps rules that were loaded earlier under other names', () => {
    const { tell, verify } = start('match /{all=**} { allow read; }');
    tell(loadRequest(storageRules('match /{all=**} { allow write; }'), '1'));

    expect(verify(1).result).toEqual({ permit: true });
    expect(verify(2, { rulesetName: '1' }).result).toEqual({ permit: false });
    expect(verify(3, { rulesetName: '2' }).errors).toHaveLength(1);
  });
});

describe('verifying', () => {
  it('answers with the decision of the rules', () => {
    const { verify } = start('match /images/{name} { allow get; allow create: if request.auth != null; }');

    expect(verify(1)).toEqual({ ...PLAIN, id: 1, result: { permit: true } });
    expect(verify(2, { method: 'create' }).result).toEqual({ permit: false });
    expect(verify(3, { method: 'create', variables: request({ auth: AUTH }) }).result).toEqual({ permit: true });
    expect(verify(4, { path: '/b/bucket/o/other/a.png' }).result).toEqual({ permit: false });
  });

  it('denies and warns with the place when a condition fails', () => {
    const { verify } = start('match /images/{name} {\n allow get: if request.auth.uid == "u1"; }');

    expect(verify(1)).toMatchObject({
      result: { permit: false },
      errors: [],
      warnings: ['Error: storage.rules line [5], column [16]. Null value error.'],
    });
  });

  it('reads every kind of value', () => {
    const values: Record<string, ExpressionValue> = {
      flag: { bool_value: true },
      count: { int_value: 5 },
      big: { int_value: '9007199254740993' },
      ratio: { float_value: 0.5 },
      text: { string_value: 'a' },
      data: { bytes_value: 'YWJj' },
      path: { path_value: { segments: [{ simple: 'b' }, { variable_name: 'x', bound_value: 'c' }] } },
      long: { duration_value: { seconds: 2, nanos: 5 } },
      time: { timestamp_value: '2026-01-02T03:04:05.678Z' },
      place: { latlng_value: { latitude: 1, longitude: 2 } },
      list: { list_value: { values: [{ int_value: 1 }] } },
      set: { set_value: { values: [{ int_value: 1 }] } },
      map: { map_value: { fields: { a: { null_value: 0 } } } },
      absent: {},
    };
    const { verify } = start(`match /{all=**} { allow get: if request.flag && request.count is int && request.count == 5
      && request.big == 9007199254740993 && request.ratio == 0.5 && request.text == 'a'
      && request.data.toHexString() == '616263' && request.path == /b/c && request.long.nanos() == 5
      && request.time.minutes() == 4 && request.place == latlng.value(1, 2) && request.list == [1]
      && request.set == [1].toSet() && request.map.a == null && request.absent == null && request.method == 'get'; }`);

    expect(verify(1, { variables: request(values) })).toMatchObject({ warnings: [], result: { permit: true } });
  });

  it('evaluates an upload over an existing object as create, with the object in resource', () => {
    const { verify } = start('match /{all=**} { allow create: if resource == null; }');
    const stored: ExpressionValue = { map_value: { fields: { size: { int_value: 3 } } } };

    expect(verify(1, { method: 'create' }).result).toEqual({ permit: true });
    expect(verify(2, { method: 'create', variables: { ...request({}), resource: stored } }).result).toEqual({
      permit: false,
    });
  });

  it('permits lists of a prefix and of the root', () => {
    const { verify } = start('match /{all=**} { allow list; }');

    expect(verify(1, { method: 'list', path: '/b/bucket/o', delimiter: '/' }).result).toEqual({ permit: true });
    expect(verify(2, { method: 'list', path: '/b/bucket/o/images', delimiter: '/' }).result).toEqual({ permit: true });
  });

  it('does not match a name with an empty segment as if it had none', () => {
    const { verify } = start('match /images/{name} { allow get; }');

    expect(verify(1, { path: '/b/bucket/o/images//a.png' }).result).toEqual({ permit: false });
  });
});

describe('undeclared names', () => {
  it('load with a warning for the log, and deny', () => {
    const { loaded, verify } = start(
      'match /{all=**} { allow get: if nope == null; allow list: if get(/a/b).data.x; }',
    );

    expect(loaded).toMatchObject({ errors: [], result: { rulesVersion: 2 } });
    expect(loaded.warnings.map((warning) => JSON.parse(warning))).toEqual([
      {
        description_: expect.stringMatching(/^Invalid variable name: nope\. \(line \d+, column \d+\)$/),
        sourcePosition_: { fileName_: 'storage.rules', line_: expect.any(Number), column_: expect.any(Number) },
        severity_: 'WARNING',
      },
      expect.objectContaining({ description_: expect.stringContaining('Invalid function name: get.') }),
    ]);
    expect(verify(1)).toMatchObject({
      result: { permit: false },
      warnings: [expect.stringContaining('Null value error.')],
    });
  });
});

describe('Firestore documents', () => {
  const RULES = `match /{all=**} {
    allow get: if firestore.get(/databases/(default)/documents/users/u1).data.role == 'admin';
    allow create: if firestore.exists(/databases/(default)/documents/users/u1)
      && firestore.get(/databases/(default)/documents/users/u2).data.ok;
    allow update: if firestore.exists(/databases/(default)/documents/a/1)
      && firestore.exists(/databases/(default)/documents/a/2) && firestore.exists(/databases/(default)/documents/a/3);
  }`;
  const found = ({ server_request_id: id = 0 }: Response, fields: Record<string, unknown>) => ({
    ...PLAIN,
    id,
    result: { name: 'n', fields },
  });

  it('are requested before the decision', () => {
    const { verify, tell } = start(RULES);

    const question = verify(7);

    expect(question).toMatchObject({
      id: 7,
      status: 'ok',
      action: 'fetch_firestore_document',
      context: { path: '/databases/(default)/documents/users/u1' },
    });
    expect(tell(found(question, { role: { stringValue: 'admin' }, deletedAt: { nullValue: null } }))).toMatchObject({
      id: question.server_request_id,
      result: { permit: true },
    });
  });

  it('can be two, each requested once', () => {
    const { verify, tell } = start(RULES);

    const first = verify(1, { method: 'create' });
    const second = tell(found(first, {}));

    expect(second).toMatchObject({
      id: first.server_request_id,
      context: { path: '/databases/(default)/documents/users/u2' },
    });
    expect(tell(found(second, { ok: { booleanValue: true } })).result).toEqual({ permit: true });
  });

  // Recorded from the Storage emulator of firebase-tools 15.22.
  it('have a __name__ that begins with their project', () => {
    const { verify, tell } = start(`match /{all=**} {
      allow get: if firestore.get(/databases/(default)/documents/users/u1).__name__
        == /projects/demo/databases/(default)/documents/users/u1; }`);
    const name = 'projects/demo/databases/(default)/documents/users/u1';

    const { server_request_id: id } = verify(1);

    expect(tell({ id, status: 'ok', result: { name, fields: {} } }).result).toEqual({ permit: true });
  });

  it('cannot be three', () => {
    const { verify, tell } = start(RULES);

    const first = verify(1, { method: 'update' });
    const second = tell(found(first, {}));
    const answer = tell(found(second, {}));

    expect(answer).toMatchObject({
      result: { permit: false },
      warnings: [expect.stringContaining('More than 2 documents')],
    });
  });

  it.each([
    ['not_found', 'does not exist'],
    ['invalid_state', 'could not be read'],
  ])('deny with a warning when the answer is %s', (status, warning) => {
    const { verify, tell } = start(RULES);

    const { server_request_id: id } = verify(1);

    expect(tell({ id, status })).toMatchObject({
      result: { permit: false },
      warnings: [expect.stringContaining(warning)],
    });
  });

  it('are matched to their own request when several wait', () => {
    const { verify, tell } = start(RULES);

    const [first, second] = [verify(1), verify(2)];
    const admin = { role: { stringValue: 'admin' } };
    const user = { role: { stringValue: 'user' } };

    expect(first.server_request_id).not.toBe(second.server_request_id);
    expect(tell(found(second, user)).result).toEqual({ permit: false });
    expect(tell(found(first, admin)).result).toEqual({ permit: true });
  });
});

describe('invalid lines', () => {
  it.each([
    ['text that is not JSON', 'load_ruleset'],
    ['a number', '5'],
    ['null', 'null'],
    ['an unknown action', '{"id":1,"action":"fly"}'],
    ['an answer without a request', '{"id":99,"status":"ok"}'],
    ['a request without context', '{"id":1,"action":"verify"}'],
    ['an unknown method', JSON.stringify({ id: 1, action: 'verify', context: { ...VERIFY, method: 'peek' } })],
    [
      'an unknown kind of value',
      JSON.stringify({ id: 1, action: 'verify', context: { ...VERIFY, variables: { request: { odd_value: 1 } } } }),
    ],
  ])('get an error for %s', (_name, line) => {
    const { runtime } = start('match /{all=**} { allow read; }');

    expect(runtime.handle(line)?.errors).toHaveLength(1);
    expect(runtime.handle(line)?.result).toBeUndefined();
  });

  it('get no answer when they are blank', () => {
    expect(new StorageRulesRuntime().handle('  ')).toBeNull();
  });
});
