import { sha256 } from './tokens.ts';

/** A mail as features make it. */
export interface Mail {
  readonly to: string;
  /** `Name <address>`; a default is made from the publication's name and address. */
  readonly from?: string | undefined;
  readonly replyTo?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: { readonly subject: string; readonly text: string; readonly html: string };
}

/** What a mail is about. */
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
 * What has become of a queued mail. `submitted`: the server took it, which is not yet delivered. `left-out`: its address is suppressed, or its
 * reader wants none any more.
 * `given-up`: it could not be handed in for too long. `unconfirmed`: only the server knows (newsletter; mail to one person is repeated).
 */
export type MailState = 'queued' | 'sending' | 'submitted' | 'refused' | 'left-out' | 'given-up' | 'unconfirmed';

/** A mail of the queue as the mailbox shows it; `createdAt` is ISO 8601 in UTC. `state` is null for mails of before our own delivery. */
export type QueuedMail = Mail & { readonly id: string; readonly createdAt: string; readonly state: MailState | null };

/** What providers return in events about a mail: short (Postmark takes 80 characters), and the same for each attempt. */
export const messageIdOf = (mailId: string): string => sha256(`mail:${mailId}`).slice(0, 32);

/** The domain of `Name <address>`, as DNS writes it. */
export const domainOf = (from: string): string | null => {
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1];
  return domain && URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : null;
};
