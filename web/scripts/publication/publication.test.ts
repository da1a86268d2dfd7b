// @module-tag thorough
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openSync } from 'fontkit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import * as tidelineConfig from '../../../docs/examples/tideline.config.ts';
import * as config from '../../../publication.config.ts';
import { type Publication, parsePublication } from '../../../shared/src/publication.ts';
import shell from '../../app.html?raw';
import { fillShell } from './documents.ts';
import { publicationPlugin } from './plugin.ts';
import { drawCard } from './social-card.ts';
import { fillStyles } from './styles.ts';
import { parseRange } from './unicode-range.ts';

// Read from the disk, because imported style sheets are empty in tests.
const styles = join(import.meta.dirname, '../../src/styles');
const tokensCss = readFileSync(join(styles, 'tokens.css'), 'utf8');
const facesCss = readFileSync(join(styles, 'fonts.css'), 'utf8');

const ours = parsePublication(config);
const tideline = parsePublication(tidelineConfig);

/** Red, green and blue of one pixel. */
async function pixel(publication: Publication, left: number, top: number): Promise<string> {
  const picture = sharp(await drawCard(publication)).removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const at = (top * info.width + left) * info.channels;
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}

describe('styles', () => {
  it('use colours and fonts of the publication', async () => {
    const css = await fillStyles(tokensCss, tideline);

    expect(css).toContain('--accent: #0b6470;\n  --accent-hover: #074852;');
    expect(css).toContain('--accent: #7fd6dd;');
    expect(css).toContain('--font-serif: "Figtree Variable", "Trebuchet MS", sans-serif;');
    expect(css).not.toContain(': here;');
  });

  it("declare fallback faces between a font and the system's fonts", async () => {
    const { serif } = ours.fonts;
    const publication = { ...tideline, fonts: { ...tideline.fonts, serif } };

    expect(await fillStyles(tokensCss, publication)).toContain(
      `--font-serif: "${serif.family}", ${[...new Set(serif.standIns.map(({ family }) => `"${family}"`))].join(', ')}`,
    );
  });

  it('declare separate faces for plain letters, accents and bold italics', async () => {
    const css = await fillStyles(facesCss, tideline);

    const faces = css.match(/@font-face \{[^}]*\}/g) ?? [];
    const told = faces.map((face) => {
      const value = (property: string) => new RegExp(`${property}: (.*);`).exec(face)?.[1] ?? '';
      return {
        file: /publication-fonts\/(.*)-\w{10}\.woff2/.exec(face)?.[1],
        weight: value('font-weight'),
        range: value('unicode-range'),
      };
    });
    const figtree = told.slice(0, 7);
    expect(figtree.map(({ file, weight }) => `${file} ${weight}`)).toEqual([
      'figtree-latin-wght-normal 400 700',
      'figtree-latin-wght-normal 400 700',
      'figtree-latin-ext-wght-normal 400 700',
      'figtree-latin-wght-italic 400',
      'figtree-latin-wght-italic 401 700',
      'figtree-latin-wght-italic 400',
      'figtree-latin-wght-italic 401 700',
    ]);
    const [plain, accents, extended] = figtree.map(({ range }) => new Set(parseRange(range)));
    const isIn = (character: string) =>
      [plain, accents, extended].map((part) => part?.has(character.codePointAt(0) ?? 0));
    expect(['a', '’', 'é', '\u0304', 'ő'].map(isIn)).toEqual([
      [true, false, false],
      [true, false, false],
      [false, true, false],
      [false, true, false],
      [false, false, true],
    ]);
    expect(css).not.toMatch(/https?:/);
  }, 30_000);

  it('have files that contain the characters of their range at each weight', async () => {
    const css = await fillStyles(facesCss, ours);

    const [, file = '', range = ''] =
      /url\("\.\.\/\.\.\/(\S*newsreader-latin-wght-normal\S*)"\)[^}]*unicode-range: (.*);/.exec(css) ?? [];
    const path = join(styles, '../..', file);
    const font = openSync(path);
    if (!('hasGlyphForCodePoint' in font)) throw new Error('a collection of fonts');
    const drawn = parseRange(range).filter((character) => font.hasGlyphForCodePoint(character));
    expect(drawn.filter((character) => character < 127)).toHaveLength(95);
    expect(font.variationAxes.wght).toMatchObject({ min: 400, max: 700 });
    expect(statSync(path).size).toBeLessThan(27_000);
  }, 30_000);

  it('name the package of a missing font', async () => {
    const sans = { ...tideline.fonts.sans, package: '@fontsource/absent' };

    await expect(fillStyles(facesCss, { ...tideline, fonts: { ...tideline.fonts, sans } })).rejects.toThrow(
      '`npm install --workspace web @fontsource/absent` installs the package',
    );
  });
});

describe('the shell', () => {
  it('names the publication and its colours', () => {
    const html = fillShell(shell, tideline);

    expect(html).toContain('<title>Tideline</title>');
    expect(html).toContain('birds, weather &amp; what the water brings.">');
    expect(html).toContain('<meta name="theme-color" content="#f7fbfa" media="(prefers-color-scheme: light)">');
    expect(html).toContain('<meta name="theme-color" content="#0b1a1e" media="(prefers-color-scheme: dark)">');
    const data = JSON.parse(/id="site-data">([^<]*)</.exec(html)?.[1] ?? '');
    expect(data).toMatchObject({ name: 'Tideline', accentLight: '#0b6470', contact: tideline.contact.email });
    expect(html).not.toMatch(/Inkwell|%publication/);
  });

  it('keeps its inline script, whose hash is in the Content-Security-Policy', () => {
    const scriptOf = (html: string) => /<script>[\s\S]*?<\/script>/.exec(html)?.[0];

    expect(scriptOf(fillShell(shell, tideline))).toBe(scriptOf(shell));
  });

  it('rejects an unknown placeholder', () => {
    expect(() => fillShell('<p>%publication.colors.light.papr%</p>', tideline)).toThrow(
      'app.html: %publication.colors.light.papr% is not a text in publication.config.ts',
    );
  });
});

describe('the social card', () => {
  it('has the colours of the publication', async () => {
    for (const publication of [ours, tideline]) {
      const { accent, paper } = publication.colors.light;
      expect(await pixel(publication, 10, 10)).toBe(paper);
      expect(await pixel(publication, 130, 315)).toBe(accent);
    }
  });

  it('has the declared size, name and tag line', async () => {
    const card = (changes: Partial<Publication>) => drawCard({ ...tideline, ...changes });
    const usual = await card({});

    expect(await sharp(usual).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect((await card({ name: 'Ebb and Flow' })).equals(usual)).toBe(false);
    expect((await card({ tagLine: 'Other words' })).equals(usual)).toBe(false);
    expect((await card({})).equals(usual)).toBe(true);
  });

  it('cannot be drawn for a name with characters that the font does not have', async () => {
    await expect(drawCard({ ...tideline, name: '潮' })).rejects.toThrow(
      'fonts.serif.files: no upright file has all letters of "潮"',
    );
  });
});

it('an invalid publication stops the build', () => {
  expect(() => publicationPlugin({ ...tideline, name: '' })).toThrow('name: must not be empty');
});
