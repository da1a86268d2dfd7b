import * as z from 'zod/mini';
import { EDITIONS } from './editions.ts';
import { INVALID_EMAIL, isDeliverable, LONGEST_EMAIL } from './email-address.ts';
import { ImageUrl, requiredText } from './fields.ts';
import { faintPairs, LANGUAGE, PUBLICATION_LIMITS } from './publication.ts';
import { SITE_COLORS } from './site.ts';
import { siteAccent } from './site-look.ts';

/** All other texts come from publication.config.ts, whose limits apply here too. */
export const SITE_LIMITS = {
  ...PUBLICATION_LIMITS,
  shortDescription: 120,
  kicker: 60,
  title: 120,
  lead: 300,
  trust: 60,
  featureTitle: 60,
  featureText: 200,
  about: 300,
  note: 100,
  postalAddress: 200,
  /** The minimum shorter side of icons and longer side of logos, in pixels. */
  picture: 512,
} as const;

export const SITE_TEXTS = {
  color: 'Write a colour such as #27348b',
  language: 'Write the tag of a language, such as en or pt-BR',
  timeZone: 'Write the name of a time zone, such as Europe/Berlin',
  stored: 'This picture is not stored here. Please upload it.',
  pictureType: 'Only PNG and WebP pictures are accepted here',
  logoSize: `The logo needs at least ${SITE_LIMITS.picture} pixels on its longer side`,
  iconSize: `The icon needs at least ${SITE_LIMITS.picture} pixels on each side`,
} as const;

/** One line of user text. `label` begins the error message. */
const line = (label: string, max: number) =>
  requiredText(
    max,
    { required: `${label} is required`, tooLong: `${label} has more than ${max} characters` },
    { isName: true },
  ).check(z.refine((text) => !/[\r\n\u2028\u2029]/.test(text), `${label} must be one line`));

/** An accent, with its derived colors, on the paper of its theme. The same check as for publication.config.ts. */
const accent = (scheme: 'light' | 'dark') =>
  z.string().check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, SITE_TEXTS.color), (payload) => {
    const message = payload.issues.length === 0 ? accentProblem(scheme, payload.value) : null;
    if (message !== null) payload.issues.push({ code: 'custom', input: payload.value, message });
  });

/** Why a color cannot be the accent of a theme; null if it can. */
export function accentProblem(scheme: 'light' | 'dark', color: string): string | null {
  const [faint] = faintPairs({ ...SITE_COLORS[scheme], ...siteAccent(scheme, color) });
  return faint ? `In the ${scheme} theme, ${faint.text}` : null;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

const featureTitle = z.nullable(line('The title of a feature', SITE_LIMITS.featureTitle));
const featureText = z.nullable(line('The text of a feature', SITE_LIMITS.featureText));

/** The settings that admins change while the site runs. The defaults are in publication.config.ts. */
export const SiteSettings = z.object({
  name: line('The name', SITE_LIMITS.name),
  /** A few words next to the name: in titles, feeds and on the social card. */
  tagLine: line('The tag line', SITE_LIMITS.tagLine),
  descriptions: z.object({
    /** The text that search engines and chats show for a page without its own. */
    long: line('The description', SITE_LIMITS.description),
    /** The name of the installed app on a phone. */
    short: line('The short description', SITE_LIMITS.shortDescription),
  }),
  /** A stored picture that replaces the drawing next to the name. */
  logo: z.nullable(ImageUrl),
  /** Whether the logo contains the name, which is then only its alternative text. */
  logoReplacesName: z.boolean(),
  /** A stored picture for all icons. */
  icon: z.nullable(ImageUrl),
  /** The stored picture that chats and networks show for pages without their own. */
  cardPicture: z.nullable(ImageUrl),
  accentLight: accent('light'),
  accentDark: accent('dark'),
  /** The layout of lists and articles. */
  edition: z.enum(EDITIONS),
  hero: z.object({
    kicker: z.nullable(line('The line above the title', SITE_LIMITS.kicker)),
    title: z.nullable(line('The title', SITE_LIMITS.title)),
    lead: z.nullable(line('The text below the title', SITE_LIMITS.lead)),
    trust: z.nullable(line('The line below the text', SITE_LIMITS.trust)),
  }),
  features: z.object({
    heading: z.nullable(line('The heading of the features', SITE_LIMITS.title)),
    title1: featureTitle,
    text1: featureText,
    title2: featureTitle,
    text2: featureText,
    title3: featureTitle,
    text3: featureText,
  }),
  footer: z.object({
    about: line('The text of the footer', SITE_LIMITS.about),
    /** Shown after the year and the name. */
    note: line('The note of the footer', SITE_LIMITS.note),
  }),
  /** The default for posts without a language (BCP 47). */
  language: z.string().check(z.trim(), z.regex(LANGUAGE, SITE_TEXTS.language)),
  /** An IANA name: the publication's time zone. */
  timeZone: z.string().check(z.trim(), z.maxLength(64, SITE_TEXTS.timeZone), z.refine(isTimeZone, SITE_TEXTS.timeZone)),
  /** The address that readers can write to. */
  contact: z.nullable(
    z.string().check(z.trim(), z.maxLength(LONGEST_EMAIL, INVALID_EMAIL), z.refine(isDeliverable, INVALID_EMAIL)),
  ),
  postalAddress: z.nullable(line('The postal address', SITE_LIMITS.postalAddress)),
  /** The default of formulas for new posts and pages. */
  math: z.boolean(),
  /** The permissions of machines for the texts: search engines, assistants' answers, training of models. */
  robots: z.object({ search: z.boolean(), answers: z.boolean(), training: z.boolean() }),
});
export type SiteSettings = z.infer<typeof SiteSettings>;
