import * as z from 'zod/mini';
import { CommentAccess } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { requiredText } from './fields.ts';

export const SETTINGS_LIMITS = { first: 20, links: 20, words: 200, word: 50, days: 3_650 } as const;

const HeldWord = requiredText(SETTINGS_LIMITS.word, { required: 'Empty word', tooLong: 'Word too long' });

/** Who may comment, and which comments wait for staff. */
export const CommentSettings = z.object({
  access: CommentAccess,
  /** Readers' first so many comments wait; 0 holds none. */
  holdFirst: z.int().check(z.minimum(0), z.maximum(SETTINGS_LIMITS.first)),
  /** Comments with more links than this wait; null: links hold nothing. */
  holdLinksAbove: z.nullable(z.int().check(z.minimum(0), z.maximum(SETTINGS_LIMITS.links))),
  /** Comments with one of these words or phrases wait, whatever case and accents they are written in. */
  holdWords: z.array(HeldWord).check(z.maxLength(SETTINGS_LIMITS.words, 'Too many words')),
  holdEverything: z.boolean(),
  /** Posts that were published longer ago take no more comments; null: they stay open. */
  closeAfterDays: z.nullable(z.int().check(z.minimum(1), z.maximum(SETTINGS_LIMITS.days))),
});
export type CommentSettings = z.infer<typeof CommentSettings>;

/** What holds before anybody has chosen: an ordinary new account comments at once. */
export const DEFAULT_COMMENT_SETTINGS: CommentSettings = {
  access: 'all',
  holdFirst: 0,
  holdLinksAbove: 5,
  holdWords: [],
  holdEverything: false,
  closeAfterDays: null,
};

/** What admins choose for the whole publication. */
export const Settings = z.object({ comments: CommentSettings });
export type Settings = z.infer<typeof Settings>;

/** Absent fields stay. */
export const SettingsPatch = z.object({ comments: z.optional(z.partial(CommentSettings)) });
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
