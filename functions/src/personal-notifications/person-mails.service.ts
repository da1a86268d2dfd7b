import { AppError } from '@inkwell/shared/errors';
import { canSeeNotes, canSeePost, isStaff } from '@inkwell/shared/permissions';
import {
  type MailChoices,
  type MailChoicesPatch,
  PERSON_MAIL_LIMITS,
  PersonMailKind,
  type StoppedMailKind,
} from '@inkwell/shared/person-mails';
import { personalTitle, type StudioKind } from '@inkwell/shared/personal-kinds';
import { cut, plainText } from '@inkwell/shared/plain-text';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import type { StoredComment } from '../comments/comments.converter.ts';
import type { CommentRepository } from '../comments/comments.repository.ts';
import type { Clock } from '../common/clock.ts';
import { inSentence } from '../mail/letter.ts';
import type { NewMail } from '../mail/mail.repository.ts';
import type { MailKind } from '../mail/mail.ts';
import type { MailQueue } from '../mail/mail-queue.repository.ts';
import { readStopToken, stopToken } from '../mail/stop-tokens.ts';
import { sha256 } from '../mail/tokens.ts';
import { authorIdsOf, type StoredCard } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import type { StoredUser } from '../users/users.converter.ts';
import type { UserRepository } from '../users/users.repository.ts';
import { type PersonLetter, personMail } from './person-mail.ts';
import type { PersonMailRepository, StoredPersonMail } from './person-mails.repository.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const PAGE = 50;

/** The length of a comment's text in an email. */
const QUOTE_CHARS = 500;

/** Long comments are read on the site. */
const quoteOf = (content: string): string => cut(plainText(content.slice(0, 8 * QUOTE_CHARS)), QUOTE_CHARS);

const INVALID = 'This link is invalid.';

