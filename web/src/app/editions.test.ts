import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { EDITIONS, editionStyle, lookStyle } from '@inkwell/shared/editions';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { describe, expect, it } from 'vitest';

/** The sheets whose classes the Journal edition changes. */
const SHEETS = [
  'components/post-card',
  'components/category-badge',
  'features/posts/components/post-article',
  'features/posts/pages/posts-page',
  'features/categories/components/category-grid',
  'features/bookmarks/components/save-button',
].map((file) => readFileSync(`${import.meta.dirname}/../${file}.module.css`, 'utf8'));

describe('an edition', () => {
  it.each(EDITIONS)('is at most 2 kB after gzip, and cannot close its own element: %s', (edition) => {
    const style = editionStyle(edition);

    expect(gzipSync(style, { level: 9 }).length).toBeLessThanOrEqual(2_000);
    expect(style).not.toContain('<');
  });

  it('is empty by default', () => {
    expect(DEFAULT_SITE.edition).toBe('paper');
    expect(lookStyle(DEFAULT_SITE)).toBe('');
  });

  it('uses the accents, and does not change staff pages', () => {
    const style = lookStyle({ ...DEFAULT_SITE, accentLight: '#0b6470', edition: 'journal' });

    expect(style).toMatch(/^:root\{--accent:#0b6470;.*\}:root:not\(\[data-staff\]\)\{/);
    expect(editionStyle('journal', '[data-edition=journal]')).toMatch(/^\[data-edition=journal\]\{/);
  });

  it('changes only classes that exist in the sheets', () => {
    const names = new Set([...editionStyle('journal').matchAll(/\[class\^=(\w+)_\]/g)].map(([, name]) => name));

    expect(names.size).toBeGreaterThan(5);
    for (const name of names) expect(SHEETS.join('\n')).toMatch(new RegExp(`^\\.${name}[ ,]`, 'm'));
  });
});
