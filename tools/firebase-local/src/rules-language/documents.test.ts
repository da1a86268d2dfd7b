import { describe, expect, it } from 'vitest';
import { bool, map, type RulesValue } from '../rules/values.ts';
import { askFirestore, askStorage, firestoreRules, storageRules } from './rulesets.ts';

const STORED = map({ data: map({ ok: bool(true) }) });

/** A lookup with the documents d0, d1, ... that counts calls. */
function fakeDocuments() {
  const asked: string[] = [];
  const lookup = (segments: readonly string[]): RulesValue | null => {
    asked.push(segments.join('/'));
    return /^d\d+$/.test(segments.at(-1) ?? '') ? STORED : null;
  };
  return { asked, lookup };
}

const ROOT = '/databases/$(database)/documents';
const exists = (id: string) => `exists(${ROOT}/things/${id})`;

function firestore(condition: string, documentLimit?: number) {
  const { asked, lookup } = fakeDocuments();
  const evaluation = askFirestore(firestoreRules(`match /a/{x} { allow get: if ${condition}; }`), {
    path: 'a/1',
    getDocument: lookup,
    getDocumentAfter: () => STORED,
    ...(documentLimit !== undefined && { documentLimit }),
  });
  return { ...evaluation, asked };
}

function storage(condition: string) {
  const { asked, lookup } = fakeDocuments();
  const rules = storageRules(`match /{x} { allow get: if ${condition}; }`);
  return { ...askStorage(rules, { path: 'a', getDocument: lookup }), asked };
}

// "Writing conditions", Access other documents; "Security Rules limits": 10 and 20 documents, repeated reads are free.
describe('documents in Firestore rules', () => {
  it.each([
    [`get(${ROOT}/things/d1).data.ok`, true],
    [`get(${ROOT}/things/d1).data.ok == true`, true],
    [`get(/databases/(default)/documents/things/d1).data.ok`, true],
    [`get(path('/databases/(default)/documents/things/d1')).data.ok`, true],
    [exists('d1'), true],
    [exists('none'), false],
    [`!${exists('none')}`, true],
    [`getAfter(${ROOT}/things/none).data.ok`, true],
    [`existsAfter(${ROOT}/things/none)`, true],
    [`get(${ROOT}/things/none) == null`, false],
    [`get(${ROOT}/things/none).data.ok || true`, true],
    [`${exists('none')} && get(${ROOT}/things/none).data.ok`, false],
    [`get('/databases/(default)/documents/things/d1').data.ok`, false],
    [`get(${ROOT}/things).data.ok`, false],
    ['get(/things/d1).data.ok', false],
  ])('%s: %s', (condition, expected) => {
    expect(firestore(condition).permit).toBe(expected);
  });

  it('reads ten documents and denies at the eleventh, even in an or', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `(${exists(`d${n}`)})`).join(' && ');

    expect(firestore(many(10)).permit).toBe(true);
    expect(firestore(many(11)).permit).toBe(false);
    expect(firestore(`(${many(11)}) || true`).permit).toBe(false);
    expect(firestore(many(20), 20).permit).toBe(true);
    expect(firestore(many(21), 20).issues[0]?.message).toContain('More than 20 documents');
  });

  it('reads a document once for several uses', () => {
    const condition = Array.from({ length: 30 }, () => `(${exists('d1')} && get(${ROOT}/things/d1).data.ok)`).join(
      ' && ',
    );

    const { permit, asked } = firestore(condition);

    expect(permit).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('does not read documents for an operand that is not evaluated', () => {
    expect(firestore(`true || ${exists('d1')}`).asked).toEqual([]);
    expect(firestore(`false && ${exists('d1')}`).asked).toEqual([]);
    expect(firestore(`true ? true : ${exists('d1')}`).asked).toEqual([]);
  });
});

// "Firebase Security Rules: Storage", Enhance with Cloud Firestore: two documents. Recorded in production: repeated
// reads and `get` after `exists` are free, a third document denies, and `get` of a missing document is an error.
describe('documents in Storage rules', () => {
  const from = (call: string, id: string) => `firestore.${call}(/databases/(default)/documents/things/${id})`;

  it.each([
    [`${from('get', 'd1')}.data.ok`, true],
    [from('exists', 'd1'), true],
    [`!${from('exists', 'none')}`, true],
    [`${from('exists', 'd1')} && ${from('exists', 'd2')}`, true],
    [`${from('exists', 'd1')} && ${from('get', 'd1')}.data.ok && ${from('exists', 'd2')}`, true],
    [`${from('exists', 'd1')} && ${from('exists', 'd2')} && ${from('exists', 'd3')}`, false],
    [`${from('exists', 'd1')} && ${from('exists', 'd2')} && (true || ${from('exists', 'd3')})`, true],
    [`${from('get', 'none')}.data.ok == null`, false],
    [`${from('get', 'd1')}.data.missing == null`, false],
    ['firestore.exists(/databases/other/documents/things/d1)', false],
    ['!firestore.exists(/databases/other/documents/things/d1)', false],
    ['firestore.get(/databases/other/documents/things/d1).data.ok', false],
  ])('%s: %s', (condition, expected) => {
    expect(storage(condition).permit).toBe(expected);
  });

  it('has neither the functions of Firestore rules nor variables with these names', () => {
    const faultOf = (condition: string) => storage(condition).issues.map(({ message }) => message);

    expect(faultOf('get(/databases/(default)/documents/things/d1).data.ok')).toEqual([
      'Function not found error: Name: [get].',
    ]);
    expect(faultOf('exists(/databases/(default)/documents/things/d1)')).toEqual([
      'Function not found error: Name: [exists].',
    ]);
    expect(faultOf('firestore.getAfter(/a/b).data.ok')).toEqual([
      'Function not found error: Name: [firestore.getAfter].',
    ]);
    expect(faultOf('firestore.data.ok')).toEqual(['Null value error.']);
  });
});
