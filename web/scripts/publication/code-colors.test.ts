import { readFileSync } from 'node:fs';
import { contrast } from '@inkwell/shared/publication';
import { describe, expect, it } from 'vitest';
import * as publication from '../../../publication.config.ts';

const CSS = readFileSync(new URL('../../src/styles/article.css', import.meta.url), 'utf8');
const COLORS = [...CSS.matchAll(/\.code-[^{]*\{\s*color: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
  ([, light = '', dark = '']) => ({ light, dark }),
);

describe('the colours of code', () => {
  it('are defined for both themes', () => {
    expect(COLORS).toHaveLength(9);
  });

  it.each(['light', 'dark'] as const)(
    'have enough contrast against the code background in the %s (WCAG 1.4.3)',
    (scheme) => {
      const ground = publication.colors[scheme].sunken;

      expect(COLORS.filter((color) => contrast(color[scheme], ground) < 4.5)).toEqual([]);
    },
  );
});
