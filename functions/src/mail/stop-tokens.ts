import { StoppedMailKind } from '@inkwell/shared/person-mails';
import { listHeaders } from './letter.ts';
import { isSignature, signatureOf } from './tokens.ts';

/** The person and the kind of email that a link is about. */
export interface StopToken {
  /** An account; for invitations, an address (`addressIdOf`). */
  readonly id: string;
  readonly kind: StoppedMailKind;
}

const TOKEN = /^mail-([a-z]+)\.([A-Za-z0-9_-]{1,128})\.([A-Za-z0-9_-]{43})$/;

const signedText = ({ id, kind }: StopToken): string => `stop-mail:${kind}:${id}`;

/** The token in links that unsubscribe from one kind of email. It is not stored and does not expire. */
export const stopToken = (secret: string, of: StopToken): string =>
  `mail-${of.kind}.${of.id}.${signatureOf(secret, signedText(of))}`;

/** Null for anything but one of our tokens. */
export function readStopToken(secret: string, text: string): StopToken | null {
  const [, kindText, id = '', proof = ''] = TOKEN.exec(text) ?? [];
  const kind = StoppedMailKind.safeParse(kindText);
  if (!kind.success) return null;
  const of = { id, kind: kind.data };
  return isSignature(secret, signedText(of), proof) ? of : null;
}

/** The page that unsubscribes from a kind of email. The fragment contains the token, because browsers do not send it to a server. */
export const stopUrl = (siteUrl: string, token: string): string => `${siteUrl}/newsletter/choices#token=${token}`;

/** Headers of an email with a one-click unsubscribe. */
export const stopHeaders = (siteUrl: string, kind: StoppedMailKind, token: string) =>
  listHeaders(kind, { siteUrl, oneClickUrl: `${siteUrl}/api/mail-choices/stop?token=${token}` });
