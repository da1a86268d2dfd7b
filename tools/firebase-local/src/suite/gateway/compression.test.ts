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
  it('compresses a file once, even for two requests at the same time', async () => {
    const files = new CompressedFiles();

    const [first, second] = await Promise.all([1, 2].map(() => files.get('a', 'gzip', Buffer.from('text'))));

    expect(gunzipSync(first ?? '').toString()).toBe('text');
    expect(second).toBe(first);
  });
});
