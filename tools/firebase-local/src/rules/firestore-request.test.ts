import { describe, expect, it } from 'vitest';
import { firestoreRules } from '../rules-language/rulesets.ts';
import { evaluateFirestore, explainDenial, type FirestoreOperation, type QueryFilter } from './firestore-request.ts';
import { parseRuleset } from './ruleset.ts';

const TOKEN = { sub: 'u1', user_id: 'u1', email: 'a@b.c', email_verified: true, auth_time: 5 };

function ask(statements: string, operation: Partial<FirestoreOperation>) {
  return evaluateFirestore(parseRuleset(firestoreRules(statements), 'firestore.rules'), {
    method: 'get',
    database: '(default)',
    segments: ['notes', 'p1'],
    token: TOKEN,
    time: { seconds: Date.parse('2026-01-02T03:04:05Z') / 1000, nanos: 0 },
    before: null,
    after: null,
    getDocument: () => null,
    ...operation,
  });
}

/** Whether a query of `notes` with these filters is allowed under `condition`. */
function lists(condition: string, filters: QueryFilter[] = [], operation: Partial<FirestoreOperation> = {}): boolean {
  const query = { limit: 10, offset: 0, orderBy: null, filters };
  const rules = `match /notes/{id} { allow list: if ${condition}; }`;
  return ask(rules, { method: 'list', segments: ['notes'], query, ...operation }).permit;
}

const text = (field: string, stringValue: string, comparator: QueryFilter['comparator'] = 'EQ') => ({
  field,
  comparator,
  value: { stringValue },
});
const number = (field: string, comparator: QueryFilter['comparator'], integerValue: number) => ({
  field,
  comparator,
  value: { integerValue },
});

const isAOrB: QueryFilter = {
  field: 'status',
  comparator: 'IN',
  value: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } },
};

describe('an operation on one document', () => {
  it.each([
    "request.auth.uid == 'u1'",
    "request.auth.token.email == 'a@b.c'",
    'request.auth.token.auth_time == 5',
    'request.auth.token.email_verified',
    "request.method == 'update'",
    'request.path == /databases/$(database)/documents/notes/p1',
    'request.time == timestamp.date(2026, 1, 2) + duration.time(3, 4, 5, 0)',
    "resource.data.title == 'old'",
    "resource.id == 'p1' && resource.id == id",
    'resource.__name__ == /databases/(default)/documents/notes/p1',
    "request.resource.data.title == 'new'",
    "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['title'])",
    "!('missing' in resource.data)",
  ])('has %s', (condition) => {
    const before = { fields: { title: { stringValue: 'old' }, marks: { integerValue: '3' } } };
    const after = { fields: { title: { stringValue: 'new' }, marks: { integerValue: '3' } } };

    const rules = `match /notes/{id} { allow update: if ${condition}; }`;

    const { issues, permit } = ask(rules, { method: 'update', before, after });

    expect([issues, permit]).toEqual([[], true]);
  });

  it('has null for a missing document and no request.resource when nothing is written', () => {
    expect(ask('match /notes/{id} { allow get: if resource == null; }', {}).permit).toBe(true);
    expect(ask("match /notes/{id} { allow get: if 'resource' in request; }", {}).permit).toBe(false);
    expect(ask('match /notes/{id} { allow get: if request.auth == null; }', { token: null }).permit).toBe(true);
  });

  it('converts every kind of stored value', () => {
    const fields = {
      nothing: { nullValue: 'NULL_VALUE' },
      flag: { booleanValue: true },
      count: { integerValue: '9007199254740993' },
      ratio: { doubleValue: 1.5 },
      whole: { doubleValue: 2 },
      at: { timestampValue: '2026-01-02T03:04:05.123456789Z' },
      later: { timestampValue: { seconds: '1', nanos: 5 } },
      text: { stringValue: 'a' },
      data: { bytesValue: 'YWJj' },
      ref: { referenceValue: 'projects/p/databases/(default)/documents/users/u1' },
      place: { geoPointValue: { latitude: 1, longitude: 2 } },
      items: { arrayValue: { values: [{ integerValue: 1 }] } },
      none: { arrayValue: {} },
      nested: { mapValue: { fields: { a: { mapValue: {} } } } },
      loaded: { valueType: 'stringValue', stringValue: 'b', integerValue: 0, nullValue: 'NULL_VALUE' },
    };
    const condition = `resource.data.nothing == null && resource.data.flag && resource.data.count == 9007199254740993
      && resource.data.count is int && resource.data.ratio == 1.5 && resource.data.whole is float
      && resource.data.at.nanos() == 123456789 && resource.data.at.hours() == 3 && resource.data.later.nanos() == 5
      && resource.data.text == 'a' && resource.data.data.toBase64() == 'YWJj'
      && resource.data.ref == /databases/(default)/documents/users/u1 && resource.data.place == latlng.value(1, 2)
      && resource.data.items == [1] && resource.data.none.size() == 0 && resource.data.nested.a == {}
      && resource.data.loaded == 'b'`;

    expect(ask(`match /notes/{id} { allow get: if ${condition}; }`, { before: { fields } })).toMatchObject({
      permit: true,
      issues: [],
    });
  });

  it('reads documents of its own database before and after the write', () => {
    const operation: Partial<FirestoreOperation> = {
      database: 'other',
      getDocument: ([collection, id]) =>
        collection === 'users' && id === 'u1' ? { fields: { role: { stringValue: 'old' } } } : null,
      getDocumentAfter: () => ({ fields: { role: { stringValue: 'new' } } }),
    };
    const user = (call: string, database: string) => `${call}(/databases/${database}/documents/users/u1)`;

    const allows = (condition: string) => ask(`match /notes/{id} { allow get: if ${condition}; }`, operation).permit;

    expect(allows(`${user('get', '$(database)')}.data.role == 'old'`)).toBe(true);
    expect(allows(`${user('getAfter', '$(database)')}.data.role == 'new'`)).toBe(true);
    expect(allows(`${user('get', 'other')}.id == 'u1'`)).toBe(true);
    expect(allows(user('exists', '(default)'))).toBe(false);
  });

  it('reports the errors and the false conditions of a denial', () => {
    const rules = 'match /notes/{id} {\nallow get: if resource.data.x == 1;\nallow get: if false; }';

    const denial = ask(rules, {});

    expect(explainDenial(denial, 'get')).toBe("Null value error. (L5:15) for 'get', false for 'get' @ L6");
    expect(explainDenial(ask('', {}), 'get')).toBe('No matching allow statements');
  });
});

