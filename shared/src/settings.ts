import * as z from 'zod/mini';
import { CommentAccess } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { requiredText } from './fields.ts';
import { MailsPerHour } from './mail.ts';
import { Menu, NO_MENU } from './menu.ts';
import { DEFAULT_SITE } from './site.ts';
import { SiteSettings } from './site-settings.ts';

export const SETTINGS_LIMITS = { first: 20, links: 20, words: 200, word: 50, days: 3_650 } as const;

const DKIM_TEXT = 'Write the selector only, such as s1 or google';

const HeldWord = requiredText(SETTINGS_LIMITS.word, { required: 'Empty word', tooLong: 'Word too long' });

/** Who may comment, and which comments are held for staff. */
export const CommentSettings = z.object({
  access: CommentAccess,
  /** The number of a reader's first comments that are held. */
  holdFirst: z.int().check(z.minimum(0), z.maximum(SETTINGS_LIMITS.first)),
  /** Comments with more links are held; null for no limit. */
  holdLinksAbove: z.nullable(z.int().check(z.minimum(0), z.maximum(SETTINGS_LIMITS.links))),
  /** Comments with one of these words or phrases are held; case and accents are ignored. */
  holdWords: z.array(HeldWord).check(z.maxLength(SETTINGS_LIMITS.words, 'Too many words')),
  holdEverything: z.boolean(),
  /** Posts published longer ago accept no comments; null for no limit. */
  closeAfterDays: z.nullable(z.int().check(z.minimum(1), z.maximum(SETTINGS_LIMITS.days))),
});
export type CommentSettings = z.infer<typeof CommentSettings>;

/** The settings until an admin changes them: new accounts can comment immediately. */
export const DEFAULT_COMMENT_SETTINGS: CommentSettings = {
  access: 'all',
  holdFirst: 0,
  holdLinksAbove: 5,
  holdWords: [],
  holdEverything: false,
  closeAfterDays: null,
};

/** Automatic emails, their rate, and the signature of the sender's domain. */
export const NewsletterSettings = z.object({
  digestIsOn: z.boolean(),
  /** When the weekly digest is sent, in the publication's time zone: 1 for Monday to 7 for Sunday, and the hour. */
  digestDay: z.int().check(z.minimum(1), z.maximum(7)),
  digestHour: z.int().check(z.minimum(0), z.maximum(23)),
  /** The selector of the mail provider's signing key (DKIM); null if unknown. */
  dkimSelector: z.nullable(
    z.string().check(
      z.trim(),
      z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/, DKIM_TEXT),
      z.refine((selector) => !selector.includes('_domainkey'), DKIM_TEXT),
    ),
  ),
  /** The maximum number of emails per hour for all issues and digests together. */
  mailsPerHour: MailsPerHour,
  /**
   * Which issues get a public page when they are sent: none, only those that request it, or all except those that refuse it. `off` hides all pages.
   */
  archive: z.enum(['off', 'each', 'on']),
});
export type NewsletterSettings = z.infer<typeof NewsletterSettings>;

/** Nothing is sent automatically, and nothing is slowed down, until an admin changes this. */
export const DEFAULT_NEWSLETTER_SETTINGS: NewsletterSettings = {
  digestIsOn: false,
  digestDay: 5,
  digestHour: 9,
  dkimSelector: null,
  mailsPerHour: null,
  archive: 'off',
};

/** Whether visits, and clicks in newsletter issues, are counted, as totals instead of by person (traffic.ts). */
export const TrafficSettings = z.object({ isOn: z.boolean(), countsClicks: z.boolean() });
export type TrafficSettings = z.infer<typeof TrafficSettings>;

export const DEFAULT_TRAFFIC_SETTINGS: TrafficSettings = { isOn: true, countsClicks: false };

/** The settings of the whole publication. */
export const Settings = z.object({
  comments: CommentSettings,
  menu: Menu,
  newsletter: NewsletterSettings,
  traffic: TrafficSettings,
  /** Whether an admin dismissed the setup list of a new publication. */
  setupIsDismissed: z.boolean(),
  ...SiteSettings.shape,
});
export type Settings = z.infer<typeof Settings>;

/** The part of the settings that documents show. */
export type ShownSettings = SiteSettings & Pick<Settings, 'newsletter'>;

/** The defaults, if nothing is stored. */
export const DEFAULT_SETTINGS: Settings = {
  comments: DEFAULT_COMMENT_SETTINGS,
  menu: NO_MENU,
  newsletter: DEFAULT_NEWSLETTER_SETTINGS,
  traffic: DEFAULT_TRAFFIC_SETTINGS,
  setupIsDismissed: false,
  ...DEFAULT_SITE,
};

const { descriptions, hero, features, footer, robots } = SiteSettings.shape;

/** Any of the settings. */
export const SomeSettings = z.object({
  ...z.partial(SiteSettings).shape,
  comments: z.optional(z.partial(CommentSettings)),
  menu: z.optional(z.partial(Menu)),
  newsletter: z.optional(z.partial(NewsletterSettings)),
  traffic: z.optional(z.partial(TrafficSettings)),
  setupIsDismissed: z.optional(z.boolean()),
  descriptions: z.optional(z.partial(descriptions)),
  hero: z.optional(z.partial(hero)),
  features: z.optional(z.partial(features)),
  footer: z.optional(z.partial(footer)),
  robots: z.optional(z.partial(robots)),
});

export type SomeSettings = z.infer<typeof SomeSettings>;

/**
 * Omitted fields do not change. `base` has the values that the changes started from: if another value is stored by now, nothing changes, so that
 * nobody replaces a list that they have not seen. Without `base`, the last change wins.
 */
export const SettingsPatch = z.extend(SomeSettings, { base: z.optional(SomeSettings) });
export type SettingsPatch = z.infer<typeof SettingsPatch>;

export const settingsApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    summary: 'The settings of the publication.',
    response: Settings,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/settings',
    access: 'admin',
    summary:
      'Changes settings: at once in the instance that answers, within 10 s in all instances. Absent fields stay. 409 with the stored settings if one is neither as in `base` nor as it is to be.',
    body: SettingsPatch,
    response: Settings,
    conflict: Settings,
  }),
} as const;
