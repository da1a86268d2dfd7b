/**
 * Weakens firestore.rules and storage.rules in every small way, and checks each mutant against the tables of permissions. Every mutant must be
 * caught. Prints the rate; exits with 1 if one survives. `npm run test:mutants` at the root.
 */
import { RulesSyntaxError } from 'firebase-local/rules/errors';
import { parseSource } from 'firebase-local/rules/parser';
import { rulesetOf } from 'firebase-local/rules/ruleset';
import { faultsOf } from './judge.ts';
import { mutantsOf } from './mutations.ts';
import { readRules } from './table.ts';

const FILES = { firestore: 'firestore.rules', storage: 'storage.rules' } as const;
const started = performance.now();
let total = 0;
let survivors = 0;

for (const [service, fileName] of Object.entries(FILES) as ['firestore' | 'storage', (typeof FILES)['storage']][]) {
  const tree = parseSource(readRules(fileName), fileName);
  const faults = faultsOf({ [service]: rulesetOf(tree, fileName) });
  if (faults.length > 0) {
    console.error(`${fileName} itself does not keep to its table:\n  ${faults.join('\n  ')}`);
    process.exit(1);
  }
  let count = 0;
  for (const { at, what, result } of mutantsOf(tree)) {
    count += 1;
    if (!isCaught(service, fileName, result)) {
      survivors += 1;
      console.error(`survived: ${fileName}:${at.line}:${at.column}: ${what}`);
    }
  }
  console.log(`${fileName}: ${count} mutants`);
  total += count;
}

const rate = (100 * (total - survivors)) / total;
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`${total - survivors} of ${total} mutants caught (${rate.toFixed(1)} %) in ${seconds} s`);
// No mutants would mean that the generator is broken, not that the rules are safe.
process.exitCode = survivors > 0 || total === 0 ? 1 : 0;

function isCaught(service: 'firestore' | 'storage', fileName: string, tree: Parameters<typeof rulesetOf>[0]): boolean {
  try {
    return faultsOf({ [service]: rulesetOf(tree, fileName) }).length > 0;
  } catch (error) {
    // A mutant that does not load, e.g. because of an invalid pattern, cannot be deployed.
    if (error instanceof RulesSyntaxError) return true;
    throw error;
  }
}
