import type { NewsletterWords } from './newsletter-words.ts';
import type { FEATURES } from './welcome.ts';

/*
 * The publication as readers see it: what admins may change, and what only publication.config.ts says. Every document of the site carries
 * it, so that the app needs no request, and contains no defaults that would show first.
 */

/** The id of the element with the `Site` of a document. */
export const SITE_DATA_ID = 'site-data';

/** What the app shows of the publication; a part of the settings (site-settings.ts). */
export interface Site {
  readonly name: string;
  readonly tagLine: string;
  /** That of posts that name none (BCP 47). */
  readonly language: string;
  /** The IANA name. */
  readonly timeZone: string;
  /** The address of a picture; null for `mark`. */
  readonly logo: string | null;
  /** Whether the logo is shown without the name beside it. */
  readonly logoReplacesName: boolean;
  /** Words at the top of the landing page; null for none. */
  readonly hero: { readonly [Word in 'kicker' | 'title' | 'lead' | 'trust']: string | null };
  /** Words of the feature blurbs; null for none. */
  readonly features: { readonly [Word in keyof typeof FEATURES]: string | null };
  readonly footer: { readonly about: string; readonly note: string };
  /** The address that readers can write to. */
  readonly contact: string | null;
  readonly postalAddress: string | null;
  /** Whether new posts and pages have formulas. */
  readonly math: boolean;
  readonly newsletter: NewsletterWords;
  readonly accentLight: string;
  readonly accentDark: string;
  /** The drawing next to the name, as path data. */
  readonly mark: { readonly width: number; readonly height: number; readonly path: string };
  readonly socialLinks: readonly { readonly label: string; readonly url: string }[];
}

/** That of the interface, which every page is marked with. */
const INTERFACE_LANGUAGE = 'en';

/** The `lang` of a post's texts; undefined where it is that of the page. */
export const textLanguage = (
  { language }: { readonly language: string | null },
  site: Pick<Site, 'language'>,
): string | undefined => language ?? (site.language === INTERFACE_LANGUAGE ? undefined : site.language);

/** `Posts` becomes `Posts · Name`; null gives the name and the tag line. */
export const pageTitle = (title: string | null, { name, tagLine }: Pick<Site, 'name' | 'tagLine'>): string =>
  title ? `${title} · ${name}` : `${name} · ${tagLine}`;

/** The id of the style with accents and edition of the settings. */
export const LOOK_STYLE_ID = 'site-look';

/** The words at the top of the landing page, where `{name}` stands for the name of the publication. */
export const namedHero = <Hero extends Site['hero']>(hero: Hero, name: string): Hero => ({
  ...hero,
  kicker: hero.kicker?.replaceAll('{name}', () => name) ?? null,
});
