import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPublication } from '../content/publication.ts';
import { drawPortrait, drawPost, renderAll } from './render.ts';

const { posts, authors } = await readPublication();

describe('the pictures', () => {
  it('are the same each time they are drawn', () => {
    for (const post of posts) expect(drawPost(post).svg).toBe(drawPost(post).svg);
    expect(drawPortrait('mara').svg).toBe(drawPortrait('mara').svg);
  });

  it('all differ', () => {
    const drawn = [...posts.map(drawPost), ...authors.map(({ key }) => drawPortrait(key))];
    expect(new Set(drawn.map(({ svg }) => svg)).size).toBe(drawn.length);
  });

  it('are WebP of the stated sizes, 1,600 pixels wide in less than 64 KB, with copies of 1,200, 800 and 400', async () => {
    const rendered = await renderAll(posts.map(drawPost));
    expect(rendered.size).toBe(posts.length);
    for (const [name, images] of rendered) {
      expect(
        images.map(({ width }) => width),
        name,
      ).toEqual([1600, 400, 800, 1200]);
      expect(images[0]?.bytes.length, name).toBeLessThan(64 * 1024);
    }
    const [images = []] = rendered.values();
    for (const { width, height, bytes } of images) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
    }
  }, 60_000);

  it('of the site itself are there and small', async () => {
    const onSite = posts.flatMap(({ onSite: name }) => (name === null ? [] : [name]));
    expect(onSite).toHaveLength(4);
    for (const name of onSite) {
      const bytes = await readFile(new URL(`../../../../web/public/pictures/${name}.webp`, import.meta.url));
      expect(bytes.length, name).toBeLessThan(40 * 1024);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 900 });
    }
  });
});

describe('drawing', () => {
  it('names the scene that is missing', () => {
    expect(() => drawPost({ category: 'Food', picture: 'bridge' })).toThrow('No scene "bridge" is drawn for Food');
  });
});
