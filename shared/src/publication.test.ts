import { describe, expect, it } from 'vitest';
import * as tideline from '../../docs/examples/tideline.config.ts';
import * as config from '../../publication.config.ts';
import { contrast, type Publication, parsePublication } from './publication.ts';

/** The problems of the publication after `change` is applied to a copy. */
function problemsAfter(change: (copy: ReturnType<typeof copyOf>) => void): string[] {
  const copy = copyOf();
  change(copy);
  try {
    parsePublication(copy);
    return [];
  } catch (error) {
    return String((error as Error).message)
      .split('\n')
      .map((line) => line.trim());
  }
}

const copyOf = () => structuredClone<Publication>({ ...tideline });

describe('publication.config.ts', () => {
  it('is valid, as is the example', () => {
    expect(parsePublication(config)).toEqual({ ...config });
    expect(parsePublication(tideline)).toEqual({ ...tideline });
  });

  it('is refused with the name of each invalid field', () => {
    const problems = problemsAfter((copy) => {
      copy.name = ' ';
      copy.language = 'English';
      copy.siteUrl = 'https://tideline.example/';
      copy.contact.email = 'crew';
      copy.mail.from = 'Tideline\r\nBcc: x@example.com';
      copy.socialLinks = [{ label: 'Home', url: 'javascript:alert(1)' }];
      copy.colors.dark.paper = 'black';
      copy.fonts.sans.package = '../fonts';
      copy.fonts.serif.files = ['figtree.woff2'];
      copy.mark.path = '"/><script>';
    });

    expect(problems).toEqual([
      'publication.config.ts cannot be used:',
      'name: must not be empty',
      'language: must be the tag of a language, such as en or pt-BR',
      'siteUrl: must end with the host: no path and no slash at its end',
      'contact.email: must be an email address',
      'socialLinks.0.url: must be an address that begins with https://',
      'mail.from: must be like "Name <mail@example.com>"',
      'colors.dark.paper: must be a colour like #27348b',
      'fonts.serif.files.0: must be a file like figtree-latin-wght-normal, without .woff2',
      'fonts.sans.package: must be a package like @fontsource-variable/figtree',
      'mark.path: must be the path data of an SVG',
    ]);
  });

  it('is refused with missing or unknown fields', () => {
    const { tagLine: _, ...rest } = copyOf();

    expect(() => parsePublication({ ...rest, slogan: 'x' })).toThrow(
      /tagLine: Invalid input: expected string.*\n {2}the file: Unrecognized key: "slogan"/,
    );
  });

  it('is refused if colors have too little contrast, with their names and contrast', () => {
    const problems = problemsAfter((copy) => {
      copy.colors.light.muted = '#8a9a9e';
    });

    expect(problems).toEqual([
      'publication.config.ts cannot be used:',
      'colors.light.muted: #8a9a9e on paper (#f7fbfa) has a contrast of 2.79; WCAG AA asks for 4.5',
      'colors.light.muted: #8a9a9e on surface (#ffffff) has a contrast of 2.91; WCAG AA asks for 4.5',
      'colors.light.muted: #8a9a9e on sunken (#e8f2f0) has a contrast of 2.55; WCAG AA asks for 4.5',
    ]);
  });

  it('requires a contrast of 3 for the borders of fields, but not for other lines', () => {
    const problems = problemsAfter((copy) => {
      copy.colors.dark.line = copy.colors.dark.paper;
      copy.colors.dark.lineStrong = '#3a4a4e';
    });

    expect(problems.slice(1).map((line) => line.replace(/ has a contrast of .*;/, ''))).toEqual([
      'colors.dark.lineStrong: #3a4a4e on paper (#0b1a1e) WCAG AA asks for 3',
      'colors.dark.lineStrong: #3a4a4e on surface (#12252a) WCAG AA asks for 3',
      'colors.dark.lineStrong: #3a4a4e on sunken (#173036) WCAG AA asks for 3',
    ]);
  });

  it('requires accent shades that match the accents', () => {
    const problems = problemsAfter((copy) => {
      copy.accentShades[8] = '#000000';
    });

    expect(problems.slice(1)).toEqual(['accentShades.8: must be colors.light.accent, #0b6470']);
  });
});

describe('contrast', () => {
  // The last is the lightest grey that the W3C's examples allow on white.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#ffffff', '#767676', 4.54],
  ])('of %s and %s is %d', (a, b, expected) => {
    expect(contrast(a, b)).toBeCloseTo(expected, 2);
    expect(contrast(b, a)).toBeCloseTo(expected, 2);
  });
});
