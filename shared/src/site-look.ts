import { ACCENT_ROLES, type AccentColors, accentColors, shadesOf } from './shades.ts';
import { ACCENT_SHADES, DEFAULT_SITE, SITE_COLORS } from './site.ts';
import type { Site } from './site-data.ts';

type Accents = Pick<Site, 'accentLight' | 'accentDark'>;

/** The colors of an accent: those of publication.config.ts for its own accent, derived ones for another. */
export const siteAccent = (scheme: 'light' | 'dark', color: string): AccentColors => {
  const { paper, accent: own, accentHover, accentSoft, onAccent } = SITE_COLORS[scheme];
  return color === own ? { accent: own, accentHover, accentSoft, onAccent } : accentColors(scheme, color, paper);
};

const tokens = (scheme: 'light' | 'dark', accent: string): string => {
  const colors = siteAccent(scheme, accent);
  return ACCENT_ROLES.map(
    (role) => `--${role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${colors[role]}`,
  ).join(';');
};

/**
 * The style that gives a document the accents of the settings; empty for those of publication.config.ts, which the style sheets contain. It contains
 * no user text: accents are six hexadecimal digits.
 */
export const accentStyle = ({ accentLight, accentDark }: Accents): string =>
  (accentLight === DEFAULT_SITE.accentLight ? '' : `:root{${tokens('light', accentLight)}}`) +
  (accentDark === DEFAULT_SITE.accentDark
    ? ''
    : `:root[data-mantine-color-scheme="dark"]{${tokens('dark', accentDark)}}`);

/** The ten shades of forms, dialogs and buttons on staff pages. */
export const siteShades = ({ accentLight, accentDark }: Accents): readonly string[] =>
  accentStyle({ accentLight, accentDark }) === '' ? ACCENT_SHADES : shadesOf(accentLight, accentDark);
