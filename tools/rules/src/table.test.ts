import { parseRuleset } from 'firebase-local/rules/ruleset';
import { describe, expect, it } from 'vitest';
import { FIRESTORE_CASES, judgeFirestore, judgeStorage } from './judge.ts';
import { readRules, STORAGE_CASES } from './table.ts';

describe('firestore.rules', () => {
  const ruleset = parseRuleset(readRules('firestore.rules'), 'firestore.rules');

  it.each(FIRESTORE_CASES)('refuses $name', (line) => {
    expect(judgeFirestore(ruleset, line)).toMatchObject({ permit: false, issues: [] });
  });
});

describe('storage.rules', () => {
  const ruleset = parseRuleset(readRules('storage.rules'), 'storage.rules');

  it.each(STORAGE_CASES.filter(({ permit }) => permit))('allows $name', (line) => {
    expect(judgeStorage(ruleset, line)).toMatchObject({ permit: true, issues: [] });
  });

  it.each(STORAGE_CASES.filter(({ permit }) => !permit))('refuses $name without a runtime error', (line) => {
    expect(judgeStorage(ruleset, line)).toMatchObject({ permit: false, issues: [] });
  });
});
