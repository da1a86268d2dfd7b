import { OTHER } from '@inkwell/shared/traffic';
import { describe, expect, it } from 'vitest';
import { apply, type Change, figuresOf, SITE, type Tally } from './tally.ts';

const MOST_OF_SITE = 600;
const MOST_OF_POST = 100;

const totalOf = (tally: Tally, kind: Change['kind']) =>
  [...(tally.get(kind)?.values() ?? [])].reduce((sum, { views }) => sum + views, 0);

describe('the keys of a day', () => {
  it('replace made-up keys first, not those that readers use', () => {
    for (const [scope, most] of [
      [SITE, MOST_OF_SITE],
      ['post', MOST_OF_POST],
    ] as const) {
      const tally: Tally = new Map();
      const from = (key: string, visitor: number) => apply(tally, { scope, kind: 'source', key, visitor });
      for (let n = 0; n < 3; n += 1) from('before.example', n);
      for (let n = 0; n < 2 * most; n += 1) from(`junk-${n}.example`, n << 20);
      for (let n = 0; n < 5; n += 1) {
        from('late.example', n << 20);
        from(`more-junk-${n}.example`, n << 20);
      }

      const sources = tally.get('source');
      expect(sources?.get('before.example')?.views).toBe(3);
      expect(sources?.get('late.example')?.views).toBe(5);
      expect(sources?.size).toBe(most + 1);
      expect(totalOf(tally, 'source')).toBe(3 + 2 * most + 10);
      expect(sources?.get(OTHER)?.visitors.size).toBeGreaterThan(most);
    }
  });

  it('have the same limit for search words, however many visitors sent them', () => {
    const tally: Tally = new Map();
    const searches = MOST_OF_SITE + 50;
    for (let n = 0; n < searches; n += 1) {
      for (const visitor of [1, 2, 3].map((part) => part << 20)) {
        apply(tally, { scope: SITE, kind: 'search', key: `words ${n}`, hash: `hash ${n}`, visitor });
      }
    }

    expect(tally.get('search')?.size).toBe(MOST_OF_SITE + 1);
    expect(tally.get('search')?.get(OTHER)?.views).toBe(3 * 50);
    expect(totalOf(tally, 'search')).toBe(3 * searches);
  });

  it('include words that readers search for even after made-up ones filled the list', () => {
    const tally: Tally = new Map();
    const search = (key: string, visitor: number) =>
      apply(tally, { scope: SITE, kind: 'search', key, hash: `#${key}`, visitor });
    for (let n = 0; n < 2 * MOST_OF_SITE; n += 1) search(`junk ${n}`, n << 20);
    for (let n = 0; n < 3; n += 1) search('tea', n << 20);

    expect(tally.get('search')?.get('tea')?.views).toBe(3);
  });
});

it('never have more visitors than views, although visitors are estimates', () => {
  for (let run = 0; run < 20; run += 1) {
    const tally: Tally = new Map();
    for (let n = 0; n < 500; n += 1)
      apply(tally, { scope: SITE, kind: 'all', key: '', visitor: Math.imul(run * 500 + n, 0x9e3779b1) >>> 0 });
    const [views, visitors] = figuresOf(tally).get('all')?.get('') ?? [0, 0];
    expect(views).toBe(500);
    expect(visitors).toBeLessThanOrEqual(500);
    expect(visitors).toBeGreaterThan(480);
  }
});