/** A broadcast to email to people who want it. */
export interface MailedBroadcast {
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

/** The figures of a week, in words. */
export interface MailedSummary {
  readonly id: string;
  readonly subject: string;
  readonly words: string;
}

export interface PersonMailService {
  choices(user: StoredUser): Promise<MailChoices>;
  /** Omitted choices do not change. */
  choose(user: StoredUser, choices: MailChoicesPatch): Promise<MailChoices>;
  /** Unsubscribes from a kind of email. Safe to repeat. @throws AppError `bad-request` */
  stop(token: string | undefined): Promise<StoppedMailKind>;
  /** The address of the page that unsubscribes from a kind of email with the token, valid or not. */
  stopPage(token: string | undefined): string;
  /** Emails an answer to the person it answers, or collects a comment for an author of its post. Safe to repeat. */
  tellOfComment(userId: string, why: 'reply' | 'comment', comment: StoredComment): Promise<void>;
  /** Emails a step of a review to somebody who may see it, or collects a note. Safe to repeat. */
  tellOfStep(
    user: StoredUser,
    post: StoredCard,
    event: {
      readonly id: string;
      readonly kind: StudioKind;
      readonly actorId: string;
      readonly name: string;
    },
  ): Promise<void>;
  /** Emails the comments and notes that have waited long enough. Safe to repeat. @returns the number of recipients */
  sendDue(): Promise<number>;
  /** Emails a broadcast to the next people who want it. Safe to repeat. @returns the id to continue after; null at the end */
  mailBroadcast(broadcast: MailedBroadcast, after: string | null): Promise<{ next: string | null; count: number }>;
  /** Emails a summary to the staff who chose it, once for its id. Safe to repeat. */
  mailFigures(summary: MailedSummary): Promise<void>;
}

interface Dependencies {
  readonly mails: PersonMailRepository;
  readonly queue: Pick<MailQueue, 'leaveOut'>;
  readonly users: Pick<UserRepository, 'find' | 'findMany'>;
  readonly comments: Pick<CommentRepository, 'find'>;
  readonly findNote: (id: string) => Promise<{ readonly authorId: string; readonly text: string } | null>;
  readonly posts: Pick<PostRepository, 'findCard'>;
  readonly authors: AuthorCache;
  /** The current state of an account's address in Auth; no address for a deleted account. */
  readonly addressOf: (userId: string) => Promise<{ readonly email: string | null; readonly isVerified: boolean }>;
  /** Refuses invitations to an address (`addressIdOf`). */
  readonly refuseInvitations: (addressId: string, at: Date) => Promise<void>;
  readonly mutedThreads: (userId: string) => Promise<readonly string[]>;
  readonly site: () => Promise<SiteSettings>;
  readonly siteUrl: string;
  readonly secret: string;
  readonly clock: Clock;
}

const MAIL_KINDS: Readonly<Record<PersonMailKind, MailKind>> = {
  answers: 'answer',
  comments: 'comments',
  reviews: 'review',
  broadcasts: 'broadcast',
  figures: 'figures',
};

/** Older accounts get no answers by email until they choose to. */
const choicesOf = (user: StoredUser, { choices }: StoredPersonMail): MailChoices => ({
  answers: choices.answers ?? user.startsWithMail,
  comments: choices.comments ?? false,
  reviews: choices.reviews ?? true,
  broadcasts: choices.broadcasts ?? false,
  figures: choices.figures ?? false,
});

export function createPersonMailService(dependencies: Dependencies): PersonMailService {
  const {
    mails,
    queue,
    users,
    comments,
    findNote,
    posts,
    authors,
    addressOf,
    refuseInvitations,
    mutedThreads,
    site,
    siteUrl,
    secret,
    clock,
  } = dependencies;

  /** The verified address for email about `kind`; null if it must not get any. */
  async function addressFor(user: StoredUser, kind: PersonMailKind): Promise<string | null> {
    if (user.isBlocked) return null;
    if (!choicesOf(user, await mails.find(user.id))[kind]) return null;
    const { email, isVerified } = await addressOf(user.id);
    return isVerified ? email : null;
  }

  /** After an objection, no waiting email is sent. It can wait for days while the mail server is down. */
  async function leaveOut(userId: string, kinds: readonly PersonMailKind[]): Promise<void> {
    if (kinds.length === 0) return;
    const { email: to } = await addressOf(userId);
    if (to === null) return;
    for (const kind of kinds) await queue.leaveOut({ to, kind: MAIL_KINDS[kind] }, clock.now());
  }

  /** An email about an event to a person has a fixed id, so a repeat queues nothing. */
  async function made(user: StoredUser, to: string, eventId: string, letter: PersonLetter) {
    const token = stopToken(secret, { id: user.id, kind: letter.kind });
    const at = clock.now();
    const kind = MAIL_KINDS[letter.kind];
    return {
      id: `${kind}-${sha256(`${eventId}:${user.id}`)}`,
      kind,
      mail: personMail(letter, { to, site: await site(), siteUrl, token }),
      at,
      expireAt: new Date(at.getTime() + PERSON_MAIL_LIMITS.days * DAY_MS),
      writerIds: letter.writerIds,
      isToMany: kind === 'broadcast',
    };
  }

  /** Emails a letter to the next people who want its kind. @returns the id to continue after; null at the end */
  async function mailPage(
    kind: 'broadcasts' | 'figures',
    { eventId, after, ...letter }: Omit<PersonLetter, 'kind' | 'writerIds'> & { eventId: string; after: string | null },
  ): Promise<{ next: string | null; count: number }> {
    const ids = await mails.wanting(kind, after, PAGE);
    for (const user of (await users.findMany(ids)).values()) {
      const to = kind === 'broadcasts' || isStaff(user) ? await addressFor(user, kind) : null;
      if (to) await mails.queueOnce(await made(user, to, eventId, { ...letter, kind, writerIds: [] }));
    }
    return { next: ids.length < PAGE ? null : (ids.at(-1) ?? null), count: ids.length };
  }

  const nameOf = async (userId: string): Promise<string> => {
    const author = (await authors.getAll([userId])).get(userId);
    return author?.displayName ?? author?.firstName ?? 'Somebody';
  };

  /** The current state of a comment for an email; null if the reader may not see it. */
  async function entryOf(user: StoredUser, comment: StoredComment | null, why: 'reply' | 'comment') {
    const post = comment?.state === 'visible' ? await posts.findCard(comment.postId) : null;
    if (!comment || !post || post.trashedAt || !canSeePost(user, post)) return null;
    // Former authors are not told what others write there.
    if (why === 'comment' && !authorIdsOf(post).includes(user.id)) return null;
    const words = personalTitle(why, [inSentence(await nameOf(comment.authorId))]);
    return {
      writerId: comment.authorId,
      words: `${words}: ${inSentence(post.title)}`,
      path: `/posts/${post.id}#comment-${comment.id}`,
      quote: quoteOf(comment.content),
    };
  }

  async function send(gathered: StoredPersonMail): Promise<void> {
    const user = await users.find(gathered.userId);
    const to = user && (await addressFor(user, 'comments'));
    const found = user && to ? await Promise.all(gathered.waiting.map((id) => comments.find(id))) : [];
    const entries = user
      ? (await Promise.all(found.map((comment) => entryOf(user, comment, 'comment')))).filter((entry) => entry !== null)
      : [];
    const [first] = entries;
    const subject = entries.length > 1 ? `${entries.length} new comments on your posts` : first?.words;
    const mail =
      user && to && subject
        ? await made(user, to, `${gathered.dueAt?.getTime()}`, {
            kind: 'comments',
            subject,
            entries,
            writerIds: entries.map(({ writerId }) => writerId),
          })
        : null;
    await mails.finish(gathered, mail, clock.now());
  }

  /** Emails notes, oldest first, once per post whose first note has waited long enough. */
  async function sendNotes(gathered: StoredPersonMail): Promise<void> {
    const user = await users.find(gathered.userId);
    const to = user && (await addressFor(user, 'reviews'));
    const sinceMs = clock.now().getTime() - PERSON_MAIL_LIMITS.gatherMinutes * MINUTE_MS;
    const due = new Set(gathered.notes.filter(({ at }) => at.getTime() <= sinceMs).map(({ postId }) => postId));
    const sent = gathered.notes.filter(({ postId }) => due.has(postId));
    const letters: NewMail[] = [];
    for (const postId of due) {
      const post = user && to ? await posts.findCard(postId) : null;
      if (!user || !to || !post || post.trashedAt || !canSeeNotes(user, { authorIds: authorIdsOf(post) })) continue;
      const ids = sent.filter((note) => note.postId === postId).map(({ id }) => id);
      const found = (await Promise.all(ids.map(findNote))).filter((note) => note !== null);
      const entries = await Promise.all(
        found.map(async ({ authorId, text }) => ({
          writerId: authorId,
          words: `${personalTitle('note', [inSentence(await nameOf(authorId))])}: ${inSentence(post.title)}`,
          path: `/create-post?edit=${post.id}`,
          quote: quoteOf(text),
        })),
      );
      const [first] = entries;
      if (!first) continue;
      const subject = entries.length > 1 ? `${entries.length} new notes on ${inSentence(post.title)}` : first.words;
      const writerIds = entries.map(({ writerId }) => writerId);
      letters.push(await made(user, to, ids.join(), { kind: 'reviews', subject, entries, writerIds }));
    }
    await mails.finishNotes(
      gathered,
      sent.map(({ id }) => id),
      letters,
    );
  }

  return {
    choices: async (user) => choicesOf(user, await mails.find(user.id)),

    async choose(user, choices) {
      const chosen = await mails.choose(user.id, choices);
      await leaveOut(
        user.id,
        PersonMailKind.options.filter((kind) => choices[kind] === false),
      );
      return choicesOf(user, chosen);
    },

    async stop(text) {
      const token = readStopToken(secret, text ?? '');
      if (!token) throw new AppError('bad-request', INVALID);
      const { id, kind } = token;
      if (kind === 'invitations') await refuseInvitations(id, clock.now());
      // A deleted account's link stores nothing about the account.
      else if (await users.find(id)) {
        await mails.choose(id, { [kind]: false });
        await leaveOut(id, [kind]);
      }
      return kind;
    },

    stopPage(text) {
      const page = '/newsletter/choices';
      return text !== undefined && readStopToken(secret, text) ? `${page}#token=${text}` : page;
    },

    async tellOfComment(userId, why, comment) {
      const user = await users.find(userId);
      const kind = why === 'reply' ? 'answers' : 'comments';
      const to = user && (await addressFor(user, kind));
      if (!user || !to) return;
      if (comment.parentId !== null && (await mutedThreads(userId)).includes(comment.parentId)) return;
      if (kind === 'comments') return void (await mails.gather(userId, comment.id, clock.now()));
      const entry = await entryOf(user, comment, 'reply');
      if (!entry) return;
      const letter = { kind, subject: entry.words, entries: [entry], writerIds: [entry.writerId] } as const;
      await mails.queueOnce(await made(user, to, comment.id, letter));
    },

    async tellOfStep(user, post, { id, kind, actorId, name }) {
      const to = await addressFor(user, 'reviews');
      if (!to) return;
      if (kind === 'note') return mails.gatherNote(user.id, { id, postId: post.id }, clock.now());
      const words = `${personalTitle(kind, [inSentence(name)])}: ${inSentence(post.title)}`;
      const path = kind === 'published' ? `/posts/${post.id}` : `/create-post?edit=${post.id}`;
      const letter = { kind: 'reviews', subject: words, entries: [{ words, path }], writerIds: [actorId] } as const;
      await mails.queueOnce(await made(user, to, id, letter));
    },

    async sendDue() {
      const due = await mails.due(clock.now(), PAGE);
      for (const gathered of due) await send(gathered);
      const ofNotes = await mails.notesDue(clock.now(), PAGE);
      for (const gathered of ofNotes) await sendNotes(gathered);
      return due.length + ofNotes.length;
    },

    mailBroadcast: ({ id, title, message }, after) =>
      mailPage('broadcasts', { eventId: id, after, subject: title, entries: [{ words: message, path: '/' }] }),

    async mailFigures({ id, subject, words }) {
      const entries = [{ words, path: '/admin/analytics' }];
      let after: string | null = null;
      do ({ next: after } = await mailPage('figures', { eventId: id, after, subject, entries }));
      while (after !== null);
    },
  };
}
