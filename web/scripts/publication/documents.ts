import { newsletterWords } from '../../../shared/src/newsletter-words.ts';
import type { Publication } from '../../../shared/src/publication.ts';
import { namedHero, type Site } from '../../../shared/src/site-data.ts';
import { FEATURES, TRUST } from '../../../shared/src/welcome.ts';
import { escapeMarkup } from './escape.ts';

/** Shown until admins change the settings (shared/src/site-data.ts). */
const siteOf = (publication: Publication): Site => ({
  name: publication.name,
  tagLine: publication.tagLine,
  language: publication.language,
  timeZone: 'UTC',
  logo: null,
  logoReplacesName: false,
  hero: namedHero({ ...publication.hero, trust: TRUST }, publication.name),
  features: FEATURES,
  footer: publication.footer,
  contact: publication.contact.email,
  postalAddress: publication.contact.postalAddress,
  math: false,
  newsletter: newsletterWords(publication.name, { digestIsOn: false }),
  accentLight: publication.colors.light.accent,
  accentDark: publication.colors.dark.accent,
  mark: publication.mark,
  socialLinks: publication.socialLinks,
});

/**
 * Replaces the placeholders of the shell: `%publication.name%`, `%publication.colors.light.paper%`, and `"%site%"` in its data element.
 * @throws Error for an unknown placeholder
 */
export function fillShell(html: string, publication: Publication): string {
  const site = JSON.stringify(siteOf(publication)).replaceAll('<', '\\u003c');
  return html
    .replace('"%site%"', () => site)
    .replace(/%publication\.([\w.]+)%/g, (placeholder, path: string) => {
      const value = path
        .split('.')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], publication);
      if (typeof value !== 'string') throw new Error(`app.html: ${placeholder} is not a text in publication.config.ts`);
      return escapeMarkup(value);
    });
}
