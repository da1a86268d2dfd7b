import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPublication } from './content/publication.ts';
import { readPicture, variantsOf } from './pictures.ts';

const { posts, authors } = await readPublication();
const inBucket = posts.flatMap(({ onSite, picture }) => (onSite === null && picture ? [picture] : []));

describe('the pictures', () => {
  it('are exactly those of the posts and authors', async () => {
    const files = await readdir(new URL('../content/pictures/', import.meta.url));

    expect(files.sort()).toEqual(
      [...inBucket, ...authors.map(({ key }) => `portrait-${key}`)].map((name) => `${name}.webp`).sort(),
    );
  });

  it('are 1,600 pixels wide and less than 64 KB', async () => {
    for (const name of inBucket) {
      const { bytes, width, height } = await readPicture(name);
      expect([width, height], name).toEqual([1600, 900]);
      expect(bytes.length, name).toBeLessThan(64 * 1024);
    }
  });

  it('have copies of 400, 800 and 1,200 pixels with the stated sizes', async () => {
    const copies = await variantsOf(await readPicture(inBucket[0] ?? ''));

    expect(copies.map(({ width }) => width)).toEqual([400, 800, 1200]);
    for (const { width, height, bytes } of copies) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
    }
  });

  it('of the site itself exist and are small', async () => {
    const onSite = posts.flatMap(({ onSite: name }) => (name === null ? [] : [name]));
    expect(onSite).toHaveLength(4);
    for (const name of onSite) {
      const bytes = await readFile(new URL(`../../../web/public/pictures/${name}.webp`, import.meta.url));
      expect(bytes.length, name).toBeLessThan(40 * 1024);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 900 });
    }
  });
});
