import { createHmac } from 'node:crypto';
import { PersonMailKind } from '@inkwell/shared/person-mails';
import { cut } from '@inkwell/shared/plain-text';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { AUTO_SUBMITTED, letter, paragraph, SENDER, smallPrint } from '../mail/letter.ts';
import type { Mail } from '../mail/mail.ts';
import { isSame } from '../mail/tokens.ts';

/**
 * What a mail to a person says, in plain text. What others wrote is not in it: it stays on the site, where they can still correct and delete it
 * and staff can hide it.
 */
export interface PersonLetter {
  readonly kind: PersonMailKind;
  readonly subject: string;
  /** Each with where it leads. */
  readonly entries: readonly { readonly words: string; readonly path: string }[];
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

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function personMail(
  { kind, subject, entries }: PersonLetter,
  { to, site, siteUrl, token }: { to: string; site: SiteSettings; siteUrl: string; token: string },
): Mail {
  const stopUrl = `${siteUrl}/newsletter/choices#token=${token}`;
  const about = `You get this because your account at ${new URL(siteUrl).host} is mailed about ${KIND_WORDS[kind]}.`;
  const line = cut(oneLine(subject), SUBJECT_CHARS);
  return {
    to,
    ...SENDER,
    headers: {
      'List-Unsubscribe': `<${siteUrl}/api/mail-choices/stop?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      ...AUTO_SUBMITTED,
    },
    message: {
      subject: line,
      ...letter(site, {
        heading: line,
        parts: [
          ...entries.map(({ words, path }) => paragraph(`${words} `, { text: 'Open it', url: `${siteUrl}${path}` })),
          smallPrint(`${about} `, { text: 'End these mails', url: stopUrl }),
        ],
      }),
    },
  };
}

/** Of whom and what a link speaks. */
export interface StopToken {
  readonly userId: string;
  readonly kind: PersonMailKind;
}

const TOKEN = /^mail-([a-z]+)\.([A-Za-z0-9_-]{1,128})\.([A-Za-z0-9_-]{43})$/;

const keysOf = (secret: string): readonly string[] =>
  secret
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');

const signature = (key: string, { userId, kind }: StopToken) =>
  createHmac('sha256', key).update(`stop-mail:${kind}:${userId}`).digest('base64url');

/** The token of the links that end one kind of mail to an account. It is not stored and does not expire. */
export const stopToken = (secret: string, of: StopToken): string =>
  `mail-${of.kind}.${of.userId}.${signature(keysOf(secret)[0] ?? '', of)}`;

/** Null for anything but a token of ours. */
export function readStopToken(secret: string, text: string): StopToken | null {
  const [, kindText, userId = '', proof = ''] = TOKEN.exec(text) ?? [];
  const kind = PersonMailKind.safeParse(kindText);
  if (!kind.success) return null;
  const of = { userId, kind: kind.data };
  return keysOf(secret).some((key) => isSame(signature(key, of), proof)) ? of : null;
}
