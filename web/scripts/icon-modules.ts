import type { IconDefinition } from '@fortawesome/free-solid-svg-icons';
import * as icons from '@fortawesome/free-solid-svg-icons';
import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]*)\} from '@fortawesome\/free-solid-svg-icons';/g;
const MODULE = 'icon:';

/** The source with one import for each icon, and the same number of lines. */
export const withIconModules = (source: string): string =>
  source.replace(IMPORT, (statement, names: string) => {
    const values = names.split(',').map((name) => name.trim());
    const imports = values
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => `import { ${name} } from '${MODULE}${name}';`);
    return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
  });

/** The module of one icon, with its size and path. @throws Error for an unknown name */
export function iconModule(name: string): string {
  const all: Readonly<Record<string, unknown>> = icons;
  const found = all[name] as IconDefinition | undefined;
  if (!found) throw new Error(`there is no icon ${name}`);
  const [width, height, , , path] = found.icon;
  return `export const ${name} = ${JSON.stringify({ icon: [width, height, [], '', path] })};`;
}

/** Gives each icon its own module. With the package's single module, the first page would load all icons of the app: 5 kB. */
export const iconModulesPlugin = (): Plugin => ({
  name: 'icon-modules',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : null),
  load: (id) => (id.startsWith(`\0${MODULE}`) ? { code: iconModule(id.slice(MODULE.length + 1)), map: null } : null),
  transform: {
    filter: { id: /\/web\/src\/.+\.tsx?$/, code: /@fortawesome\/free-solid-svg-icons'/ },
    handler: (source) => ({ code: withIconModules(source), map: null }),
  },
});
