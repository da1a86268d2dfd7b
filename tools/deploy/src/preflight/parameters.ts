import { accountParameterOf, FUNCTION_NAMES } from '@inkwell/functions/src/inventory.ts';

/** A parameter that functions/src/index.ts declares. */
export interface Parameter {
  readonly name: string;
  readonly kind: 'String' | 'Int' | 'Boolean' | 'Float' | 'List' | 'Secret';
}

/** The declarations in a module (`defineInt('NAME', ...)`), and the parameters for the account of each function in the inventory. */
export function declaredParameters(source: string): Parameter[] {
  const found = source.matchAll(/\bdefine(String|Int|Boolean|Float|List|Secret)\(\s*'(\w+)'/g);
  const accounts = FUNCTION_NAMES.map((name): Parameter => ({ name: accountParameterOf(name), kind: 'String' }));
  return [...[...found].map(([, kind = '', name = '']) => ({ name, kind: kind as Parameter['kind'] })), ...accounts];
}

/** Reads a file with one `NAME=value` per line, without quotes and trailing comments. */
export function readVariables(text: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, name = '', value = ''] = /^\s*(?:export\s+)?([\w.]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (!name) return [];
    const quoted = /^(['"])(.*)\1/.exec(value);
    return [[name, quoted ? (quoted[2] ?? '') : value.replace(/#.*$/, '').trim()] as const];
  });
  return new Map(lines);
}

/** The problems of the values for a deployment to `project`, one sentence each. */
export function parameterProblems(
  declared: readonly Parameter[],
  values: ReadonlyMap<string, string>,
  project: string,
): string[] {
  return declared
    .filter(({ kind }) => kind !== 'Secret')
    .flatMap(({ name, kind }) => {
      const value = values.get(name);
      if (value === undefined) return [`${name} has no value: defaults count only where a person can confirm them`];
      if (kind === 'Int' && !/^-?\d+$/.test(value)) return [`${name} is "${value}", which is not a whole number`];
      if (name === 'SITE_URL' && value !== '' && !/^https:\/\/[^/]+$/.test(value))
        return [`${name} is "${value}", expected https://HOST without a slash at its end`];
      if (name.endsWith('_SERVICE_ACCOUNT') && !/^[a-z0-9-]+@[a-z0-9.-]+\.gserviceaccount\.com$/.test(value))
        return [`${name} is "${value}", expected NAME@PROJECT.iam.gserviceaccount.com`];
      // For example, after a copy of staging's file.
      if (
        name.endsWith('_SERVICE_ACCOUNT') &&
        value.endsWith('.iam.gserviceaccount.com') &&
        !value.includes(`@${project}.`)
      )
        return [`${name} is "${value}", which is an account of another project`];
      return [];
    });
}
