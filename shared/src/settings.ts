import * as z from 'zod/mini';
import { CommentAccess } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { requiredText } from './fields.ts';
import { Menu, NO_MENU } from './menu.ts';

export const SETTINGS_LIMITS = { first: 20, links: 20, words: 200, word: 50, days: 3_650 } as const;

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

/** The settings until an admin changes them: new accounts can comment at once. */
export const DEFAULT_COMMENT_SETTINGS: CommentSettings = {
  access: 'all',
  holdFirst: 0,
  holdLinksAbove: 5,
  holdWords: [],
  holdEverything: false,
  closeAfterDays: null,
};

/** The settings of the whole publication. */
export const Settings = z.object({ comments: CommentSettings, menu: Menu });
export type Settings = z.infer<typeof Settings>;

/** Without anything stored. */
export const DEFAULT_SETTINGS: Settings = { comments: DEFAULT_COMMENT_SETTINGS, menu: NO_MENU };

/** Omitted fields stay. */
export const SettingsPatch = z.object({
  comments: z.optional(z.partial(CommentSettings)),
  menu: z.optional(z.partial(Menu)),
});
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
      'Changes settings: at once in the instance that answers, within 10 s in all instances. Absent fields stay.',
    body: SettingsPatch,
    response: Settings,
  }),
} as const;
