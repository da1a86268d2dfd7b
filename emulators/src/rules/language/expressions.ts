import { expect, it } from 'vitest';
import { parseRuleset, RulesSyntaxError } from '../ruleset';
import { map, NULL, path, type RulesValue, timestamp } from '../values';

/** What an expression gives as a condition; `refused` when the file does not load, `error` when it fails at run time. */
export type Outcome = 'true' | 'false' | 'error' | 'refused';

const REQUEST = map({
  auth: NULL,
  path: path(['databases', '(default)', 'documents', 'things', 't1']),
  time: timestamp(new Date('2026-03-04T05:06:07.008Z')),
});

/** Loads a rules file around one condition and asks it about `get` of a document that does not exist. */
export function outcomeOf(
  expression: string,
  variables: { request?: RulesValue; resource?: RulesValue } = {},
): Outcome {
  const source = `rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /things/{id} { allow get: if ${expression}; }
      }
    }`;
  try {
    const { permit, issues } = parseRuleset(source, 'firestore.rules').evaluate({
      service: 'cloud.firestore',
      method: 'get',
      path: ['databases', '(default)', 'documents', 'things', 't1'],
      request: variables.request ?? REQUEST,
      resource: variables.resource ?? NULL,
    });
    if (permit) return 'true';
    return issues.length > 0 ? 'error' : 'false';
  } catch (error) {
    if (error instanceof RulesSyntaxError) return 'refused';
    throw error;
  }
}

/** One test per expression, under the outcome that is expected of all of them. */
export function expectOutcomes(cases: Partial<Record<Outcome, readonly string[]>>): void {
  for (const [outcome, expressions] of Object.entries(cases)) {
    it.each(expressions)(`${outcome}: %s`, (expression) => {
      expect(outcomeOf(expression)).toBe(outcome);
    });
  }
}
