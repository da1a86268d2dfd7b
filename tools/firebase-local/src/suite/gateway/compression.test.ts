import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CompressedFiles, chooseCoding } from './compression.ts';

describe('chooseCoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('chooses from "%s" the coding %s', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding);
  });
});

describe('CompressedFiles', () => {
  it('reads and compresses a file once, even for two requests at the same time', async () => {
    const files = new CompressedFiles();
    let reads = 0;
    const load = async () => {
      reads++;
      return Buffer.from('text');
    };

    const [first, second] = await Promise.all([files.get('a', 'gzip', load), files.get('a', 'gzip', load)]);

    expect(gunzipSync(first).toString()).toBe('text');
    expect(second).toBe(first);
    expect(reads).toBe(1);
  });

  it('reads the file again after a failure', async () => {
    const files = new CompressedFiles();
    await expect(files.get('a', 'br', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');

    expect(await files.get('a', 'br', async () => Buffer.from('text'))).toBeInstanceOf(Buffer);
  });
});
