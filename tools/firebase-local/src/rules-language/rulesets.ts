import type { EvaluateOptions, Evaluation } from '../rules/evaluation.ts';
import { parseRuleset } from '../rules/ruleset.ts';
import { map, NULL, type RulesValue, timestamp } from '../rules/values.ts';

/** Puts statements into a Firestore rules file of version 2. */
export const firestoreRules = (body: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${body}
  }
}`;

/** Puts statements into a Storage rules file of version 2. */
export const storageRules = (body: string) => `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    ${body}
  }
}`;

interface Question extends Partial<Omit<EvaluateOptions, 'path' | 'service'>> {
  /** Below the root of the documents or of the bucket. */
  path: string;
  auth?: RulesValue;
}

/** Asks a Firestore rules file about a document. */
export function askFirestore(source: string, { path, auth = NULL, ...options }: Question): Evaluation {
  const segments = path.split('/').filter((segment) => segment !== '');
  return ask(source, 'cloud.firestore', ['databases', '(default)', 'documents', ...segments], { auth, ...options });
}

/** Asks a Storage rules file about an object. */
export function askStorage(source: string, { path, auth = NULL, ...options }: Question): Evaluation {
  const segments = path.split('/').filter((segment) => segment !== '');
  return ask(source, 'firebase.storage', ['b', 'bucket', 'o', ...segments], { auth, ...options });
}

function ask(
  source: string,
  service: EvaluateOptions['service'],
  path: readonly string[],
  { auth, ...options }: Omit<Question, 'path'> & { auth: RulesValue },
): Evaluation {
  return parseRuleset(source, 'test.rules').evaluate({
    service,
    path,
    method: 'get',
    resource: NULL,
    request: map({ auth, time: timestamp(new Date(0)) }),
    ...options,
  });
}
