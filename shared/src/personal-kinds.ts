import * as z from 'zod/mini';
import type { NotificationChoices, NotificationKind } from './notifications.ts';

/** Events of a post between its authors and staff, who alone are notified of them. */
export const StudioKind = z.enum([
  ...['submitted', 'taken', 'returned', 'withdrawn', 'published', 'scheduled', 'ended'],
  ...['note', 'resolved'],
] as const);
export type StudioKind = z.infer<typeof StudioKind>;

/** `reply`: a reply to a comment of the reader. `comment`: a comment on a post of the reader. `posted`: new followed posts. */
export const PersonalKind = z.enum(['reply', 'comment', 'posted', ...StudioKind.options]);
export type PersonalKind = z.infer<typeof PersonalKind>;

/**
 * For each personal kind: the choice that allows it, its kind in answers, and its title after the names of the writers (for `posted`, before them).
 */
export const PERSONAL_KINDS = {
  reply: { choice: 'replies', shownAs: 'reply', title: 'replied to your comment' },
  comment: { choice: 'comments', shownAs: 'comment', title: 'commented on your post' },
  posted: { choice: 'following', shownAs: 'following', title: 'published a post' },
  submitted: { choice: 'reviews', shownAs: 'review', title: 'submitted a post for review' },
  taken: { choice: 'reviews', shownAs: 'review', title: 'took your post for review' },
  returned: { choice: 'reviews', shownAs: 'review', title: 'returned your post' },
  withdrawn: { choice: 'reviews', shownAs: 'review', title: 'withdrew a post from review' },
  published: { choice: 'reviews', shownAs: 'review', title: 'published your post' },
  scheduled: { choice: 'reviews', shownAs: 'review', title: 'scheduled your post' },
  ended: { choice: 'reviews', shownAs: 'review', title: 'ended the review of a post' },
  note: { choice: 'notes', shownAs: 'note', title: 'wrote a note on a post' },
  resolved: { choice: 'notes', shownAs: 'note', title: 'resolved a note on a post' },
} as const satisfies Record<
  PersonalKind,
  { choice: keyof NotificationChoices; shownAs: NotificationKind; title: string }
>;

/** @param names latest writer first @param count the number of posts for `posted` */
export function personalTitle(kind: PersonalKind, names: readonly string[], count = 1): string {
  const others = names.length - 1;
  const who = others > 0 ? `${names[0]} and ${others} ${others === 1 ? 'other' : 'others'}` : (names[0] ?? 'Somebody');
  if (kind === 'posted') return count === 1 ? `New post by ${who}` : `${count} new posts by ${who}`;
  return `${who} ${PERSONAL_KINDS[kind].title}`;
}
