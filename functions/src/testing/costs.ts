import { expect } from 'vitest';
import type { TestAnswer } from './api.ts';

interface Cost {
  readonly reads: number;
  readonly writes: number;
}

/** The documents of a call, which must have succeeded. */
export function costOf({ status, reads, writes }: TestAnswer): Cost {
  expect(status).toBeLessThan(300);
  return { reads, writes };
}

/** The documents of each of these calls, by their names. */
export const costsOf = (answers: Readonly<Record<string, TestAnswer>>): Record<string, Cost> =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, costOf(answer)]));
