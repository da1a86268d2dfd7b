import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { variantWidths } from '@inkwell/shared/images';
import sharp from 'sharp';
import type { SeedPost } from '../content/publication.ts';
import { mapLimited } from '../map-limited.ts';
import { randomFrom } from '../random.ts';
import { HEIGHT, svgDocument, WIDTH } from './draw.ts';
import { PORTRAIT_SIDE, portraitSvg } from './portrait.ts';
import { findScene } from './scenes.ts';

const CACHE = new URL('../../../../.inkwell/seed-pictures/', import.meta.url);

/** The flat shapes compress well: more effort costs time and gains little. */
const WEBP = { quality: 76, effort: 2 } as const;

/** A drawing and how its files are named in the cache. */
interface Drawing {
  readonly name: string;
  readonly svg: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** A rendered drawing: itself first, then its narrower copies. */
export type Rendered = readonly { readonly width: number; readonly height: number; readonly bytes: Buffer }[];

/** The picture of a post. @throws Error when no scene has that name */
export function drawPost({ category, picture }: Pick<SeedPost, 'category' | 'picture'>): Drawing {
  const found = findScene(category, picture);
  if (!found) throw new Error(`No scene "${picture}" is drawn for ${category}`);
  const brush = { palette: found.palette, random: randomFrom(picture) };
  return { name: picture, svg: svgDocument(WIDTH, HEIGHT, () => found.scene(brush)), width: WIDTH, height: HEIGHT };
}

/** The portrait of an author. */
export const drawPortrait = (author: string): Drawing => ({
  name: `portrait-${author}`,
  svg: portraitSvg(author),
  width: PORTRAIT_SIDE,
  height: PORTRAIT_SIDE,
});

/**
 * Renders drawings to WebP, as wide as they are and in the widths of the product's copies. What was rendered before is read
 * from `.inkwell/seed-pictures/`; a changed drawing has another name there.
 */
export async function renderAll(drawings: readonly Drawing[]): Promise<Map<string, Rendered>> {
  await mkdir(CACHE, { recursive: true });
  const rendered = await mapLimited(drawings, availableParallelism(), async (drawing) => {
    return [drawing.name, (await fromCache(drawing)) ?? (await renderToCache(drawing))] as const;
  });
  return new Map(rendered);
}

const widthsOf = ({ width }: Drawing) => [width, ...variantWidths(width)];

const heightOf = (drawing: Drawing, width: number) => Math.round((width * drawing.height) / drawing.width);

function fileOf(drawing: Drawing, width: number): string {
  const version = createHash('sha256').update(JSON.stringify(WEBP)).update(drawing.svg).digest('hex').slice(0, 16);
  return fileURLToPath(new URL(`${drawing.name}-${version}.w${width}.webp`, CACHE));
}

async function fromCache(drawing: Drawing): Promise<Rendered | null> {
  try {
    return await Promise.all(
      widthsOf(drawing).map(async (width) => ({
        width,
        height: heightOf(drawing, width),
        bytes: await readFile(fileOf(drawing, width)),
      })),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function renderToCache(drawing: Drawing): Promise<Rendered> {
  const { data, info } = await sharp(Buffer.from(drawing.svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return Promise.all(
    widthsOf(drawing).map(async (width) => {
      const height = heightOf(drawing, width);
      const bytes = await sharp(data, { raw }).resize(width, height).webp(WEBP).toBuffer();
      // Renamed into place, so that what is there is whole, even after a kill.
      const file = fileOf(drawing, width);
      await writeFile(`${file}.${process.pid}`, bytes);
      await rename(`${file}.${process.pid}`, file);
      return { width, height, bytes };
    }),
  );
}
