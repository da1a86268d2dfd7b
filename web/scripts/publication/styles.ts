import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FONT_FILE, type Font, type Palette, type Publication } from '../../../shared/src/publication.ts';

const require = createRequire(import.meta.url);

/** A declaration in a style sheet that stands for what the publication says: `--publication-light: here;` */
const PLACEHOLDER = /--publication-(fonts|light|dark): here;/g;
/** The rule that stands for all faces. */
const FACES_PLACEHOLDER = /:root \{\s*--publication-font-faces: here;\s*\}/;

/** Puts fonts and colours of the publication where our style sheets ask for them. */
export function fillStyles(css: string, { fonts, colors }: Publication): string {
  const declarations = { fonts: fontTokens(fonts), light: colorTokens(colors.light), dark: colorTokens(colors.dark) };
  return css
    .replace(PLACEHOLDER, (_all, name: keyof typeof declarations) => declarations[name])
    .replace(FACES_PLACEHOLDER, () => fontFaces([fonts.serif, fonts.sans]));
}

/** `accentHover` becomes `--accent-hover`. */
const colorTokens = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, color]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${color};`)
    .join('\n  ');

const fontTokens = (fonts: Publication['fonts']): string =>
  (['serif', 'sans'] as const).map((kind) => `--font-${kind}: ${stack(fonts[kind])};`).join('\n  ');

/** All names, the font's first and the machine's last; those of more than one word and its stand-ins in quotes. */
function stack({ family, standIns, fallbacks }: Font): string {
  const quoted = [...new Set([family, ...standIns.map((standIn) => standIn.family)])].map((name) => `"${name}"`);
  return [...quoted, ...fallbacks.map(quotedWhereNeeded)].join(', ');
}

const quotedWhereNeeded = (name: string): string => (name.includes(' ') ? `"${name}"` : name);

const fontFaces = (fonts: readonly Font[]): string =>
  [...fonts.flatMap(webFaces), ...fonts.flatMap(standInFaces)].join('\n');

function webFaces(font: Font): string[] {
  const { unicode, weights } = readPackage(font);
  const seen = new Map<string, Set<string>>();
  return font.files.map((file) => {
    const { subset = '', axis = '', style = '' } = FONT_FILE.exec(file)?.groups ?? {};
    // A character belongs to the first file that has it, or browsers would fetch a second one for it.
    const taken = seen.get(style) ?? new Set();
    const range = (unicode[subset] ?? '').split(',').filter((part) => part !== '' && !taken.has(part));
    seen.set(style, new Set([...taken, ...range]));
    return rule({
      'font-family': `"${font.family}"`,
      'font-style': style,
      'font-display': 'swap',
      'font-weight': /^\d+$/.test(axis) ? axis : weights,
      src: `url("${font.package}/files/${file}.woff2") format("woff2")`,
      'unicode-range': range.join(', '),
    });
  });
}

const standInFaces = ({ standIns }: Font): string[] =>
  standIns.map(({ family, weight, local, size, ascent, descent }) =>
    rule({
      'font-family': `"${family}"`,
      'font-weight': weight === undefined ? '' : String(weight),
      src: local.map((name) => `local("${name}")`).join(', '),
      'size-adjust': `${size}%`,
      'ascent-override': `${ascent}%`,
      'descent-override': `${descent}%`,
      'line-gap-override': '0%',
    }),
  );

const rule = (declarations: Readonly<Record<string, string>>): string =>
  `@font-face {\n${Object.entries(declarations)
    .filter(([, value]) => value !== '')
    .map(([property, value]) => `  ${property}: ${value};\n`)
    .join('')}}`;

/** Which characters are in which subset, and the weights of a variable font. */
function readPackage(font: Font): { unicode: Record<string, string>; weights: string } {
  for (const file of font.files) fontFile(font, file);
  const read = (name: string) => JSON.parse(readFileSync(require.resolve(`${font.package}/${name}`), 'utf8'));
  const { variable, weights } = read('metadata.json');
  const axis = variable?.wght;
  return { unicode: read('unicode.json'), weights: axis ? `${axis.min} ${axis.max}` : String(weights[0]) };
}

/** Path of a file of the font. @throws Error that says what is not installed */
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
