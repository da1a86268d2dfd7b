import { expect } from 'vitest';
import { costOf as costOfCall, nameOf } from '../costs/charges.ts';
import type { Bound } from '../costs/cost.ts';
import type { TestAnswer } from './api.ts';

interface Documents {
  readonly reads: number;
  readonly writes: number;
}

/** The documents that a call read and wrote. The call must have succeeded. */
export function costOf({ status, reads, writes }: TestAnswer): Documents {
  expect(status).toBeLessThan(300);
  return { reads, writes };
}

/** The name of a case in the cost table; extra costs of the call with their counts; or documents that are not in the table. */
type Term = string | Readonly<Record<string, number>> | Bound;

const isBound = (term: object): term is Bound => Array.isArray(term);

/**
 * Expects that a call succeeded and cost exactly as much as in the table.
 * @param terms the case, if it has a name, and the extra costs
 */
export function expectCost(answer: TestAnswer, ...terms: Term[]): void {
  if (!answer.call) throw new Error('this call is not in the contract');
  const name = nameOf(answer.call);
  const { of, and } = costOfCall(name);
  const chosen = terms.find((term) => typeof term === 'string') ?? '';
  const added = terms.flatMap((term): Bound[] => {
    if (typeof term === 'string') return [];
    if (isBound(term)) return [term];
    return Object.entries(term).map(([one, times]) => {
      const [reads, writes = 0] = known(and, one, name);
      return [times * reads, times * writes];
    });
  });
  const all = [known(of, chosen, name), ...added];
  const sum = (at: 0 | 1) => all.reduce((total, bound) => total + (bound[at] ?? 0), 0);
  expect([name, costOf(answer)]).toEqual([name, { reads: sum(0), writes: sum(1) }]);
}

function known(bounds: Readonly<Record<string, Bound>>, one: string, name: string): Bound {
  const bound = bounds[one];
  if (!bound) throw new Error(`the cost of ${name} has no "${one}", but ${Object.keys(bounds).join(', ')}`);
  return bound;
}
