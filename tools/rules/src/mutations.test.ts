import { parseSource } from 'firebase-local/rules/parser';
import { describe, expect, it } from 'vitest';
import { mutantsOf } from './mutations.ts';

const storageRules = (statements: string) => `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o { ${statements} }
}`;

const namesOf = (statements: string) =>
  [...mutantsOf(parseSource(storageRules(statements), 'x'))].map(({ what }) => what);

describe('mutants', () => {
  it('remove, invert and fix every part of a condition', () => {
    const names = namesOf('match /a/{x} { allow get: if request.auth != null && x.size() < 5; }');

    expect(names).toEqual(
      expect.arrayContaining([
        'the condition is gone',
        '&& becomes ||',
        'the condition is inverted',
        '!= becomes ==',
        '< becomes <=',
        '5 becomes 6',
        '5 becomes 4',
        'the statement is gone',
        'list is allowed too',
        '/a becomes /{anything}',
        '/{x} becomes /{x=**}',
      ]),
    );
    // The whole condition and both of its operands.
    expect(names.filter((name) => name === 'the condition is always true')).toHaveLength(3);
  });

  it('loosen patterns, including those in functions and nested blocks', () => {
    const names = namesOf(
      "match /a/{x} { function f() { return x.matches('(p|q){2}'); } match /b/{y} { allow get: if f(); } }",
    );

    expect(names).toEqual(expect.arrayContaining(["'(p|q){2}' becomes '.*'", "'(p|q){2}' becomes '(p|q){3}'"]));
    expect(names).toEqual(expect.arrayContaining(["'(p|q){2}' becomes '(q){2}'", '/b becomes /{anything}']));
  });

  it('of a statement that allows nothing change only its condition', () => {
    expect(namesOf('match /{x=**} { allow read: if false; }')).toEqual(['the condition is gone', 'false becomes true']);
  });
});
