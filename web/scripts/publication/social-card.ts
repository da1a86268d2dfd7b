import { readFileSync } from 'node:fs';
import { create, type Font as FontData } from 'fontkit';
import sharp from 'sharp';
import type { Publication } from '../../../shared/src/publication.ts';
import { ICON_BOX, iconShapes, svgOf } from '../../../shared/src/site-icon.ts';
import { fontFile } from './font-faces.ts';

const CARD = { width: 1200, height: 630 } as const;

export const CARD_FILE = 'social-card.png';

/**
 * Draws the picture that chats and networks show: the icon, the name and the tag line.
 * @throws Error if the font lacks characters of the publication's name
 */
export const drawCard = async (publication: Publication): Promise<Buffer> =>
  // With a palette, an image with few colours is half as large and looks the same.
  sharp(Buffer.from(cardSvg(publication)))
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();

/** Text is drawn as outlines, because machines have different fonts. */
function cardSvg(publication: Publication): string {
  const { name, tagLine, colors, icon } = publication;
  const side = 300;
  const left = 110;
  const textLeft = 464;
  const room = CARD.width - textLeft - 60;
  const title = outline(publication, name, { size: 128, room });
  const line = outline(publication, tagLine, { size: 48, room });
  const shapes = iconShapes({ icon, accent: colors.light.accent, paper: colors.light.paper }, 14);
  return svgOf(
    CARD.width,
    CARD.height,
    `<rect width="${CARD.width}" height="${CARD.height}" fill="${colors.light.paper}"/>` +
      `<g transform="translate(${left} ${(CARD.height - side) / 2}) scale(${side / ICON_BOX})">${shapes}</g>` +
      // The outline around the letters replaces the heavier weight, which this form of the font file does not have.
      `<path transform="translate(${textLeft} 330)${title.transform}" d="${title.path}" fill="${colors.light.text}" stroke="${colors.light.text}" stroke-width="${title.unitsPerEm / 50}"/>` +
      `<path transform="translate(${textLeft} 405)${line.transform}" d="${line.path}" fill="${colors.light.muted}"/>`,
  );
}

interface Outline {
  readonly path: string;
  readonly transform: string;
  readonly unitsPerEm: number;
}

/** A text in the font of titles, `size` pixels high, or smaller to fit the width. */
function outline(publication: Publication, text: string, { size, room }: { size: number; room: number }): Outline {
  const font = fontFor(publication, text);
  const { glyphs, positions, advanceWidth } = font.layout(text);
  let x = 0;
  const paths = glyphs.map((glyph, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const path = glyph.path.translate(x + xOffset, yOffset).toSVG();
    x += xAdvance;
    return path;
  });
  const scale = Math.min(size / font.unitsPerEm, room / advanceWidth);
  // The y axis of fonts points up.
  return { path: paths.join(''), transform: ` scale(${scale} ${-scale})`, unitsPerEm: font.unitsPerEm };
}

function fontFor({ fonts: { serif } }: Publication, text: string): FontData {
  const upright = serif.files.filter((file) => file.endsWith('-normal'));
  const fonts = upright.map((file) => create(readFileSync(fontFile(serif, file))) as FontData);
  const found = fonts.find((font) =>
    [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
  );
  if (found) return found;
  throw new Error(
    `publication.config.ts cannot be used:\n  fonts.serif.files: no upright file has all letters of "${text}", which the social card shows`,
  );
}
