import { describe, expect, it } from 'vitest';
import { comparedPath, decodedPath, isReservedPath, PATH_LIMIT } from './addresses.ts';

describe('a path', () => {
  it.each([
    ['/about', '/about'],
    ['/%C3%9Cber/uns', '/Über/uns'],
    ['/a%2Fb', '/a/b'],
    ['/%252e%252e', '/%2e%2e'],
    ['/%F0%9F%8D%B5', '/🍵'],
    ['/old/', '/old/'],
    ['/', '/'],
  ])('of %s is decoded once', (path, decoded) => {
    expect(decodedPath(path)).toBe(decoded);
  });

  it.each([
    'about',
    '//host',
    '/a//b',
    '/..',
    '/a/%2e%2e/b',
    '/./a',
    '/a%00',
    '/a%0Ab',
    '/a%5Cb',
    '/\\host',
    '/%E2%80%AEtxt',
    '/%',
    '/%ff',
    '/\ud800',
    `/${'a'.repeat(PATH_LIMIT)}`,
  ])('of %j is invalid', (path) => {
    expect(decodedPath(path)).toBeNull();
  });

  it('is the same in other Unicode forms of its letters, and with a final slash', () => {
    expect(comparedPath('/CAFE\u0301/')).toBe(comparedPath('/café'));
  });

  it('of the product is reserved in any case', () => {
    for (const path of ['/', '/Admin', '/API/x', '/posts/old', '/.well-known/x', '/new/'])
      expect(isReservedPath(path)).toBe(true);
    for (const path of ['/about', '/newer', '/2019/05/tea.html', '/wp-login.php'])
      expect(isReservedPath(path)).toBe(false);
  });
});
