import { afterAll, expect, it } from 'vitest';
import { RulesSyntaxError } from '../rules/errors.ts';
import { parseRuleset } from '../rules/ruleset.ts';
import { map, NULL, path, string, timestamp } from '../rules/values.ts';
import { firestoreRules } from './rulesets.ts';
import { RuntimeProcess } from './runtime-process.ts';

/**
 * The result of an expression as a condition: `refused` if the file does not load, `error` if the expression fails at run time, `warned` if it fails
 * and loading already warned of it.
 */
export type Outcome = 'true' | 'false' | 'error' | 'warned' | 'refused';

const PATH = ['databases', '(default)', 'documents', 'things', 't1'];
const TIME = '2026-03-04T05:06:07.008Z';
const REQUEST = map({ auth: NULL, method: string('get'), path: path(PATH), time: timestamp(new Date(TIME)) });

/**
 * The command line of another runtime to test, such as `java -jar
 * ~/.cache/firebase/emulators/cloud-storage-rules-runtime-v1.1.3.jar serve`.
 */
const OTHER_RUNTIME = process.env.FIREBASE_LOCAL_RULES_RUNTIME;
const other = OTHER_RUNTIME ? new RuntimeProcess(OTHER_RUNTIME) : undefined;
if (other) afterAll(() => other.stop());

/** Loads a rules file with one condition and evaluates `get` of a document that does not exist. */
function outcomeOf(expression: string): Outcome {
  try {
    const source = firestoreRules(`match /things/{id} { allow get: if ${expression}; }`);
    const ruleset = parseRuleset(source, 'firestore.rules');
    const { permit, issues } = ruleset.evaluate({
      service: 'cloud.firestore',
      method: 'get',
      path: PATH,
      request: REQUEST,
      resource: NULL,
    });
    if (permit) return 'true';
    if (issues.length === 0) return 'false';
    return ruleset.warnings.length > 0 ? 'warned' : 'error';
  } catch (error) {
    if (error instanceof RulesSyntaxError) return 'refused';
    throw error;
  }
}

/** Defines one test per expression, by expected outcome. */
export function expectOutcomes(cases: Partial<Record<Outcome, readonly string[]>>): void {
  for (const [outcome, expressions] of Object.entries(cases)) {
    it.each(expressions)(`${outcome}: %s`, async (expression) => {
      if (other) expect(await isPermittedBy(other, expression)).toBe(outcome === 'true');
      else expect(outcomeOf(expression)).toBe(outcome);
    });
  }
}

/**
 * Evaluates the condition in another runtime. The protocol only reports whether a request is permitted, so it cannot distinguish the outcomes other
 * than `true`.
 */
async function isPermittedBy(runtime: RuntimeProcess, expression: string): Promise<boolean> {
  const ruleset = await runtime.load(`rules_version = '2';
    service firebase.storage {
      match /b/{database}/o {
        match /things/{id} { allow get: if ${expression}; }
      }
    }`);
  if (ruleset === null) return false;
  const request = {
    auth: { null_value: null },
    method: { string_value: 'get' },
    path: { path_value: { segments: PATH.map((simple) => ({ simple })) } },
    time: { timestamp_value: TIME },
  };
  return runtime.permits(ruleset, '/b/(default)/o/things/t1', {
    request: { map_value: { fields: request } },
    resource: { null_value: null },
  });
}
