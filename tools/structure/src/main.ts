import { fileURLToPath } from 'node:url';
import { findCircles } from './circles.ts';
import { privateImports, tiesOfTextEditor } from './features.ts';
import { type Import, readImports, readNamedImports } from './imports.ts';
import { arrowsUp, strangers } from './layers.ts';
import { crossings, pathsIntoPackages, TEST } from './roles.ts';
import { mantineComplaints, readMantineSheets, readSources, sheetComplaints } from './style-sheets.ts';

/*
 * Part of `npm run lint`: checks all boundaries between folders and between the roles of files (routes, services, repositories), and the rules for
 * style sheets.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const imports = readImports(ROOT).filter(({ from }) => !TEST.test(from));
const named = readNamedImports(ROOT);
const sources = readSources(ROOT);
const show = ({ from, to }: Import) => `  ${from} imports ${to}`;

const complaints = [
  ...findCircles(imports).map(({ folder, members, imports: ties }) =>
    [`${folder || '.'}: ${members.join(', ')} know each other in a circle`, ...ties.map(show)].join('\n'),
  ),
  ...strangers(imports).map(
    (found) => `${show(found).trim()}, which its part of the repository does not know (layers.ts)`,
  ),
  ...arrowsUp(imports).map((found) => `${show(found).trim()}, which stands above it (layers.ts)`),
  ...privateImports(imports).map(
    (found) =>
      `${show(found).trim()}, which is private to its feature (tools/structure/src/features.ts names what is not)`,
  ),
  ...tiesOfTextEditor(imports).map(
    (found) => `${show(found).trim()}, which ties the text editor to one kind of text (features.ts)`,
  ),
  ...crossings(named).map(({ found, why }) => `${show(found).trim()}: ${why} (roles.ts)`),
  ...pathsIntoPackages(named).map(
    ({ from, specifier }) => `${from} imports ${specifier}: import what the package exports, by its name (roles.ts)`,
  ),
  ...sheetComplaints(sources),
  ...mantineComplaints(sources, readMantineSheets(ROOT)),
];

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
console.log(
  `Structure: no circles, no arrows up, no private imports, style sheets in order (${imports.length} imports).`,
);
