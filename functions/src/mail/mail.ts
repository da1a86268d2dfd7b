import { sha256 } from './tokens.ts';

/** An email from a feature. */
export interface Mail {
  readonly to: string;
  /** `Name <address>`; a default is made from the publication's name and address. */
  readonly from?: string | undefined;
  readonly replyTo?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: { readonly subject: string; readonly text: string; readonly html: string };
}

/** The topic of an email. */
export type MailKind =
  | 'confirmation'
  | 'invitation'
  | 'answer'
  | 'comments'
  | 'review'
  | 'broadcast'
  | 'figures'
  | 'digest'
  | 'issue'
  | 'issue-test'
  | 'webhook';

/**
 * The state of a queued email. `submitted`: the server accepted it, but it may not be delivered yet. `left-out`: its address is suppressed, or the
 * recipient no longer wants it. `given-up`: it could not be submitted for too long. `unconfirmed`: only the server knows (only for newsletters,
 * because email to one person is repeated).
 */
export type MailState = 'queued' | 'sending' | 'submitted' | 'refused' | 'left-out' | 'given-up' | 'unconfirmed';

/** A queued email as the mailbox shows it; `createdAt` is ISO 8601 in UTC. `state` is null for older emails, which an extension sent. */
export type QueuedMail = Mail & { readonly id: string; readonly createdAt: string; readonly state: MailState | null };

/** The id that providers return in events about an email. It is short (Postmark allows 80 characters), and the same for each attempt. */
export const messageIdOf = (mailId: string): string => sha256(`mail:${mailId}`).slice(0, 32);

/** The domain of `Name <address>` in its DNS form. */
export const domainOf = (from: string): string | null => {
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1];
  return domain && URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : null;
};
