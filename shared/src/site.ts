import * as config from '../../publication.config.ts';
import type { Publication } from './publication.ts';

/*
 * The publication as both sides use it. Each field is a constant of its own, so that bundles contain only those they use. The app gets
 * colors and fonts as styles (web/scripts/publication).
 */

export const SITE_NAME: Publication['name'] = config.name;

/** The language of posts that name none. */
export const SITE_LANGUAGE: Publication['language'] = config.language;

/** That of the interface, which every page is marked with. */
const INTERFACE_LANGUAGE = 'en';

/** The `lang` of a post's texts; undefined where it is that of the page. */
export const textLanguage = ({ language }: { readonly language: string | null }): string | undefined =>
  language ?? (SITE_LANGUAGE === INTERFACE_LANGUAGE ? undefined : SITE_LANGUAGE);

export const SITE_CLAIM: Publication['tagLine'] = config.tagLine;

export const SITE_DESCRIPTION: Publication['description'] = config.description;

/** The deployment may override the address; null for the project's own. */
export const SITE_URL: Publication['siteUrl'] = config.siteUrl;

export const SITE_CONTACT: Publication['contact'] = config.contact;

export const SOCIAL_LINKS: Publication['socialLinks'] = config.socialLinks;

export const SITE_MAIL: Publication['mail'] = config.mail;

export const SITE_COLORS: Publication['colors'] = config.colors;

/** Ten colors, from light to dark. */
export const ACCENT_SHADES: Publication['accentShades'] = config.accentShades;

/** The logo next to the name. */
export const SITE_MARK: Publication['mark'] = config.mark;

/** The text at the top of the landing page. */
export const LANDING_HERO: Publication['hero'] = config.hero;

/** The text in the footer of every page. */
export const SITE_FOOTER: Publication['footer'] = config.footer;

/** `Posts` becomes `Posts · Name`; null gives the name and the tag line. */
export const pageTitle = (title: string | null): string =>
  title ? `${title} · ${SITE_NAME}` : `${SITE_NAME} · ${SITE_CLAIM}`;
