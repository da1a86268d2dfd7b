import { fileURLToPath } from 'node:url';
import { findCircles } from './circles.ts';
import { privateImports, tiesOfTextEditor } from './features.ts';
import { type Import, inlineImports, readImports, readServer } from './imports.ts';
import { arrowsUp, strangers } from './layers.ts';
import { mantineComplaints, readMantineSheets, readSources, sheetComplaints } from './style-sheets.ts';

/*
 * Part of `npm run lint`: rules that Biome cannot check, because it sees one import at a time. Boundaries between the roles of files
 * (routes, services, repositories) are in biome.json.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Tests may look anywhere; nothing imports them. */
const TEST = /\.test\.tsx?$|\/src\/test(ing)?\//;

const imports = readImports(ROOT).filter(({ from }) => !TEST.test(from));
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
  ...inlineImports(readServer(ROOT)).map(
    (file) => `${file} imports inline, where nobody checks what its role may import (imports.ts)`,
  ),
  ...sheetComplaints(sources),
  ...mantineComplaints(sources, readMantineSheets(ROOT)),
];

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
console.log(
  `Structure: no circles, no arrows up, no private imports, style sheets in order (${imports.length} imports).`,
);
