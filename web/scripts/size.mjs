// Prints the sizes of the built app's chunks, and fails if the first page exceeds its budget.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Bytes after gzip -9: the entry with its static imports, and the styles in the app shell. */
const BUDGET = { js: 150_000, css: 18_000 };
/** Bytes of the font files of an article in plain letters, including italics. */
const FONT_BUDGET = 56_000;

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const manifestFile = join(dist, '.vite', 'manifest.json');
if (!existsSync(manifestFile)) {
  console.error('There is no build to weigh: run `npm run build` first.');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
const gzipped = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);

const initial = { js: new Set(), css: new Set() };
function collect(key) {
  const chunk = manifest[key];
  if (initial.js.has(chunk.file)) return;
  initial.js.add(chunk.file);
  for (const next of chunk.imports ?? []) collect(next);
}
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
if (!entry) throw new Error('dist holds no entry: run the build first');
collect(entry);
const shell = readFileSync(join(dist, 'app.html'), 'utf8');
for (const [, file] of shell.matchAll(/<style data-href="\/([^"]+)">/g)) initial.css.add(file);

const chunks = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));
const rows = chunks.map(({ file, name, css = [] }) => ({
  name: name ?? file,
  isInitial: initial.js.has(file),
  js: gzipped(file),
  css: css.reduce((sum, sheet) => sum + gzipped(sheet), 0),
}));
rows.sort((a, b) => Number(b.isInitial) - Number(a.isInitial) || b.js - a.js);

console.log(`${'chunk'.padEnd(32)}${'JS gzip'.padStart(10)}${'CSS gzip'.padStart(10)}`);
for (const { name, isInitial, js, css } of rows) {
  console.log(`${(isInitial ? `* ${name}` : `  ${name}`).padEnd(32)}${kb(js)}${css ? kb(css) : ''}`);
}

console.log();
const sheets = [...initial.css].map((file) => readFileSync(join(dist, file), 'utf8')).join('');
for (const kind of ['js', 'css']) {
  // Scripts are compressed one by one, the styles as part of the shell.
  const total =
    kind === 'js'
      ? [...initial.js].reduce((sum, file) => sum + gzipped(file), 0)
      : gzipSync(sheets, { level: 9 }).length;
  const over = total - BUDGET[kind];
  console.log(`* initial ${kind.toUpperCase()}: ${kb(total).trim()} of ${kb(BUDGET[kind]).trim()}`);
  if (over > 0) {
    console.error(
      `The first page is over its budget by ${kb(over).trim()} of ${kind.toUpperCase()}: load what it does not draw later, ` +
        'or say in docs/performance.md why it may weigh more and raise the budget here.',
    );
    process.exitCode = 1;
  }
}

const faces = (sheets.match(/@font-face\{[^}]*\}/g) ?? []).map((face) => ({
  file: /url\(\/([^)]+)\)/.exec(face)?.[1],
  isOfPlainLetters: /unicode-range:U\+0-7E/.test(face),
  isBoldItalic: face.includes('font-style:italic') && !face.includes('font-weight:400;'),
}));
const first = faces.filter(({ file, isOfPlainLetters, isBoldItalic }) => file && isOfPlainLetters && !isBoldItalic);
const fontBytes = first.reduce((sum, { file }) => sum + readFileSync(join(dist, file)).length, 0);
console.log(`* fonts of an article: ${kb(fontBytes).trim()} of ${kb(FONT_BUDGET).trim()}, in ${first.length} files`);
if (first.length === 0 || fontBytes > FONT_BUDGET) {
  console.error('The fonts are over their budget, or not in parts any more: see docs/performance.md, "The app".');
  process.exitCode = 1;
}
