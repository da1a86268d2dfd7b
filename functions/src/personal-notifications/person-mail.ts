import type { PersonMailKind } from '@inkwell/shared/person-mails';
import { cut } from '@inkwell/shared/plain-text';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { type LetterPart, letter, paragraph, SENDER, smallPrint } from '../mail/letter.ts';
import type { Mail } from '../mail/mail.ts';
import { stopHeaders, stopUrl } from '../mail/stop-tokens.ts';

/** The content of an email to a person, as plain text. Deleting one of the accounts that it names deletes the email. */
export interface PersonLetter {
  readonly kind: PersonMailKind;
  readonly subject: string;
  /** Entries with their links, and the beginning of what was written there. */
  readonly entries: readonly { readonly words: string; readonly path: string; readonly quote?: string }[];
  /** The accounts that it names. */
  readonly writerIds: readonly string[];
}

const KIND_WORDS: Readonly<Record<PersonMailKind, string>> = {
  answers: 'answers to your comments',
  comments: 'comments on your posts',
  reviews: 'reviews of posts',
  broadcasts: 'news from the publication',
  figures: 'the figures of each week',
};

/** Above the entries, whose common part the subject already says. */
const HEADINGS: Readonly<Record<Exclude<PersonMailKind, 'broadcasts'>, string>> = {
  answers: 'An answer to your comment',
  comments: 'Comments on your posts',
  reviews: 'News of a post',
  figures: 'The figures of the week',
};

const LINKS: Readonly<Record<PersonMailKind, string>> = {
  answers: 'Read the answer',
  comments: 'Read the comment',
  reviews: 'Open the post',
  broadcasts: 'Visit the site',
  figures: 'Open the figures',
};

const SUBJECT_CHARS = 150;
/**
 * For all entries together. Even in scripts with the most bytes per character, an email with the maximum number of entries stays below 100 kB, where
 * Gmail cuts it.
 */
const ENTRY_CHARS = { words: 2_800, quotes: 2_800 } as const;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const paragraphsOf = (words: string): LetterPart[] => words.split(/\s*\n\s*/).map((line) => paragraph(line));

export function personMail(
  { kind, subject, entries }: PersonLetter,
  { to, site, siteUrl, token }: { to: string; site: SiteSettings; siteUrl: string; token: string },
): Mail {
  const about = `You get this because your account at ${new URL(siteUrl).host} is mailed about ${KIND_WORDS[kind]}.`;
  const line = cut(oneLine(subject), SUBJECT_CHARS);
  const share = (chars: number) => Math.floor(chars / Math.max(1, entries.length));
  return {
    to,
    ...SENDER,
    headers: stopHeaders(siteUrl, kind, token),
    message: {
      subject: line,
      ...letter(site, {
        heading: kind === 'broadcasts' ? line : HEADINGS[kind],
        parts: [
          ...entries.flatMap(({ words, path, quote }): LetterPart[] => [
            ...paragraphsOf(cut(words, share(ENTRY_CHARS.words))),
            ...(quote ? [{ kind: 'quote', text: cut(quote, share(ENTRY_CHARS.quotes)) } as const] : []),
            paragraph({ text: LINKS[kind], url: `${siteUrl}${path}` }),
          ]),
          smallPrint(`${about} `, { text: 'End these mails', url: stopUrl(siteUrl, token) }),
        ],
      }),
    },
  };
}
