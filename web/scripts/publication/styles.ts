import type { Font, Palette, Publication } from '../../../shared/src/publication.ts';
import { rangeOf, rule, webFaces } from './font-faces.ts';

/** A declaration in a style sheet that stands for what the publication says: `--publication-light: here;` */
const PLACEHOLDER = /--publication-(fonts|light|dark): here;/g;
/** The rule that stands for all faces. */
const FACES_PLACEHOLDER = /:root \{\s*--publication-font-faces: here;\s*\}/;

/** Puts fonts and colours of the publication where our style sheets ask for them. @throws Error that says what is not installed */
export async function fillStyles(css: string, { fonts, colors }: Publication): Promise<string> {
  const declarations = { fonts: fontTokens(fonts), light: colorTokens(colors.light), dark: colorTokens(colors.dark) };
  const faces = FACES_PLACEHOLDER.test(css) ? await fontFaces([fonts.serif, fonts.sans]) : '';
  return css
    .replace(PLACEHOLDER, (_all, name: keyof typeof declarations) => declarations[name])
    .replace(FACES_PLACEHOLDER, () => faces);
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

const fontFaces = async (fonts: readonly Font[]): Promise<string> =>
  [...(await Promise.all(fonts.map(webFaces))).flat(), ...fonts.flatMap(standInFaces)].join('\n');

/** Of what a font does not have they keep out: other scripts come from the machine's fonts, in all their weights. */
function standInFaces(font: Font): string[] {
  const range = font.standIns.length > 0 ? rangeOf(font) : '';
  return font.standIns.map(({ family, weight, local, size, ascent, descent }) =>
    rule({
      'font-family': `"${family}"`,
      'font-weight': weight === undefined ? '' : String(weight),
      src: local.map((name) => `local("${name}")`).join(', '),
      'size-adjust': `${size}%`,
      'ascent-override': `${ascent}%`,
      'descent-override': `${descent}%`,
      'line-gap-override': '0%',
      'unicode-range': range,
    }),
  );
}
