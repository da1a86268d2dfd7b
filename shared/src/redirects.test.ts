import { describe, expect, it } from 'vitest';
import { ImportedRedirect, oldQueryIn, RedirectInput } from './redirects.ts';

describe('an old query', () => {
  it.each([
    ['p=77', '/?p=77'],
    ['page_id=77', '/?page_id=77'],
    ['x=1&p=77', '/?p=77'],
    ['p=77&', '/?p=77'],
    ['%70=%37%37', '/?p=77'],
    ['page_id=5&p=77', '/?p=77'],
    ['p=77&p=78', null],
    ['p=x&page_id=5', null],
    ['q=77', null],
    ['p=1234567890123', null],
    ['', null],
  ])('is found in %j like on the server', (search, path) => {
    expect(oldQueryIn(search)).toBe(path);
  });
});

describe('an old address', () => {
  const schemas = { 'of an admin': RedirectInput, 'of an import': ImportedRedirect };
  describe.each(Object.entries(schemas))('%s', (_, schema) => {
    const isTaken = (from: string) => schema.safeParse({ from, to: '/somewhere' }).success;

    it.each([
      '/\uff41pi/x',
      '/%EF%BD%81pi/x',
      '/\u0430pi/x',
      '/\u0430\u0440\u0456/x',
      '/\u0440osts/x',
      '/\uff50osts/x*',
      '/caf\u200be',
      '/caf%E2%80%8Be',
      '/so\u00adft',
      '/ab\u043eut',
      '/blog/p\u0430yp\u0430l*',
    ])('that looks like another one is refused: %s', (from) => {
      expect(isTaken(from)).toBe(false);
    });

    it.each([
      '/\u043a\u0430\u043a-\u043d\u0430\u0441\u0442\u0440\u043e\u0438\u0442\u044c-nginx',
      '/\uff12\uff10\uff11\uff19/\u304a\u8336',
      '/\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '/caf\u0065\u0301',
      '/\u2764\ufe0f',
      '/about*',
    ])('of any script is accepted: %s', (from) => {
      expect(isTaken(from)).toBe(true);
    });
  });
});
