import * as config from '../../publication.config.ts';
import { newsletterWords } from './newsletter-words.ts';
import type { Publication } from './publication.ts';
import { namedHero, type Site } from './site-data.ts';
import { FEATURES, TRUST } from './welcome.ts';

/*
 * The publication according to publication.config.ts, including the defaults of the settings (DEFAULT_SITE). The app loads this file only for staff,
 * because its document contains a `Site`.
 */

/** The deployment may override the address; null for the project's own. */
export const SITE_URL: Publication['siteUrl'] = config.siteUrl;

/** The name used by the build: in the API's description and the sample articles. */
export const BUILT_NAME: Publication['name'] = config.name;

export const SITE_MAIL: Publication['mail'] = config.mail;

export const SITE_COLORS: Publication['colors'] = config.colors;

/** Ten colors, from light to dark. */
export const ACCENT_SHADES: Publication['accentShades'] = config.accentShades;

/** The app's icon, unless an admin chose a picture. */
export const SITE_ICON: Publication['icon'] = config.icon;

/** The drawing next to the name, unless an admin chose a logo. */
export const SITE_MARK: Publication['mark'] = config.mark;

export const SOCIAL_LINKS: Publication['socialLinks'] = config.socialLinks;

/** The site until an admin changes it. */
export const DEFAULT_SITE = {
  name: config.name,
  tagLine: config.tagLine,
  descriptions: { long: config.description, short: config.shortDescription },
  logo: null,
  logoReplacesName: false,
  icon: null,
  cardPicture: null,
  accentLight: config.colors.light.accent,
  accentDark: config.colors.dark.accent,
  edition: 'paper',
  hero: { ...config.hero, trust: TRUST },
  features: FEATURES,
  footer: config.footer,
  language: config.language,
  timeZone: 'UTC',
  contact: config.contact.email,
  postalAddress: config.contact.postalAddress,
  math: false,
  robots: { search: true, answers: true, training: true },
} as const;

/** The part of the settings in a document, for the app. */
export const siteOf = ({
  name,
  tagLine,
  language,
  timeZone,
  logo,
  logoReplacesName,
  hero,
  features,
  footer,
  contact,
  postalAddress,
  math,
  accentLight,
  accentDark,
  newsletter,
}: Omit<Site, 'mark' | 'socialLinks' | 'newsletter'> & {
  readonly newsletter: { readonly digestIsOn: boolean };
}): Site => ({
  name,
  tagLine,
  language,
  timeZone,
  logo,
  logoReplacesName,
  features,
  footer,
  contact,
  postalAddress,
  math,
  accentLight,
  accentDark,
  hero: namedHero(hero, name),
  newsletter: newsletterWords(name, newsletter),
  mark: SITE_MARK,
  socialLinks: SOCIAL_LINKS,
});
