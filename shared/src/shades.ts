import type { Palette } from './publication.ts';

/* The colors derived from an accent. docs/publication.md, "Colours". */

/** The part of a palette that derives from its accent. */
export type AccentColors = Pick<Palette, 'accent' | 'accentHover' | 'accentSoft' | 'onAccent'>;

export const ACCENT_ROLES = [
  'accent',
  'accentHover',
  'accentSoft',
  'onAccent',
] as const satisfies (keyof AccentColors)[];

const WHITE = '#ffffff';
const BLACK = '#000000';

/** A color between two like `#27348b`; 0 is the first. */
function mixed(from: string, to: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [first, last] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number];
    return Math.round(first + (last - first) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** The colors for an accent on this paper: darker for the pointer in the light theme, lighter in the dark one. */
export const accentColors = (scheme: 'light' | 'dark', accent: string, paper: string): AccentColors =>
  scheme === 'light'
    ? {
        accent,
        accentHover: mixed(accent, BLACK, 0.26),
        accentSoft: mixed(WHITE, accent, 0.1),
        onAccent: WHITE,
      }
    : {
        accent,
        accentHover: mixed(accent, WHITE, 0.33),
        accentSoft: mixed(paper, accent, 0.14),
        onAccent: mixed(BLACK, accent, 0.12),
      };

/** Ten shades from light to dark: the third is the dark theme's accent, the ninth the light theme's. */
export const shadesOf = (accentLight: string, accentDark: string): string[] => [
  mixed(WHITE, accentDark, 0.25),
  mixed(WHITE, accentDark, 0.55),
  accentDark,
  ...[1, 2, 3, 4, 5].map((step) => mixed(accentDark, accentLight, step / 6)),
  accentLight,
  mixed(accentLight, BLACK, 0.26),
];
