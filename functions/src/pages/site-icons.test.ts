import { DEFAULT_SITE } from '@inkwell/shared/site';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import { describe, expect, it } from 'vitest';
import type { Bucket } from '../storage/bucket.ts';
import { publicUrl } from '../uploads/image-url.ts';
import { createSiteIcons } from './site-icons.ts';

const publicBucket = { origin: 'https://storage.example', name: 'bucket' };
const site = { ...DEFAULT_SITE, icon: publicUrl(publicBucket, 'images/1763700000000-icon-600x600.webp') };

/** Icons over a bucket in which every object has this size, with the number of lookups. */
function iconsOver(size: number) {
  const read = { looks: 0, downloads: 0 };
  const file = {
    exists: async () => {
      read.looks += 1;
      return [true];
    },
    getMetadata: async () => [{ size }],
    download: async () => {
      read.downloads += 1;
      return [Buffer.from('no picture')];
    },
  };
  let nowMs = 0;
  const bucket = async () => ({ file: () => file }) as unknown as Bucket;
  return {
    read,
    icons: createSiteIcons({ bucket, publicBucket, nowMs: () => nowMs }),
    wait: (ms: number) => (nowMs += ms),
  };
}

describe('the icons of the site', () => {
  it('are not read from an object that is larger than an upload may be', async () => {
    const { icons, read } = iconsOver(UPLOAD_LIMITS.bytes + 1);

    await expect(icons.draw('favicon.ico', site)).rejects.toThrow('too large');

    expect(read).toEqual({ looks: 1, downloads: 0 });
  });

  it('remember for a minute that they cannot be drawn', async () => {
    const { icons, read, wait } = iconsOver(10);
    const failed = async () => expect(icons.draw('favicon.ico', site)).rejects.toThrow();

    for (let n = 0; n < 3; n += 1) await failed();
    expect(read.downloads).toBe(1);
    wait(60_000);
    await failed();
    expect(read.downloads).toBe(2);

    expect(await icons.draw('favicon.ico', { ...site, icon: null })).toBeInstanceOf(Buffer);
  });
});
