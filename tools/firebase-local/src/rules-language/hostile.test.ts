import { describe, expect, it, vi } from 'vitest';
import { RulesSyntaxError } from '../rules/errors.ts';
import { parseRuleset } from '../rules/ruleset.ts';
import { map, string } from '../rules/values.ts';
import { askFirestore, firestoreRules } from './rulesets.ts';

/** Most cases take milliseconds; the limit allows for a busy machine. */
const FAST_MS = 5_000;
vi.setConfig({ testTimeout: 20_000 });

/** Runs `action` and fails if it takes long: a hostile file must not block the process. */
function quickly<T>(action: () => T): T {
  const started = performance.now();
  const result = action();
  expect(performance.now() - started).toBeLessThan(FAST_MS);
  return result;
}

const condition = (text: string) => firestoreRules(`match /a/{x} { allow get: if ${text}; }`);
const refuses = (source: string) => expect(() => quickly(() => parseRuleset(source, 'x'))).toThrow(RulesSyntaxError);

describe('hostile files are refused at load', () => {
  it.each([
    ['parentheses', condition(`${'('.repeat(50_000)}true${')'.repeat(50_000)}`)],
    ['unclosed parentheses', condition('('.repeat(100_000))],
    ['lists', condition(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`)],
    ['maps', condition(`${"{'a':".repeat(20_000)}1${'}'.repeat(20_000)}`)],
    ['negations', condition(`${'!'.repeat(100_000)}true`)],
    ['minus signs', condition(`${'-'.repeat(100_000)}1 == 1`)],
    ['ternaries', condition(`${'true ? '.repeat(20_000)}true${' : true'.repeat(20_000)}`)],
    ['fields', condition(`request${'.a'.repeat(50_000)} == 1`)],
    ['indexes', condition(`request${'[0]'.repeat(50_000)} == 1`)],
    ['calls', condition(`${'debug('.repeat(20_000)}true${')'.repeat(20_000)}`)],
    ['sums', condition(`${'1 + '.repeat(50_000)}1 == 1`)],
    ['paths', condition(`exists(${'/$('.repeat(20_000)}`)],
    ['match statements', firestoreRules(`${'match /a/{b} {'.repeat(15_000)}${'}'.repeat(15_000)}`)],
    ['path segments', firestoreRules(`match ${'/a'.repeat(60_000)} { }`)],
    ['captures', firestoreRules(`match ${Array.from({ length: 50 }, (_, n) => `/{a${n}}`).join('')} { }`)],
    ['more than 98 operands in a chain', condition(Array.from({ length: 99 }, () => 'true').join(' && '))],
    ['more than 256 KB', condition(`'${'x'.repeat(256 * 1024)}' == ''`)],
    ['an unclosed comment', `/*${'*'.repeat(100_000)}`],
    ['many unclosed comments', '/* '.repeat(50_000)],
    ['blanks', ' \n'.repeat(100_000)],
    ['an unclosed string', condition(`'${'\\\\'.repeat(60_000)}`)],
    ['brackets in a pattern', condition(`'a'.matches('${'('.repeat(5_000)}')`)],
    ['a repetition of repetitions', condition("'a'.matches('((a{100}){100}){100}')")],
    ['a large pattern', condition("'a'.matches('(abcdefghijklmnopqrstuvwxyz0123456789){1000}')")],
    [
      'many patterns that are large together',
      condition(`[${Array.from({ length: 3_000 }, (_, n) => `'a'.matches('x{900}${n}')`).join()}].size() > 0`),
    ],
    ['a cycle of 500 functions', firestoreRules(ring(500))],
  ])('%s', (_name, source) => {
    refuses(source);
  });

  it('accepts files just within the limits', () => {
    const chain = Array.from({ length: 98 }, () => 'true').join(' && ');

    expect(quickly(() => askFirestore(condition(chain), { path: 'a/1' })).permit).toBe(true);
  });

  it('loads long lists, long maps and many calls of one function', () => {
    const items = `[${'1,'.repeat(100_000)}].size() > 0`;
    const entries = `{${Array.from({ length: 15_000 }, (_, n) => `k${n}: 1`).join()}}.size() > 0`;
    const calls = `function g() { return 1; } function f() { return [${'g(),'.repeat(40_000)}]; }`;

    for (const text of [condition(items), condition(entries), firestoreRules(calls)]) {
      expect(quickly(() => parseRuleset(text, 'x')).version).toBe(2);
    }
  });

  it('detects recursion among thousands of functions quickly', () => {
    const line = Array.from({ length: 2_000 }, (_, n) => `function f${n}() { return f${n + 1}(); }`).join('\n');

    expect(quickly(() => parseRuleset(firestoreRules(`${line} function f2000() { return true; }`), 'x')).version).toBe(
      2,
    );
  });
});

describe('hostile files are denied at run time', () => {
  const deny = (source: string) =>
    expect(quickly(() => askFirestore(source, { path: 'a/1', auth: AUTH })).permit).toBe(false);
  const AUTH = map({ uid: string('a'.repeat(100_000)) });

  it('when functions multiply their calls', () => {
    const layers = Array.from({ length: 15 }, (_, n) => `function f${n}() { return f${n + 1}() && f${n + 1}(); }`);

    deny(firestoreRules(`${layers.join('\n')} function f15() { return true; } match /a/{x} { allow get: if f0(); }`));
  });

  it('when strings double', () => {
    const layers = layersOf(5, (s) => `${s} + ${s}`);

    deny(firestoreRules(`${layers} match /a/{x} { allow get: if f0('aaaaaaaaaa').size() > 0; }`));
  });

  it('when lists double', () => {
    const layers = layersOf(3, (s) => `${s}.concat(${s})`);

    deny(firestoreRules(`${layers} match /a/{x} { allow get: if f0([1, 2, 3]).toSet().size() > 0; }`));
  });

  it('when nested bindings would overflow the stack in a comparison', () => {
    const layers = layersOf(10, (s) => `[${s}, ${s}]`);

    deny(firestoreRules(`${layers} match /a/{x} { allow get: if f0(1) != f0(1); }`));
  });

  it('when a pattern would cause catastrophic backtracking in other engines', () => {
    const slow = ['(a+)+b', '(a|aa)+b', '(a|a?)+b', '(.*)*b', '([a-zA-Z]+)*b', '(.*a){25}b'];

    for (const pattern of slow) deny(condition(`request.auth.uid.matches('${pattern}')`));
  });

  it('when a large pattern is matched against a long text', () => {
    deny(condition(`request.auth.uid.matches('${'(a|b)?'.repeat(900)}c')`));
  });

  it('when patterns are built at run time', () => {
    const patterns = Array.from({ length: 90 }, (_, n) => `'a'.matches('x{990}' + 'y{990}' + '${n}')`).join(' || ');

    deny(firestoreRules(`match /a/{x} { allow get: if ${patterns}; }`));
  });

  it('when a replacement grows without bound', () => {
    deny(condition("request.auth.uid.replace('a', request.auth.uid).size() > 0"));
  });

  it('when patterns overlap on a long path', () => {
    const nested = `${Array.from({ length: 9 }, (_, n) => `match /{r${n}=**} {`).join('')} allow get: if false; ${'}'.repeat(9)}`;

    quickly(() => expect(askFirestore(firestoreRules(nested), { path: 'x/'.repeat(150) }).permit).toBe(false));
  });

  it('after 1,000 expressions, even in an or', () => {
    const half = Array.from({ length: 60 }, () => '(1 + 1 == 2 && 2 + 2 == 4)').join(' && ');

    deny(
      firestoreRules(
        `function f() { return ${half}; } match /a/{x} { allow get: if (f() && f() && f() && f()) || true; }`,
      ),
    );
  });
});

/** Functions that each bind ten values, every one derived from the previous one, and pass the last to the next function. */
function layersOf(count: number, madeOf: (binding: string) => string): string {
  const bindings = Array.from({ length: 10 }, (_, n) => `let s${n + 1} = ${madeOf(`s${n}`)};`).join(' ');
  const resultOf = (n: number) => (n < count - 1 ? `f${n + 1}(s10)` : 's10');
  return Array.from({ length: count }, (_, n) => `function f${n}(s0) { ${bindings} return ${resultOf(n)}; }`).join(
    '\n',
  );
}

function ring(length: number): string {
  return Array.from({ length }, (_, n) => `function f${n}() { return f${(n + 1) % length}(); }`).join('\n');
}
