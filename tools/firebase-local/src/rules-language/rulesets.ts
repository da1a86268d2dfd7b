import type { EvaluateOptions, Evaluation } from '../rules/evaluation.ts';
import { parseRuleset } from '../rules/ruleset.ts';
import { map, NULL, type RulesValue, timestamp } from '../rules/values.ts';

/** A Firestore rules file of version 2 with these statements. */
export const firestoreRules = (body: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${body}
  }
}`;

/** A Storage rules file of version 2 with these statements. */
export const storageRules = (body: string) => `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    ${body}
  }
}`;

interface Question extends Partial<Omit<EvaluateOptions, 'path' | 'service'>> {
  /** The path below the root of the documents or of the bucket. */
  path: string;
  auth?: RulesValue;
}

/** Evaluates a Firestore rules file for a document. */
export const askFirestore = (source: string, question: Question): Evaluation =>
  ask(source, 'cloud.firestore', ['databases', '(default)', 'documents'], question);

/** Evaluates a Storage rules file for an object. */
export const askStorage = (source: string, question: Question): Evaluation =>
  ask(source, 'firebase.storage', ['b', 'bucket', 'o'], question);

function ask(
  source: string,
  service: EvaluateOptions['service'],
  root: readonly string[],
  { path, auth = NULL, ...options }: Question,
): Evaluation {
  return parseRuleset(source, 'test.rules').evaluate({
    service,
    path: [...root, ...path.split('/').filter((segment) => segment !== '')],
    method: 'get',
    resource: NULL,
    request: map({ auth, time: timestamp(new Date(0)) }),
    ...options,
  });
}
