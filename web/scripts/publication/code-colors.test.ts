import { readFileSync } from 'node:fs';
import { contrast } from '@inkwell/shared/publication';
import { describe, expect, it } from 'vitest';
import * as publication from '../../../publication.config.ts';

const CSS = readFileSync(new URL('../../src/styles/article.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = [...CSS.matchAll(/:root[^{]*\{([^}]*--code-[^}]*)\}/g)].map(([, block]) => block);

const colorsOf = (block: string): [name: string, color: string][] =>
  [...block.matchAll(/(--code-\w+): (#[0-9a-f]{6});/g)].map(([, name = '', color = '']) => [name, color]);

describe('the colours of code', () => {
  it('are defined for both themes', () => {
    expect(colorsOf(light)).toHaveLength(9);
    expect(colorsOf(dark).map(([name]) => name)).toEqual(colorsOf(light).map(([name]) => name));
  });

  it.each([
    ['light', light],
    ['dark', dark],
  ] as const)('have enough contrast against the code background in the %s (WCAG 1.4.3)', (scheme, block) => {
    const ground = publication.colors[scheme].sunken;

    expect(colorsOf(block).filter(([, color]) => contrast(color, ground) < 4.5)).toEqual([]);
  });
});
