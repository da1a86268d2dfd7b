import type { EndpointDefinition } from '@inkwell/shared/endpoint';
import { tsImport } from 'tsx/esm/api';
import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]*)\} from '(@\w+\/shared\/([a-z-]+))';/g;
const MODULE = 'contract-calls:';

/** The source with separate imports for groups of calls (`postApi`), and the same number of lines. */
export const withCallsImported = (source: string): string =>
  source.replace(IMPORT, (statement, list: string, path: string, file: string) => {
    const names = list.split(',').map((name) => name.trim());
    const calls = names.filter((name) => /^\w+Api$/.test(name));
    // A type-only import would still load the module.
    const others = names.filter((name) => name !== '' && !name.startsWith('type ') && !calls.includes(name));
    if (calls.length === 0) return statement;
    const imports = calls.map((name) => `import { ${name} } from '${MODULE}${file}/${name}';`);
    if (others.length > 0) imports.push(`import { ${others.join(', ')} } from '${path}';`);
    return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
  });

/** The module of one group of calls (`posts/postApi`), with the properties that src/lib/api.ts reads. */
export async function callsModule(group: string): Promise<string> {
  const [file, name = ''] = group.split('/');
  const contract = await tsImport(`../../shared/src/${file}.ts`, import.meta.url);
  const calls = Object.entries<EndpointDefinition>(contract[name]).map(([call, { method, path, access, response }]) => [
    call,
    { method, path, access, ...(response && { response: true }) },
  ]);
  return `export const ${name} = ${JSON.stringify(Object.fromEntries(calls))};`;
}

/** Omits the schemas of calls from the app, which sends and reads plain JSON. Saves 13 kB on the first page. */
export const contractCallsPlugin = (): Plugin => ({
  name: 'contract-calls',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : null),
  load: async (id) =>
    id.startsWith(`\0${MODULE}`) ? { code: await callsModule(id.slice(MODULE.length + 1)), map: null } : null,
  transform: {
    filter: { id: /\/web\/src\/.+\.tsx?$/, code: /Api\b[^;]*\/shared\// },
    handler: (source) => ({ code: withCallsImported(source), map: null }),
  },
});
