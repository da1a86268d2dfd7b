import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../testing/refusals.ts';
import { imageTypeOf, processImage } from './image-processing.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3b4cca' } });

async function frames(count: number, size: number): Promise<Buffer> {
  const colors = Array.from({ length: count }, (_, index) => (index % 2 ? '#ffffff' : '#000000'));
  const pictures = colors.map((background) =>
    sharp({ create: { width: size, height: size, channels: 4, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(pictures), { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** A tiny GIF whose header and frames claim `size` × `size` pixels. */
function tinyFrames(size: number, count: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  header.writeUInt16LE(size, 6);
  header.writeUInt16LE(size, 8);
  const frame = Buffer.from('2c00000000000000000002024c0100', 'hex');
  frame.writeUInt16LE(size, 5);
  frame.writeUInt16LE(size, 7);
  return Buffer.concat([header, ...Array<Buffer>(count).fill(frame), Buffer.from(';')]);
}

const TOO_MANY = 'This image has too many pixels';

describe('processImage', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('converts %s to WebP', async (format) => {
    const image = await processImage(await picture(300, 200).toFormat(format).toBuffer());

    expect(imageTypeOf(image.bytes)).toBe('image/webp');
    expect([image.width, image.height, image.variants]).toEqual([300, 200, []]);
  });

  it('narrows to 1600 pixels and adds copies of 400, 800 and 1200', async () => {
    const image = await processImage(await picture(3200, 1800).jpeg().toBuffer());

    expect([image.width, image.height]).toEqual([1600, 900]);
    expect(image.variants.map((variant) => variant.width)).toEqual([400, 800, 1200]);
    for (const variant of image.variants) expect((await sharp(variant.bytes).metadata()).width).toBe(variant.width);
  });

  it('rotates pictures upright and removes their location', async () => {
    const exif = { IFD0: { Copyright: 'Someone' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } };
    const tagged = await picture(300, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(tagged).metadata()).exif).toBeDefined();

    const image = await processImage(tagged);

    const { exif: left, orientation } = await sharp(image.bytes).metadata();
    expect([image.width, image.height, left, orientation]).toEqual([200, 300, undefined, undefined]);
  });

  it('keeps animations, including in copies', async () => {
    const image = await processImage(await frames(3, 500));

    expect([image.width, image.height]).toEqual([500, 500]);
    expect((await sharp(image.bytes).metadata()).pages).toBe(3);
    expect((await sharp(image.variants[0]?.bytes).metadata()).pages).toBe(3);
  });

  it('removes data that follows the picture in the file', async () => {
    const script = Buffer.from('<script>alert(1)</script>');
    const both = Buffer.concat([await picture(50, 50).gif().toBuffer(), script]);

    const image = await processImage(both);

    expect(image.bytes.includes(script)).toBe(false);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['an SVG after an XML header', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7'],
    ['a zip archive', 'PK\x03\x04'],
    ['a TIFF', 'II*\0\x08\0\0\0'],
    ['an AVIF', '\0\0\0\x20ftypavif'],
    ['almost a WebP', 'RIFF\0\0\0\0WAVE'],
    ['a single byte', '\x89'],
  ])('refuses %s', async (_, content) => {
    expect(await codeOf(processImage(Buffer.from(content, 'latin1')))).toBe('unsupported-type');
  });

  it.each([
    ['a PNG header followed by a page', '\x89PNG\r\n\x1a\n<html><script>alert(1)</script></html>'],
    ['a GIF header followed by a script', 'GIF89a=1;alert(1)//'],
    ['a JPEG header followed by noise', `\xff\xd8\xff\xe0${'\x00\x10JFIF'.repeat(9)}`],
    ['a WebP header alone', 'RIFF\x10\0\0\0WEBPVP8 '],
  ])('detects %s', async (_, content) => {
    expect(await codeOf(processImage(Buffer.from(content, 'latin1')))).toBe('bad-request');
  });

  it('refuses truncated files', async () => {
    const noise = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
        background: '#000',
      },
    })
      .jpeg()
      .toBuffer();
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const whole = await sharp(noise).toFormat(format).toBuffer();

      expect([format, await codeOf(processImage(whole.subarray(0, whole.length >> 1)))]).toEqual([
        format,
        'bad-request',
      ]);
    }
  });

  it('refuses small files that would need too much memory', { tags: 'thorough' }, async () => {
    const bomb = await picture(7_200, 7_200).png({ compressionLevel: 1 }).toBuffer();
    const flicker = tinyFrames(4_000, 4);

    expect((await sharp(flicker, { animated: true, limitInputPixels: false }).metadata()).pages).toBe(4);
    expect(bomb.length).toBeLessThan(2_000_000);
    await expect(processImage(bomb)).rejects.toMatchObject({ code: 'bad-request', message: TOO_MANY });
    await expect(processImage(flicker)).rejects.toMatchObject({ code: 'bad-request', message: TOO_MANY });
  });

  it('has a lower limit for files that must be decoded as a whole', { tags: 'thorough', timeout: 60_000 }, async () => {
    const bytesOf = (side: number, options: { progressive: boolean }) => picture(side, side).png(options).toBuffer();
    const deep = picture(6_000, 6_000).toColourspace('rgb16').png().toBuffer();
    const turned = picture(6_000, 6_000).png().withMetadata({ orientation: 6 }).toBuffer();
    const progressive = picture(6_000, 6_000).jpeg({ progressive: true }).toBuffer();

    for (const refused of [deep, turned, progressive, bytesOf(6_000, { progressive: true })]) {
      await expect(processImage(await refused)).rejects.toMatchObject({ code: 'bad-request', message: TOO_MANY });
    }
    expect((await processImage(await bytesOf(6_000, { progressive: false }))).width).toBe(1600);
  });

  it('accepts pictures that are one pixel high', async () => {
    const image = await processImage(await picture(2, 20_000).png().toBuffer());

    expect(image.height).toBe(16_383);
  });
});
