import { readFile } from 'node:fs/promises';
import { variantWidths } from '@inkwell/shared/images';
import sharp from 'sharp';

const FOLDER = new URL('../content/pictures/', import.meta.url);

/** Flat shapes compress well; more effort takes time and gains little. */
const WEBP = { quality: 76, effort: 2 } as const;

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** A picture in `content/pictures`. @throws Error if the file does not exist */
export async function readPicture(name: string): Promise<Picture> {
  const bytes = await readFile(new URL(`${name}.webp`, FOLDER));
  const { width, height } = await sharp(bytes).metadata();
  return { width, height, bytes };
}

/** The narrower copies of a picture, in the widths that the product serves. */
export function variantsOf({ width, bytes }: Picture): Promise<Picture[]> {
  const image = sharp(bytes);
  return Promise.all(
    variantWidths(width).map(async (narrower) => {
      const { data, info } = await image.clone().resize(narrower).webp(WEBP).toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, bytes: data };
    }),
  );
}
