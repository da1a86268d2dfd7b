import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** One import: paths of files relative to the repository's root, with `/` between folders. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** A module name in a file. `to` is its path, or the same name if it is not a file of this repository. */
export interface NamedImport extends Import {
  readonly specifier: string;
}

/** The exported modules of one workspace: from the name in an import to the file, as in `exports` of its package.json. */
interface Package {
  readonly name: string;
  readonly folder: string;
  readonly exports: Readonly<Record<string, string>>;
}

const SOURCE = /\.(?:ts|tsx|mjs)$/;

/** Statements and calls with a literal module name: `from '…'`, `import '…'`, `import('…')`. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*)'([^'\n]+)'/g;

/**
 * Reads all module names in files tracked by git, including imports of types.
 * @param root the repository's folder
 */
export function readNamedImports(root: string): NamedImport[] {
  const files = trackedFiles(root);
  const packages = files
    .filter((file) => posix.basename(file) === 'package.json')
    .flatMap((file) => readPackage(root, file));
  return files
    .filter((file) => SOURCE.test(file))
    .flatMap((from) =>
      specifiersOf(readFileSync(join(root, from), 'utf8')).map((specifier) => {
        const to = specifier.startsWith('.')
          ? posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
          : (resolvePackage(packages, specifier) ?? specifier);
        return { from, to, specifier };
      }),
    );
}

/** Imports between source files of this repository. Names without a file are omitted, because the type check refuses them. */
export const readImports = (root: string): NamedImport[] =>
  readNamedImports(root).filter(({ to }) => SOURCE.test(to) && existsSync(join(root, to)));

/** Module names in a source text, except in comments. */
export function specifiersOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(SPECIFIER)].flatMap(([, specifier]) => (specifier === undefined ? [] : [specifier]));
}

/** Files that git does not ignore, including new ones, relative to the repository's root. */
export function trackedFiles(root: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}

function readPackage(root: string, file: string): Package[] {
  const { name, exports } = JSON.parse(readFileSync(join(root, file), 'utf8'));
  return typeof name === 'string' ? [{ name, folder: dirname(file), exports: exports ?? {} }] : [];
}

/** The file for `name/path`; null if the package is not one of the workspaces. */
function resolvePackage(packages: readonly Package[], specifier: string): string | null {
  const found = packages.find(({ name }) => specifier.startsWith(`${name}/`));
  if (!found) return null;
  const path = `.${specifier.slice(found.name.length)}`;
  const target = found.exports[path] ?? found.exports['./*']?.replace('*', path.slice(2)) ?? path;
  return posix.join(found.folder, target);
}
