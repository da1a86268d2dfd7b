import { describe, expect, it } from 'vitest';
import { acceptedFiles, imageProblem, isHeic, needsPreparing } from './file-rules.ts';
import { encodingOf, isFitting, isMovingWebP, shrunkSize } from './prepare-picture.ts';

const MB = 1024 * 1024;

describe('a selected file', () => {
  it.each([
    [{ name: 'a.png', type: 'image/png', size: 10 * MB }, null],
    [{ name: 'a.png', type: 'image/png', size: 40 * MB }, null],
    [{ name: 'a.jpg', type: 'image/jpeg', size: 90 * MB }, /10MB/],
    [{ name: 'a.gif', type: 'image/gif', size: 10 * MB + 1 }, /10MB/],
    [{ name: 'a.svg', type: 'image/svg+xml', size: 10 }, /PNG, JPG/],
    [{ name: 'a.png', type: 'text/html', size: 10 }, /PNG, JPG/],
    [{ name: 'a.gif', type: 'image/gif', size: 0 }, /empty/],
    [{ name: 'IMG_1.HEIC', type: '', size: 3 * MB }, null],
    [{ name: 'IMG_1.HEIC', type: 'text/plain', size: 3 * MB }, /PNG, JPG/],
  ])('is refused with a reason, or accepted: %j', (file, words) => {
    const problem = imageProblem(file);
    if (words === null) expect(problem).toBeNull();
    else expect(problem).toMatch(words);
  });

  it('is prepared if it is large or HEIC, but not if it is animated', () => {
    expect(needsPreparing({ name: 'a.jpg', type: 'image/jpeg', size: MB })).toBe(false);
    expect(needsPreparing({ name: 'a.jpg', type: 'image/jpeg', size: 3 * MB })).toBe(true);
    expect(needsPreparing({ name: 'a.gif', type: 'image/gif', size: 9 * MB })).toBe(false);
    expect(needsPreparing({ name: 'a.heif', type: 'image/heif', size: 10 })).toBe(true);
    expect(isHeic({ name: 'a.heic.jpg', type: 'image/jpeg' })).toBe(false);
  });

  it('can be HEIC, except on phones that convert it', () => {
    expect(acceptedFiles('Mozilla/5.0 (X11; Linux x86_64)')).toMatch(/\.heic/);
    expect(acceptedFiles('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)')).not.toMatch(/heic/);
  });
});

describe('a large picture', () => {
  it('is uploaded unchanged if the server accepts it at nearly full size', () => {
    expect(isFitting({ width: 2_560, height: 4_000, bytes: 3 * MB })).toBe(true);
    expect(isFitting({ width: 4_032, height: 3_024, bytes: 3 * MB })).toBe(false);
    expect(isFitting({ width: 2_000, height: 26_000, bytes: MB })).toBe(false);
    expect(isFitting({ width: 1_000, height: 1_000, bytes: 11 * MB })).toBe(false);
  });

  it('is scaled to a size that every browser supports', () => {
    expect(shrunkSize({ width: 4_032, height: 3_024 }, 2_560)).toEqual({ width: 2_560, height: 1_920 });
    expect(shrunkSize({ width: 800, height: 600 }, 2_560)).toEqual({ width: 800, height: 600 });
    const tall = shrunkSize({ width: 1_200, height: 40_000 }, 2_560);
    expect(tall.height).toBeLessThanOrEqual(16_383);
    const long = shrunkSize({ width: 2_560, height: 10_000 }, 2_560);
    expect(long.width * long.height).toBeLessThanOrEqual(16_777_216);
  });

  it('becomes JPEG, or WebP if it may be transparent', () => {
    expect(encodingOf('image/jpeg').type).toBe('image/jpeg');
    expect(encodingOf('image/heic').type).toBe('image/jpeg');
    expect(encodingOf('image/png').type).toBe('image/webp');
  });

  it('is recognized as animated by its first bytes', () => {
    const webp = (flags: number) => {
      const bytes = new TextEncoder().encode('RIFF....WEBPVP8X........');
      bytes[20] = flags;
      return bytes;
    };
    expect(isMovingWebP(webp(0b0000_0010))).toBe(true);
    expect(isMovingWebP(webp(0b0001_0000))).toBe(false);
    expect(isMovingWebP(new TextEncoder().encode('RIFF....WEBPVP8 ........'))).toBe(false);
  });
});
