import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { trackedFiles } from './imports.ts';

/** The texts of source files and style sheets, by path from the repository's root. */
export type Sources = ReadonlyMap<string, string>;

interface SheetImport {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

const SHEET = /\.module\.css$/;
const IMPORT = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;
const COMPOSED = /composes: ([\w-]+) from "([^"]+)"/g;
const COMPONENTS = /^import \{([^}]*)\} from '@mantine\/core';$/gm;
const MANTINE_SHEET = /@mantine\/core\/styles\/(\w+)\.layer\.css/g;
const PLAIN = /^(?:import '|@import url\(")(\.[^'"]+\.css)/gm;

/** The app's modules and style sheets. */
export const readSources = (root: string): Sources =>
  new Map(
    trackedFiles(root)
      .filter((file) => /^web\/src\/.*\.(?:tsx?|css)$/.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );

/**
 * Violations of the rules for style sheets. `name.module.css` belongs to `name.tsx` in the same folder, or to the whole feature `name` if it is at
 * its root. Only that feature, or outside of features that folder, may import it. Each file imports one sheet, as `styles`. No sheet and no class may
 * be unused.
 */
export function sheetComplaints(sources: Sources): string[] {
  const imports = [...sources].flatMap(([from, text]) =>
    [...text.matchAll(IMPORT)].map(
      ([, name = '', to = '']): SheetImport => ({ from, to: posix.join(posix.dirname(from), to), name }),
    ),
  );
  const plain = new Set(
    [...sources].flatMap(([from, text]) =>
      [...text.matchAll(PLAIN)].map(([, to = '']) => posix.join(posix.dirname(from), to)),
    ),
  );
  const sheets = [...sources.keys()].filter((file) => SHEET.test(file));
  return [
    ...imports
      .filter(({ name }) => name !== 'styles')
      .map(({ from, to, name }) => `${from} imports ${to} as ${name}, not as styles`),
    ...imports
      .filter(({ from }, index) => imports.findIndex((other) => other.from === from) !== index)
      .map(({ from, to }) => `${from} imports a second style sheet, ${to}`),
    ...imports
      .filter(({ from, to }) => !from.startsWith(`${homeOf(to)}/`))
      .map(({ from, to }) => `${from} imports ${to}, which belongs to ${homeOf(to)}`),
    ...sheets
      .filter((sheet) => !sources.has(sheet.replace(SHEET, '.tsx')) && featureNamed(sheet) === null)
      .map((sheet) => `${sheet} is named after neither a component in its folder nor the feature at whose root it is`),
    ...[...sources.keys()]
      .filter((file) => file.endsWith('.css') && !plain.has(file) && !imports.some(({ to }) => to === file))
      .map((file) => `${file} is imported nowhere`),
    ...sheets.flatMap((sheet) =>
      unusedClasses(sources.get(sheet) ?? '', [
        ...imports.filter(({ to }) => to === sheet).map(({ from }) => sources.get(from) ?? ''),
        composedFrom(sheet, sources),
      ]).map((name) => `${sheet}: .${name} is used nowhere`),
    ),
  ];
}

/** The Mantine components that have their own style sheet. */
export const readMantineSheets = (root: string): ReadonlySet<string> =>
  new Set(
    readdirSync(join(root, 'node_modules/@mantine/core/styles')).flatMap(
      (file) => /^(\w+)\.layer\.css$/.exec(file)?.[1] ?? [],
    ),
  );

/** Mantine components without style, because neither their file nor one of the sheets for whole pages imports their sheet. */
export function mantineComplaints(sources: Sources, withSheet: ReadonlySet<string>): string[] {
  const sheetsIn = (text: string) => [...text.matchAll(MANTINE_SHEET)].map(([, name = '']) => name);
  const ofPages = new Set([...sources].flatMap(([file, text]) => (file.endsWith('.css') ? sheetsIn(text) : [])));
  return [...sources].flatMap(([file, text]) => {
    const own = new Set(sheetsIn(text));
    return [...text.matchAll(COMPONENTS)]
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
      .filter((name) => withSheet.has(name) && !ofPages.has(name) && !own.has(name))
      .map((name) => `${file} uses ${name}, but does not import @mantine/core/styles/${name}.layer.css`);
  });
}

/** Class names that other sheets of the feature compose from a sheet. They count as used. */
const composedFrom = (sheet: string, sources: Sources): string =>
  [...sources]
    .filter(([file]) => SHEET.test(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(COMPOSED)]
        .filter(([, , from]) => posix.join(posix.dirname(file), from ?? '') === sheet)
        .map(([, name]) => `styles.${name}`),
    )
    .join(' ');

/** The folder that may import a sheet. */
const homeOf = (sheet: string): string => /^web\/src\/features\/[^/]+/.exec(sheet)?.[0] ?? posix.dirname(sheet);

/** The feature whose root contains the sheet. */
const featureNamed = (sheet: string): string | null =>
  /^web\/src\/features\/([^/]+)\/\1\.module\.css$/.exec(sheet)?.[1] ?? null;

/** Classes that no importer uses. Global classes belong to other sheets. An importer with a computed class name may use all classes. */
function unusedClasses(sheet: string, importers: readonly string[]): string[] {
  if (importers.some((text) => text.includes('styles['))) return [];
  const selectors = sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}');
  const names = new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name));
  return [...names].filter((name) => !importers.some((text) => new RegExp(`styles\\.${name}\\b`).test(text)));
}
