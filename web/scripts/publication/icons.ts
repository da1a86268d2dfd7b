import { readFileSync } from 'node:fs';
import { create, type Font as FontData } from 'fontkit';
import sharp from 'sharp';
import type { Publication } from '../../../shared/src/publication.ts';
import { escapeMarkup } from './escape.ts';
import { fontFile } from './font-faces.ts';

/** Size of the icon's view box. */
const BOX = 64;

const CARD = { width: 1200, height: 630 } as const;

/** Squares without round corners, because phones round them: file names and sides in pixels. */
const SQUARES = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 } as const;

/** For clients that request `/favicon.ico` without reading the page: feed readers, old browsers, tools. */
const ICO_SIDE = 48;

export const ICON_FILES = ['favicon.svg', 'favicon.ico', ...Object.keys(SQUARES), 'social-card.png'] as const;

/**
 * Draws one of `ICON_FILES`.
 * @throws Error for an unknown file, or a publication name that the font cannot write
 */
export async function drawIcon(file: string, publication: Publication): Promise<Buffer> {
  if (file === 'favicon.svg') return Buffer.from(`${faviconSvg(publication)}\n`);
  if (file === 'favicon.ico') return ico(await png(faviconSvg(publication), ICO_SIDE));
  if (file === 'social-card.png') return png(cardSvg(publication));
  const side = SQUARES[file as keyof typeof SQUARES];
  if (side === undefined) throw new Error(`No picture is called ${file}`);
  return png(svg(side, side, `<g transform="scale(${side / BOX})">${iconShapes(publication, 0)}</g>`));
}

/** With a palette, a file of few colours is half as large and looks the same. */
const png = (source: string, side?: number): Promise<Buffer> =>
  sharp(Buffer.from(source)).resize(side).png({ palette: true, compressionLevel: 9 }).toBuffer();

/** One PNG in the container of Windows icons ("ICO file format": a header of 6 bytes, an entry of 16, the picture). */
function ico(picture: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(ICO_SIDE, 6);
  head.writeUInt8(ICO_SIDE, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

function faviconSvg(publication: Publication): string {
  const label = escapeMarkup(publication.name);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOX} ${BOX}" role="img" aria-label="${label}">${iconShapes(publication, 14)}</svg>`;
}

function iconShapes({ icon, colors: { light } }: Publication, radius: number): string {
  const round = radius > 0 ? ` rx="${radius}"` : '';
  const line = icon.line
    ? `<path d="${icon.line}" fill="none" stroke="${light.accent}" stroke-width="3.5" stroke-linecap="round"/>`
    : '';
  return `<rect width="${BOX}" height="${BOX}"${round} fill="${light.accent}"/><path d="${icon.shape}" fill="${light.paper}"/>${line}`;
}

/** The icon, the name and the tag line. Text is drawn as outlines, because machines have different fonts. */
function cardSvg(publication: Publication): string {
  const { name, tagLine, colors } = publication;
  const side = 300;
  const left = 110;
  const textLeft = 464;
  const room = CARD.width - textLeft - 60;
  const title = outline(publication, name, { size: 128, room });
  const line = outline(publication, tagLine, { size: 48, room });
  return svg(
    CARD.width,
    CARD.height,
    `<rect width="${CARD.width}" height="${CARD.height}" fill="${colors.light.paper}"/>` +
      `<g transform="translate(${left} ${(CARD.height - side) / 2}) scale(${side / BOX})">${iconShapes(publication, 14)}</g>` +
      // The outline around the letters replaces the heavier weight, which is in another form of the font's file.
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