// "Securely query data": rules are not filters. They evaluate a query against its potential result set.
describe('a query', () => {
  it.each([
    ['resource.data.ownerId == request.auth.uid', [text('ownerId', 'u1')], true],
    ['resource.data.ownerId == request.auth.uid', [text('ownerId', 'u2')], false],
    ['resource.data.ownerId == request.auth.uid', [], false],
    ['resource.data.ownerId == request.auth.uid', [text('title', 'u1')], false],
    ["resource.data.status in ['a', 'b']", [text('status', 'a')], true],
    ["resource.data.status in ['a', 'b']", [isAOrB], true],
    ["resource.data.status in ['a']", [isAOrB], false],
    ['resource.data.rank > 5', [number('rank', 'GT', 5)], true],
    ['resource.data.rank > 5', [number('rank', 'GTE', 6)], true],
    ['resource.data.rank > 5', [number('rank', 'GTE', 5)], false],
    ['resource.data.rank >= 5', [number('rank', 'GTE', 5)], true],
    ['resource.data.rank < 5', [number('rank', 'GT', 5)], false],
    ['!(resource.data.rank < 5)', [number('rank', 'GTE', 5)], true],
    ['resource.data.rank <= 5', [number('rank', 'LT', 5)], true],
    ['5 >= resource.data.rank', [number('rank', 'LTE', 5)], true],
    ['resource.data.rank != 5', [number('rank', 'NEQ', 5)], true],
    ['resource.data.rank != 5', [number('rank', 'LT', 5)], true],
    ['resource.data.rank != 5', [number('rank', 'LTE', 5)], false],
    ['resource.data.rank == 5', [number('rank', 'GTE', 5)], false],
    ["'x' in resource.data.tags", [text('tags', 'x', 'LIST_CONTAINS')], true],
    ["'y' in resource.data.tags", [text('tags', 'x', 'LIST_CONTAINS')], false],
    ['resource.data.meta.owner == request.auth.uid', [text('meta.owner', 'u1')], true],
    ["resource.data['ownerId'] == request.auth.uid", [text('ownerId', 'u1')], true],
    ["resource.data.get('ownerId', null) == request.auth.uid", [text('ownerId', 'u1')], true],
    ['resource.data.ownerId.size() == 2', [text('ownerId', 'u1')], true],
    ['resource != null', [], true],
    ['request.query.limit <= 10', [], true],
    ['request.query.limit <= 9', [], false],
    ['request.query.offset == 0', [], true],
    ['request.query.orderBy == null', [], true],
    ['true', [], true],
    ['true || resource.data.x == 1', [], true],
    ['resource.data.x == 1 || true', [], true],
    ['id == request.auth.uid', [], false],
    ["resource.id == 'p1'", [], false],
  ] satisfies [string, QueryFilter[], boolean][])('under %s with %o: %s', (condition, filters, expected) => {
    expect(lists(condition, filters)).toBe(expected);
  });

  // A condition that the filters do not decide must deny, in every form.
  it.each([
    "!('secret' in resource.data)",
    "'secret' in resource.data",
    "resource.data.get('secret', null) == null",
    'resource.data.keys().hasOnly([])',
    'resource.data.size() == 0',
    'resource.data == {}',
    'resource.data != {}',
    'resource.data.secret == null',
    'resource.data.secret != 1',
    '!(resource.data.secret == 1)',
    '[resource.data.secret] != [1]',
    '!([resource.data.secret].hasAny([1]))',
    '!([1].hasAny([resource.data.secret]))',
    "{'a': resource.data.secret} != {'a': 1}",
    "{'a': resource.data.secret}.diff({'a': 1}).changedKeys().size() == 1",
    '!(resource.data.secret in [1])',
    '!(1 in [resource.data.secret])',
    '!(resource.data.secret is string)',
    'resource.data.secret is string || !(resource.data.secret is string)',
    '[resource.data.secret].toSet() != [1].toSet()',
    "id != 'p1'",
    '!exists(/databases/$(database)/documents/users/$(id))',
    'resource.data.a == resource.data.b',
    '(resource.data.secret ? false : true)',
  ])('is refused under %s', (condition) => {
    expect(lists(condition)).toBe(false);
  });

  it('reports the field that the filters do not decide', () => {
    const rules = 'match /notes/{id} { allow list: if resource.data.ownerId == request.auth.uid; }';

    const { issues } = ask(rules, { method: 'list', segments: ['notes'], query: { filters: [] } });

    expect(issues[0]?.message).toContain('do not decide resource.data.ownerId');
  });

  it('evaluates functions with constrained fields, as production does', () => {
    const rules = `function isOwner(uid) { let mine = uid == request.auth.uid; return mine; }
      match /notes/{id} { allow list: if isOwner(resource.data.ownerId); }`;
    const query = { filters: [text('ownerId', 'u1')] };

    expect(ask(rules, { method: 'list', segments: ['notes'], query }).permit).toBe(true);
    expect(ask(rules, { method: 'list', segments: ['notes'] }).permit).toBe(false);
  });

  it('has the id of the document when it filters by __name__', () => {
    const value = { referenceValue: 'projects/p/databases/(default)/documents/notes/u1' };
    const byName: QueryFilter[] = [{ field: '__name__', comparator: 'EQ', value }];

    expect(lists('id == request.auth.uid && resource.id == request.auth.uid', byName)).toBe(true);
  });

  it('matches only the rules of its collection', () => {
    const rules = 'match /notes/{id} { allow list; match /marks/{uid} { allow list: if id == "p1"; } }';
    const list = (...segments: string[]) => ask(rules, { method: 'list', segments }).permit;

    expect(list('notes')).toBe(true);
    expect(list('notes', 'p1', 'marks')).toBe(true);
    expect(list('notes', 'p2', 'marks')).toBe(false);
    expect(list('comments')).toBe(false);
  });

  it('over a collection group requires a recursive wildcard', () => {
    const group = { method: 'list', segments: [], collectionGroup: 'marks' } as const;

    expect(ask('match /{path=**}/marks/{uid} { allow list; }', group).permit).toBe(true);
    expect(ask('match /{path=**} { allow list; }', group).permit).toBe(true);
    expect(ask('match /notes/{id}/marks/{uid} { allow list; }', group).permit).toBe(false);
    expect(ask('match /{a}/{b}/marks/{uid} { allow list; }', group).permit).toBe(false);
    expect(ask('match /marks/{uid} { allow list; }', group).permit).toBe(false);
    expect(ask('match /{path=**}/comments/{uid} { allow list; }', group).permit).toBe(false);
  });
});
