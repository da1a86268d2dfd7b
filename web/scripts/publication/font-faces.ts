import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { FONT_FILE, type Font } from '../../../shared/src/publication.ts';
import { formatRange, parseRange } from './unicode-range.ts';

/* Font files for readers: only the weights that our styles use, and split by the characters that a text needs.
   docs/performance.md has their sizes. */

const require = createRequire(import.meta.url);

/** Next to the packages. Files are named after their content, so none can be stale. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/publication-fonts');
const FROM_STYLES = '../../node_modules/.cache/publication-fonts';

/** The range of weights in our styles. Each further hundred makes files 10 % larger. */
const WEIGHTS = { min: 400, max: 700 };

/** The characters of English textsand most characters of other Latin-script texts. Accented letters are in another file, loaded only if needed. */
const BASIC = new Set([
  ...parseRange('U+0000-007E'),
  // No-break space, ©, «, ·, », ×, dashes, quotation marks, bullet, ellipsis, primes, €, ™, minus.
  ...parseRange(
    'U+00A0,U+00A9,U+00AB,U+00B7,U+00BB,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2032-2033',
  ),
  ...parseRange('U+20AC,U+2122,U+2212'),
]);

interface Weights {
  readonly min: number;
  readonly max: number;
}

/**
 * The faces of a font for a style sheet in `web/src/styles`, most needed first.
 * @throws Error that names a missing package
 */
export async function webFaces(font: Font): Promise<string[]> {
  const { unicode, weights, isVariable } = readPackage(font);
  const seen = new Map<string, Set<number>>();
  const faces: Promise<string>[] = [];
  for (const file of font.files) {
    const { subset = '', axis = '', style = '' } = FONT_FILE.exec(file)?.groups ?? {};
    // Each character is only in the first file that contains it. Otherwise browsers would load both files.
    const taken = seen.get(style) ?? new Set();
    const own = parseRange(unicode[subset] ?? '').filter((character) => !taken.has(character));
    seen.set(style, new Set([...taken, ...own]));
    const parts = [own.filter((one) => BASIC.has(one)), own.filter((one) => !BASIC.has(one))];
    const spans = isVariable && /\D/.test(axis) ? spansOf(weights, style) : [null];
    for (const characters of parts.filter(({ length }) => length > 0)) {
      for (const span of spans) faces.push(face({ font, file, style, characters, span, fixed: axis }));
    }
  }
  return Promise.all(faces);
}

/** The characters of all files of a font, as a `unicode-range`. */
export function rangeOf(font: Font): string {
  const { unicode } = readPackage(font);
  const subsets = font.files.map((file) => FONT_FILE.exec(file)?.groups?.subset ?? '');
  return formatRange([...new Set(subsets.flatMap((subset) => parseRange(unicode[subset] ?? '')))]);
}

/** Italics are rarely bold: their heavier weights are a separate file. */
function spansOf({ min, max }: Weights, style: string): Weights[] {
  const all = { min: Math.max(min, WEIGHTS.min), max: Math.min(max, WEIGHTS.max) };
  if (style !== 'italic' || all.min === all.max) return [all];
  return [
    { min: all.min, max: all.min },
    { min: all.min + 1, max: all.max },
  ];
}

interface Face {
  readonly font: Font;
  readonly file: string;
  readonly style: string;
  readonly characters: readonly number[];
  /** Null for a single-weight file. */
  readonly span: Weights | null;
  readonly fixed: string;
}

async function face({ font, file, style, characters, span, fixed }: Face): Promise<string> {
  const weight = span === null ? fixed : span.min === span.max ? String(span.min) : `${span.min} ${span.max}`;
  return rule({
    'font-family': `"${font.family}"`,
    'font-style': style,
    'font-display': 'swap',
    'font-weight': weight,
    src: `url("${FROM_STYLES}/${await cut(fontFile(font, file), file, characters, span)}") format("woff2")`,
    'unicode-range': formatRange(characters),
  });
}

/**
 * Makes the file if it is missing.
 * @returns its name
 */
async function cut(path: string, file: string, characters: readonly number[], span: Weights | null): Promise<string> {
  const whole = readFileSync(path);
  const hash = createHash('sha256')
    .update(whole)
    .update(JSON.stringify([characters, span, versionOf('subset-font')]))
    .digest('hex');
  const name = `${file}-${hash.slice(0, 10)}.woff2`;
  const target = join(CACHE, name);
  if (existsSync(target)) return name;
  const wght = span !== null && span.min === span.max ? span.min : span;
  const part = await subsetFont(whole, String.fromCodePoint(...characters), {
    targetFormat: 'woff2',
    ...(wght !== null && { variationAxes: { wght } }),
  });
  mkdirSync(CACHE, { recursive: true });
  // Two builds may create it at the same time.
  const unfinished = `${target}.${process.pid}`;
  writeFileSync(unfinished, part);
  renameSync(unfinished, target);
  return name;
}

const readJson = (name: string) => JSON.parse(readFileSync(require.resolve(name), 'utf8'));
const versionOf = (name: string): string => readJson(`${name}/package.json`).version;

/** The characters of each subset, and the weights of a variable font. */
function readPackage(font: Font): { unicode: Record<string, string>; weights: Weights; isVariable: boolean } {
  for (const file of font.files) fontFile(font, file);
  const { variable } = readJson(`${font.package}/metadata.json`);
  const axis = variable?.wght;
  return {
    unicode: readJson(`${font.package}/unicode.json`),
    weights: axis ? { min: Number(axis.min), max: Number(axis.max) } : WEIGHTS,
    isVariable: Boolean(axis),
  };
}

/**
 * Path of a file of the font.
 * @throws Error that names a missing package
 */
export function fontFile(font: Font, file: string): string {
  const name = `${font.package}/files/${file}.woff2`;
  try {
    return require.resolve(name);
  } catch (cause) {
    throw new Error(
      `publication.config.ts cannot be used:\n  fonts: ${name} is not there; \`npm install --workspace web ${font.package}\` installs the package`,
      { cause },
    );
  }
}

/** A face for a style sheet, without empty values. */
export const rule = (declarations: Readonly<Record<string, string>>): string =>
  `@font-face {\n${Object.entries(declarations)
    .filter(([, value]) => value !== '')
    .map(([property, value]) => `  ${property}: ${value};\n`)
    .join('')}}`;
