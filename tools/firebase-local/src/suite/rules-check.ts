import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RulesSyntaxError } from '../rules/errors.ts';
import { parseRuleset } from '../rules/ruleset.ts';
import { readFirebaseJson } from './firebase-suite.ts';
import { StartError } from './start-error.ts';

/**
 * Checks the rules files in firebase.json.
 * @throws StartError with file, line and column of the first fault
 */
export function checkRules(root: string): void {
  const { firestore, storage } = readFirebaseJson(root);
  for (const file of [firestore?.rules, storage?.rules]) {
    if (file === undefined) continue;
    const path = join(root, file);
    if (!existsSync(path)) throw new StartError(`firebase.json names the rules file ${file}, which does not exist.`);
    try {
      parseRuleset(readFileSync(path, 'utf8'), file);
    } catch (error) {
      if (!(error instanceof RulesSyntaxError)) throw error;
      throw new StartError(`${file}, line ${error.line}, column ${error.column}: ${error.reason}`);
    }
  }
}
