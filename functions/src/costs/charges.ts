import { api } from '@inkwell/shared/api';
import type { EndpointDefinition } from '@inkwell/shared/endpoint';
import type { Bound, CallName } from './cost.ts';
import { COSTS } from './costs.ts';

/** Charged for a change by default. */
const CHANGE = 4;

/** A cost without the types of its call. A fixed one has a single case without a name. */
export interface AnyCost {
  readonly of: Readonly<Record<string, Bound>>;
  readonly and: Readonly<Record<string, Bound>>;
  readonly job: boolean;
  readonly charge: ((query: unknown, result: unknown) => number) | undefined;
}

const isBound = (cost: object): cost is Bound => Array.isArray(cost);

export function costOf(name: CallName): AnyCost {
  const cost: Partial<Omit<AnyCost, 'of'>> & { readonly of: Bound | AnyCost['of'] } = isBound(COSTS[name])
    ? { of: COSTS[name] }
    : (COSTS[name] as never);
  const { of, and = {}, job = false, charge } = cost;
  return { of: isBound(of) ? { '': of } : of, and, job, charge };
}

const names = new Map<EndpointDefinition, CallName>(
  Object.entries(api).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, definition]) => [definition, `${area}.${name}` as CallName] as const),
  ),
);

/** The name of a call, by its declaration. */
export function nameOf(definition: EndpointDefinition): CallName {
  const name = names.get(definition);
  if (!name) throw new Error(`${definition.method} ${definition.path} is not in the contract`);
  return name;
}

/** The charge for a call to the read quota. */
export function chargeOf(definition: EndpointDefinition): (query: unknown, result: unknown) => number {
  const { of, charge } = costOf(nameOf(definition));
  const most = definition.method === 'GET' ? Math.max(...Object.values(of).map(([reads]) => reads)) : CHANGE;
  return charge ?? (() => most);
}
