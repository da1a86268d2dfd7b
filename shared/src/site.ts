import * as config from '../../publication.config.ts';
import type { Publication } from './publication.ts';

/*
 * The publication as both sides know it. Each field is a constant of its own, so that a bundle carries those it uses and no
 * others: colours and fonts of pages reach the app as styles (web/scripts/publication).
 */

export const SITE_NAME: Publication['name'] = config.name;

export const SITE_CLAIM: Publication['tagLine'] = config.tagLine;

export const SITE_DESCRIPTION: Publication['description'] = config.description;

/** Address that the deployment may override; null where the project's own is meant. */
export const SITE_URL: Publication['siteUrl'] = config.siteUrl;

export const SITE_CONTACT: Publication['contact'] = config.contact;

export const SOCIAL_LINKS: Publication['socialLinks'] = config.socialLinks;

export const SITE_MAIL: Publication['mail'] = config.mail;

export const SITE_COLORS: Publication['colors'] = config.colors;

/** Ten, from light to dark. */
export const ACCENT_SHADES: Publication['accentShades'] = config.accentShades;

/** The drawing beside the name. */
export const SITE_MARK: Publication['mark'] = config.mark;

/** The words at the top of the landing page. */
export const LANDING_HERO: Publication['hero'] = config.hero;

/** The words at the foot of every page. */
export const SITE_FOOTER: Publication['footer'] = config.footer;

/** `Posts` becomes `Posts · Name`; nothing becomes the site's own name and claim. */
export const pageTitle = (title: string | null): string =>
  title ? `${title} · ${SITE_NAME}` : `${SITE_NAME} · ${SITE_CLAIM}`;
