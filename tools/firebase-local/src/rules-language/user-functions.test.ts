import { describe, expect, it } from 'vitest';
import { RulesSyntaxError } from '../rules/errors.ts';
import { parseRuleset } from '../rules/ruleset.ts';
import { map, string } from '../rules/values.ts';
import { askFirestore, firestoreRules } from './rulesets.ts';

/** Whether `condition` is true, with `functions` declared in the same block. */
function holds(functions: string, condition: string, path = 'a/1'): boolean {
  const rules = firestoreRules(`${functions} match /a/{x} { allow get: if ${condition}; }`);
  return askFirestore(rules, { path }).permit;
}

function faultOf(source: string): RulesSyntaxError {
  try {
    parseRuleset(source, 'firestore.rules');
  } catch (error) {
    if (error instanceof RulesSyntaxError) return error;
    throw error;
  }
  throw new Error('The file loads.');
}

// "Security Rules language", Functions: one return, let bindings, scope, no recursion.
describe('functions', () => {
  it.each([
    ['function yes() { return true; }', 'yes()'],
    ['function same(a, b) { return a == b; }', "same('x', 'x')"],
    ['function twice(n) { let double = n * 2; return double; }', 'twice(4) == 8'],
    ['function f(n) { let a = n + 1; let b = a * 2; return a + b; }', 'f(1) == 6'],
    ['function inner(n) { return n + 1; } function outer(n) { return inner(n) * 2; }', 'outer(1) == 4'],
    ['function outer() { return later(); } function later() { return true; }', 'outer()'],
    ['function f() { return request.auth == null; }', 'f()'],
    ['function f() { return database; }', "f() == '(default)'"],
    ['function size(x) { return 5; }', "size('a') == 5 && 'a'.size() == 1"],
    ['function f(a) { let size = a.size(); return size; }', "f('abc') == 3"],
    ['function f() { let unused = 1 / 0; return true; }', 'f()'],
    ['function f() { let bad = 1 / 0; return bad == 1 || true; }', 'f()'],
  ])('%s: %s', (functions, condition) => {
    expect(holds(functions, condition)).toBe(true);
  });

  it("are resolved in the scope that declares them, not in the caller's", () => {
    const rules = firestoreRules(`
      function kind() { return 'outer'; }
      function kindOf() { return kind(); }
      match /a/{x} {
        function kind() { return 'inner'; }
        allow get: if kind() == 'inner' && kindOf() == 'outer';
      }`);

    expect(askFirestore(rules, { path: 'a/1' }).permit).toBe(true);
  });

  it("use the variables of their own scope, not of the caller's", () => {
    const rules = firestoreRules(`
      match /a/{id} {
        function own() { return id; }
        match /b/{id} { allow get: if own() == 'outer' && id == 'inner'; }
      }`);

    expect(askFirestore(rules, { path: 'a/outer/b/inner' }).permit).toBe(true);
    expect(holds('function f() { return x == null; }', 'f()')).toBe(false);
  });

  it('can be declared outside of the service, and inside it before the first match', () => {
    const rules = `rules_version = '2';
      function isAlice(uid) { return uid == 'alice'; }
      function tag() { return 'global'; }
      service cloud.firestore {
        function isSignedIn() { return request.auth != null; }
        match /databases/{database}/documents {
          match /docs/{id} { function tag() { return 'match'; } allow get: if isSignedIn() && tag() == 'match'; }
          match /others/{id} { allow get: if isAlice(request.auth.uid) && tag() == 'global'; }
        }
      }`;
    const auth = map({ uid: string('alice') });

    expect(askFirestore(rules, { path: 'docs/1', auth }).permit).toBe(true);
    expect(askFirestore(rules, { path: 'others/1', auth }).permit).toBe(true);
    expect(askFirestore(rules, { path: 'docs/1' }).permit).toBe(false);
  });

  it('can be nested 20 calls deep, but no deeper', () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, n) => `function f${n}() { return ${n + 1 < length ? `f${n + 1}()` : 'true'}; }`).join(
        '\n',
      );

    expect(holds(chain(20), 'f0()')).toBe(true);
    expect(holds(chain(21), 'f0()')).toBe(false);
    expect(holds(chain(21), 'f0() || true')).toBe(false);
  });

  it('do not count towards the depth after they fail', () => {
    const failing = Array.from({ length: 30 }, () => 'bad()').join(' || ');

    expect(holds('function bad() { return 1 / 0 == 1; }', `${failing} || true`)).toBe(true);
  });

  it.each([
    ['itself', 'function f() { return f(); }'],
    ['itself through others', 'function f() { return g(); } function g() { return h(); } function h() { return f(); }'],
    ['itself in an argument', 'function f(x) { return x == f(1); }'],
    ['itself in a binding', 'function f() { let x = f(); return x; }'],
  ])('may not call %s', (_name, functions) => {
    expect(faultOf(firestoreRules(functions)).reason).toContain('recursion');
  });

  it.each([
    ['an unknown method of a request', 'allow peek: if true;', "Unknown method 'peek'", [4, 26]],
    ['too few arguments', 'allow get: if one();', "'one' takes 1 argument, not 0", [4, 34]],
    ['a missing condition', 'allow get: if;', "Unexpected ';'", [4, 33]],
    ['an unknown statement', 'permit get: if true;', "Unexpected 'permit'", [4, 20]],
  ])('refuses %s and reports its place', (_name, statement, reason, [line, column]) => {
    const rules = firestoreRules(`match /a/{x} { ${statement} } function one(a) { return a; }`);

    const fault = faultOf(rules);

    expect(fault.reason).toContain(reason);
    expect({ file: fault.file, line: fault.line, column: fault.column }).toEqual({
      file: 'firestore.rules',
      line,
      column,
    });
    expect(fault.message).toContain(`firestore.rules:${line}:${column}: `);
  });

  // Recorded in production and from the Storage emulator: the file loads, and an unknown name fails when it is
  // evaluated.
  it.each([
    ['an unknown function', 'allow get: if nope();', 'Invalid function name: nope.', 34],
    ['an unknown method', "allow get: if 'a'.nope();", 'Invalid function name: nope.', 38],
    ['an unknown variable', 'allow get: if nope == null;', 'Invalid variable name: nope.', 34],
    [
      'a function of the other service',
      'allow get: if firestore.exists(/a/b);',
      'Invalid function name: firestore.exists.',
      34,
    ],
    [
      'a variable used before its binding',
      'function f() { let a = b; let b = 1; return a; } allow get: if f();',
      'b',
      43,
    ],
    ['a variable bound to itself', 'function f() { let a = a; return a; } allow get: if f();', 'a', 43],
  ])('warns of %s with its place, and denies', (_name, statements, message, column) => {
    const rules = firestoreRules(`match /a/{x} { ${statements} }`);

    const { warnings } = parseRuleset(rules, 'firestore.rules');

    expect(warnings).toEqual([{ line: 4, column, message: expect.stringContaining(message) }]);
    expect(askFirestore(rules, { path: 'a/1' })).toMatchObject({ permit: false, issues: [expect.anything()] });
  });

  it('does not warn of declared names', () => {
    const rules = firestoreRules(
      'match /a/{x} { allow get: if x.size() == 1 && math.abs(-1) == 1 && exists(/b/$(x)); }',
    );

    expect(parseRuleset(rules, 'firestore.rules').warnings).toEqual([]);
  });

  // Recorded from the Storage emulator for `allow`; github.com/firebase/firebase-tools issue 2264 shows `return`.
  it('may end rules_version, allow and return without a semicolon', () => {
    const rules = `rules_version = '2'
      service cloud.firestore {
        match /databases/{database}/documents {
          function isOpen() { return true }
          match /a/{x} { allow get
            allow create: if isOpen()
            allow list: if false }
        }
      }`;

    expect(askFirestore(rules, { path: 'a/1', method: 'get' }).permit).toBe(true);
    expect(askFirestore(rules, { path: 'a/1', method: 'create' }).permit).toBe(true);
    expect(askFirestore(rules, { path: 'a/1', method: 'list' }).permit).toBe(false);
    expect(askFirestore(rules, { path: 'a/1', method: 'delete' }).permit).toBe(false);
  });

  it.each([
    ['two functions with the same name', 'function f() { return 1; } function f() { return 2; }'],
    ['two parameters with the same name', 'function f(a, a) { return a; }'],
    ['two variables with the same name', 'function f() { let a = 1; let a = 2; return a; }'],
    // Recorded from the Firestore emulator 1.22.
    ['a parameter with the name of a namespace', 'function f(duration) { return duration; }'],
    ['two captures with the same name', 'match /{a}/{a} { }'],
    ['a function without return', 'function f() { let a = 1; }'],
    ['an empty function', 'function f() { }'],
    ['a function inside a function', 'function f() { function g() { return 1; } return g(); }'],
    ['a keyword as a name', 'function let() { return 1; }'],
    ['more than 7 arguments', 'function f(a, b, c, d, e, f, g, h) { return a; }'],
    [
      'more than 11 bindings',
      `function f() { ${Array.from({ length: 12 }, (_, n) => `let a${n} = 1;`).join('')} return 1; }`,
    ],
    ['two recursive wildcards in one path', 'match /{a=**}/{b=**} { }'],
    ['a path without a slash', 'match a/{b} { }'],
    ['an empty segment', 'match /a//b { }'],
    ['an unclosed block', 'match /a/{b} { '],
    ['a capture without a name', 'match /a/{} { }'],
    ['a wildcard of another kind', 'match /a/{b=*} { }'],
  ])('refuses %s', (_name, statements) => {
    expect(faultOf(firestoreRules(statements))).toBeInstanceOf(RulesSyntaxError);
  });

  it.each([
    ['an unknown service', "rules_version = '2'; service google.cloud { }"],
    ['an unknown version', "rules_version = '3'; service cloud.firestore { }"],
    ['a version that is not a string', 'rules_version = 2; service cloud.firestore { }'],
    ['a version after a service', "service cloud.firestore { } rules_version = '2';"],
    ['an empty file', ''],
    ['a service declared twice', 'service cloud.firestore { } service cloud.firestore { }'],
    ['text after the end', 'service cloud.firestore { } }'],
    ['an extra brace', "rules_version = '2'; service firebase.storage {{ match /b/{bucket}/o { } }"],
    ['a wildcard before the end in version 1', 'service firebase.storage { match /{a=**}/b { } }'],
    ['an import', "rules_version = '2'; import { f } from 'g'; service cloud.firestore { }"],
  ])('refuses %s', (_name, source) => {
    expect(faultOf(source)).toBeInstanceOf(RulesSyntaxError);
  });
});
