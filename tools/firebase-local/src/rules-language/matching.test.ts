import { describe, expect, it } from 'vitest';
import { parseRuleset } from '../rules/ruleset.ts';
import { map, NULL } from '../rules/values.ts';
import { askFirestore, askStorage, firestoreRules, storageRules } from './rulesets.ts';

// "Structuring Cloud Firestore Security Rules": matching paths, nesting, wildcards; "Security Rules language": methods.
// oracle/storage-matches.ts has nested and several matching blocks, and the values of variables.
describe('match', () => {
  it.each([
    ['/cities/{city}', 'cities/berlin', true],
    ['/cities/{city}', 'cities/berlin/landmarks/gate', false],
    ['/cities/{city}', 'towns/berlin', false],
    ['/cities/berlin', 'cities/berlin', true],
    ['/cities/berlin', 'cities/paris', false],
    ['/cities/{city}/landmarks/{id}', 'cities/berlin/landmarks/gate', true],
    ['/cities/{city}/landmarks/{id}', 'cities/berlin', false],
    ['/{rest=**}', 'cities/berlin', true],
    ['/{rest=**}', 'cities/berlin/landmarks/gate', true],
    ['/cities/{rest=**}', 'cities/berlin', true],
    ['/cities/{rest=**}', 'cities/berlin/landmarks/gate', true],
    ['/cities/{rest=**}', 'towns/ulm', false],
    ['/cities/berlin/{rest=**}', 'cities/berlin', true],
    ['/{path=**}/landmarks/{id}', 'landmarks/gate', true],
    ['/{path=**}/landmarks/{id}', 'cities/berlin/landmarks/gate', true],
    ['/{path=**}/landmarks/{id}', 'cities/berlin', false],
    ['/a-b/{x}', 'a-b/1', true],
    ['/a.b/{x}', 'a.b/1', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(askFirestore(firestoreRules(`match ${pattern} { allow get: if true; }`), { path }).permit).toBe(expected);
  });

  it('matches one segment or more with a recursive wildcard in version 1', () => {
    const rules = `service cloud.firestore { match /databases/{database}/documents {
      match /cities/berlin/{rest=**} { allow get: if true; } } }`;

    expect(askFirestore(rules, { path: 'cities/berlin/landmarks/gate' }).permit).toBe(true);
    expect(askFirestore(rules, { path: 'cities/berlin' }).permit).toBe(false);
  });

  it('reads a file without rules_version as version 1', () => {
    expect(parseRuleset('service firebase.storage { }', 'x').version).toBe(1);
    expect(parseRuleset("rules_version = '2'; service firebase.storage { }", 'x').version).toBe(2);
  });

  it('does not extend a grant to nested paths', () => {
    const rules = firestoreRules('match /a/{x} { allow get: if true; match /b/{y} { allow get: if false; } }');

    expect(askFirestore(rules, { path: 'a/1' }).permit).toBe(true);
    expect(askFirestore(rules, { path: 'a/1/b/2' }).permit).toBe(false);
  });

  it('lets an inner variable shadow an outer one', () => {
    const rules = firestoreRules("match /a/{id} { match /b/{id} { allow get: if id == 'inner'; } }");

    expect(askFirestore(rules, { path: 'a/outer/b/inner' }).permit).toBe(true);
  });

  it('separates services', () => {
    const both = `${firestoreRules('match /{x=**} { allow get: if true; }')}
      service firebase.storage { match /b/{bucket}/o { match /{x=**} { allow list: if true; } } }`;

    expect(askFirestore(both, { path: 'a/1' }).permit).toBe(true);
    expect(askStorage(both, { path: 'a/1' }).permit).toBe(false);
    expect(askStorage(storageRules(''), { path: 'a' }).permit).toBe(false);
  });

  it('matches the root of a bucket for list since version 2', () => {
    const rules = 'service firebase.storage { match /b/{b}/o { match /{x=**} { allow read: if true; } } }';

    expect(askStorage(`rules_version = '2'; ${rules}`, { path: '', method: 'list' }).permit).toBe(true);
    expect(askStorage(rules, { path: 'a', method: 'list' }).permit).toBe(false);
    expect(askStorage(rules, { path: 'a', method: 'get' }).permit).toBe(true);
  });
});

describe('allow', () => {
  const granted = (methods: string) =>
    (['get', 'list', 'create', 'update', 'delete', 'read', 'write'] as const).filter(
      (method) => askStorage(storageRules(`match /{x=**} { allow ${methods}; }`), { path: 'a', method }).permit,
    );

  it.each([
    ['get', ['get']],
    ['list', ['list']],
    ['create', ['create']],
    ['update', ['update']],
    ['delete', ['delete']],
    ['read', ['get', 'list', 'read']],
    ['write', ['create', 'update', 'delete', 'write']],
    ['get, delete', ['get', 'delete']],
    ['read, write', ['get', 'list', 'create', 'update', 'delete', 'read', 'write']],
  ])('%s grants %s', (methods, expected) => {
    expect(granted(methods)).toEqual(expected);
  });

  it('evaluates the next statement after an error', () => {
    const rules = firestoreRules('match /a/{x} { allow get: if resource.data.x == 1; allow get: if true; }');

    expect(askFirestore(rules, { path: 'a/1' })).toMatchObject({
      permit: true,
      issues: [{ line: 4, message: 'Null value error.' }],
    });
  });

  it('denies with the place of the error when no statement grants access', () => {
    const rules = firestoreRules("match /a/{x} {\n  allow get: if x == 'y' &&\n    resource.data.missing == 1;\n}");

    const { permit, issues } = askFirestore(rules, { path: 'a/y', resource: map({ data: map({}) }) });

    expect(permit).toBe(false);
    expect(issues).toEqual([{ line: 6, column: 5, message: 'Property missing is undefined on object.' }]);
  });

  it('reports the lines of false conditions', () => {
    const rules = firestoreRules('match /a/{x} {\n allow get: if false;\n allow read: if x == "2"; }');

    expect(askFirestore(rules, { path: 'a/1' }).refusedAt).toEqual([5, 6]);
  });

  it('treats an omitted resource as an error, not as null', () => {
    const ruleset = parseRuleset(
      storageRules('match /{x} { allow get: if resource == null || resource != null; }'),
      'x',
    );
    const question = {
      service: 'firebase.storage',
      method: 'get',
      path: ['b', 'b', 'o', 'a'],
      request: map({}),
    } as const;

    expect(ruleset.evaluate(question).permit).toBe(false);
    expect(ruleset.evaluate({ ...question, resource: NULL }).permit).toBe(true);
  });

  it('passes the arguments of debug() to onDebug', () => {
    const messages: string[] = [];
    const rules = storageRules("match /{x} { allow get: if debug(x == 'a') && debug({'n': 1}).n == 1; }");

    askStorage(rules, { path: 'a', onDebug: (message) => messages.push(message) });

    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain('true');
  });
});
