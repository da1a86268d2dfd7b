import { CommentAccess, type CommentsClosed } from '@inkwell/shared/comments';
import type { HeldCommentRule } from '@inkwell/shared/moderation';
import { type Actor, isStaff } from '@inkwell/shared/permissions';
import type { CommentSettings } from '@inkwell/shared/settings';
import type { Clock } from '../common/clock.ts';
import { wordsOf } from '../common/words.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import type { CommentRepository } from './comments.repository.ts';

interface Dependencies {
  readonly settings: { ofComments(): Promise<CommentSettings> };
  readonly comments: Pick<CommentRepository, 'visibleOf'>;
  /** Whether the sign-in provider has confirmed the account's email address. */
  readonly isVerified: (userId: string) => Promise<boolean>;
  readonly clock: Clock;
}

/** Who may comment where, and which comments are held. Product §6. */
export interface CommentRules {
  /** Why this person may not comment on this post; null if they may. */
  refusal(actor: Actor, post: Pick<StoredCard, 'commentsAccess' | 'publishedAt'>): Promise<CommentsClosed | null>;
  /** Why a text of this person is held; null if it is not. Comments of staff are never held. */
  heldBy(actor: Actor, content: string): Promise<HeldCommentRule | null>;
}

/** The post's own setting; null: the settings of the publication apply. */
export function accessChosen({ commentsAccess }: Pick<StoredCard, 'commentsAccess'>): CommentAccess | null {
  const chosen = CommentAccess.safeParse(commentsAccess);
  return chosen.success ? chosen.data : null;
}

const DAY_MS = 24 * 3_600_000;

export function createCommentRules({ settings, comments, isVerified, clock }: Dependencies): CommentRules {
  return {
    async refusal(actor, { commentsAccess, publishedAt }) {
      const { access, closeAfterDays } = await settings.ofComments();
      const chosen = accessChosen({ commentsAccess }) ?? access;
      if (chosen === 'off') return 'off';
      const ageMs = publishedAt === null ? 0 : clock.now().getTime() - publishedAt.getTime();
      if (closeAfterDays !== null && ageMs > closeAfterDays * DAY_MS) return 'closed';
      return chosen === 'verified' && !isStaff(actor) && !(await isVerified(actor.id)) ? 'verified' : null;
    },

    async heldBy(actor, content) {
      if (isStaff(actor)) return null;
      const { holdEverything, holdFirst, holdLinksAbove, holdWords } = await settings.ofComments();
      if (holdEverything) return 'everything';
      if (firstListedWord(content, holdWords) !== null) return 'words';
      if (holdLinksAbove !== null && linksIn(content) > holdLinksAbove) return 'links';
      return holdFirst > 0 && (await comments.visibleOf(actor.id, holdFirst)) < holdFirst ? 'first' : null;
    },
  };
}

/** Addresses with a scheme or `www.`, and targets of Markdown links. */
const LINK = /https?:\/\/|(?<!\/\/)\bwww\.|\]\(\s*(?!https?:|www\.)/gi;

/** The number of links in a text, valid or not. */
export const linksIn = (text: string): number => text.match(LINK)?.length ?? 0;

/** The first word or phrase of `list` that a text contains as a whole, ignoring case and accents; null if none. */
export function firstListedWord(text: string, list: readonly string[]): string | null {
  if (list.length === 0) return null;
  const words = wordsOf(text);
  const contains = (phrase: readonly string[]) =>
    phrase.length > 0 && words.some((_word, start) => phrase.every((word, index) => words[start + index] === word));
  return list.find((phrase) => contains(wordsOf(phrase))) ?? null;
}
