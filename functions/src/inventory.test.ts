import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountOf, accountParameterOf, entryOf, FUNCTION_NAMES, REGION } from './inventory.ts';

/** The function options that `firebase deploy` reads. */
interface Endpoint {
  readonly region: readonly string[];
  readonly availableMemoryMb: number;
  readonly timeoutSeconds: number;
  readonly serviceAccountEmail: { readonly name: string };
  readonly secretEnvironmentVariables?: readonly { readonly key: string }[];
  readonly scheduleTrigger?: { readonly schedule: string };
  readonly httpsTrigger?: object;
}

describe('the inventory of functions', () => {
  let deployed: Record<string, { readonly __endpoint: Endpoint }>;
  beforeAll(async () => {
    deployed = (await import('./index.ts')) as unknown as typeof deployed;
  });

  it('contains exactly the deployed functions', () => {
    expect(Object.keys(deployed).sort()).toEqual([...FUNCTION_NAMES].sort());
  });

  it.each(FUNCTION_NAMES)('has the options of %s', (name) => {
    const { schedule, memory, timeoutSeconds, secrets } = entryOf(name);
    const endpoint = deployed[name]?.__endpoint;

    expect(endpoint).toMatchObject({
      region: [REGION],
      availableMemoryMb: Number.parseInt(memory, 10),
      timeoutSeconds,
      serviceAccountEmail: { name: accountParameterOf(name) },
    });
    expect(endpoint?.scheduleTrigger?.schedule).toBe(schedule);
    expect(endpoint?.httpsTrigger !== undefined).toBe(schedule === undefined);
    expect((endpoint?.secretEnvironmentVariables ?? []).map(({ key }) => key)).toEqual(secrets);
  });

  it('describes the consequence of failures for scheduled functions, and for no others', () => {
    for (const name of FUNCTION_NAMES) {
      const { schedule, whileItFails } = entryOf(name);
      expect([name, whileItFails !== undefined]).toEqual([name, schedule !== undefined]);
      // The forms that the local stack runs.
      if (schedule) expect(schedule).toMatch(/^every (\d+ (minute|hour)s?|day \d{1,2}:\d{2})$/);
    }
  });

  it('has each service account in the example parameters', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
    for (const name of FUNCTION_NAMES) expect(example).toContain(`${accountParameterOf(name)}=${accountOf(name)}@`);
  });

  it('has each HTTP function in the local stack, and each rewrite of Hosting', async () => {
    const answering = FUNCTION_NAMES.filter((name) => entryOf(name).schedule === undefined);
    const { hosting } = JSON.parse(readFileSync(new URL('../../firebase.json', import.meta.url), 'utf8'));
    const rewritten = hosting.rewrites.flatMap(
      ({ function: target }: { function?: { functionId: string } }) => target?.functionId ?? [],
    );

    const stack = (await import(new URL('../../stack.config.mjs', import.meta.url).href)).default;

    expect(stack.functions.targets.map(({ name }: { name: string }) => name).sort()).toEqual([...answering].sort());
    for (const name of rewritten) expect(answering).toContain(name);
  });
});
