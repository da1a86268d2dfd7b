import type { Font, Palette, Publication } from '../../../shared/src/publication.ts';
import { rangeOf, rule, webFaces } from './font-faces.ts';

/** A placeholder in a style sheet: `--publication-light: here;` */
const PLACEHOLDER = /--publication-(fonts|light|dark): here;/g;
/** The placeholder for all faces. */
const FACES_PLACEHOLDER = /:root \{\s*--publication-font-faces: here;\s*\}/;

/**
 * Replaces the placeholders for fonts and colours.
 * @throws Error that names a missing package
 */
export async function fillStyles(css: string, { fonts, colors }: Publication): Promise<string> {
  const declarations = { fonts: fontTokens(fonts), light: colorTokens(colors.light), dark: colorTokens(colors.dark) };
  const faces = FACES_PLACEHOLDER.test(css) ? await fontFaces([fonts.serif, fonts.sans]) : '';
  return css
    .replace(PLACEHOLDER, (_all, name: keyof typeof declarations) => declarations[name])
    .replace(FACES_PLACEHOLDER, () => faces);
}

const colorTokens = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, color]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${color};`)
    .join('\n  ');

const fontTokens = (fonts: Publication['fonts']): string =>
  (['serif', 'sans'] as const).map((kind) => `--font-${kind}: ${stack(fonts[kind])};`).join('\n  ');

/** The font, its fallback faces and the system's fonts, as a `font-family`. */
function stack({ family, standIns, fallbacks }: Font): string {
  const quoted = [...new Set([family, ...standIns.map((standIn) => standIn.family)])].map((name) => `"${name}"`);
  return [...quoted, ...fallbacks.map(quotedWhereNeeded)].join(', ');
}

const quotedWhereNeeded = (name: string): string => (name.includes(' ') ? `"${name}"` : name);

const fontFaces = async (fonts: readonly Font[]): Promise<string> =>
  [...(await Promise.all(fonts.map(webFaces))).flat(), ...fonts.flatMap(standInFaces)].join('\n');

/** The fallback faces are limited to the font's characters, so that other scripts use the system's fonts in all their weights. */
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
