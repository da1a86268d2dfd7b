import type { PersonMailKind } from '@inkwell/shared/person-mails';
import { cut } from '@inkwell/shared/plain-text';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { type LetterPart, letter, paragraph, SENDER, smallPrint } from '../mail/letter.ts';
import type { Mail } from '../mail/mail.ts';
import { stopHeaders, stopUrl } from '../mail/stop-tokens.ts';

/** What a mail to a person says, in plain text. It goes with the accounts that it names. */
export interface PersonLetter {
  readonly kind: PersonMailKind;
  readonly subject: string;
  /** Each with where it leads, and the beginning of what was written there. */
  readonly entries: readonly { readonly words: string; readonly path: string; readonly quote?: string }[];
  /** The accounts that it names. */
  readonly writerIds: readonly string[];
}

const KIND_WORDS: Readonly<Record<PersonMailKind, string>> = {
  answers: 'answers to your comments',
  comments: 'comments on your posts',
  reviews: 'reviews of posts',
  broadcasts: 'news from the publication',
};

const SUBJECT_CHARS = 150;
/** Of all entries together. In scripts that take most bytes, a mail with as many as are gathered stays below 100 kB, where Gmail cuts. */
const ENTRY_CHARS = { words: 3_000, quotes: 3_000 } as const;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

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
        heading: line,
        parts: [
          ...entries.flatMap(({ words, path, quote }): LetterPart[] => [
            paragraph(`${cut(words, share(ENTRY_CHARS.words))} `, { text: 'Open it', url: `${siteUrl}${path}` }),
            ...(quote ? [{ kind: 'quote', text: cut(quote, share(ENTRY_CHARS.quotes)) } as const] : []),
          ]),
          smallPrint(`${about} `, { text: 'End these mails', url: stopUrl(siteUrl, token) }),
        ],
      }),
    },
  };
}
