import type { NewsletterWords } from './newsletter-words.ts';
import type { FEATURES } from './welcome.ts';

/*
 * The publication as readers see it: the settings that admins may change, and the values of publication.config.ts. Every document of the site
 * contains it, so that the app needs no request and never shows defaults first.
 */

/** The id of the element with a document's `Site`. */
export const SITE_DATA_ID = 'site-data';

/** The data about the publication that the app shows; a part of the settings (site-settings.ts). */
export interface Site {
  readonly name: string;
  readonly tagLine: string;
  /** The default for posts without a language (BCP 47). */
  readonly language: string;
  /** The IANA name. */
  readonly timeZone: string;
  /** The address of a picture; null for `mark`. */
  readonly logo: string | null;
  /** Whether the logo is shown without the name next to it. */
  readonly logoReplacesName: boolean;
  /** The text at the top of the landing page; null for none. */
  readonly hero: { readonly [Word in 'kicker' | 'title' | 'lead' | 'trust']: string | null };
  /** The text of the feature blurbs; null for none. */
  readonly features: { readonly [Word in keyof typeof FEATURES]: string | null };
  readonly footer: { readonly about: string; readonly note: string };
  /** The address that readers can write to. */
  readonly contact: string | null;
  readonly postalAddress: string | null;
  /** The default of formulas for new posts and pages. */
  readonly math: boolean;
  readonly newsletter: NewsletterWords;
  readonly accentLight: string;
  readonly accentDark: string;
  /** The drawing next to the name, as path data. */
  readonly mark: { readonly width: number; readonly height: number; readonly path: string };
  readonly socialLinks: readonly { readonly label: string; readonly url: string }[];
}

/** The interface's language, declared on every page. */
const INTERFACE_LANGUAGE = 'en';

/** The `lang` of a post's texts; undefined if it equals the page's. */
export const textLanguage = (
  { language }: { readonly language: string | null },
  site: Pick<Site, 'language'>,
): string | undefined => language ?? (site.language === INTERFACE_LANGUAGE ? undefined : site.language);

/** `Posts` becomes `Posts · Name`; null gives the name and the tag line. */
export const pageTitle = (title: string | null, { name, tagLine }: Pick<Site, 'name' | 'tagLine'>): string =>
  title ? `${title} · ${name}` : `${name} · ${tagLine}`;

/** The id of the style element with the accents and edition of the settings. */
export const LOOK_STYLE_ID = 'site-look';

/** The text at the top of the landing page, where `{name}` stands for the publication's name. */
export const namedHero = <Hero extends Site['hero']>(hero: Hero, name: string): Hero => ({
  ...hero,
  kicker: hero.kicker?.replaceAll('{name}', () => name) ?? null,
});
