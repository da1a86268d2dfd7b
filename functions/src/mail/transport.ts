import type { Clock } from '../common/clock.ts';

/** An email to one recipient, as it is sent. */
export interface OutgoingMail {
  /** The id that providers return in their events (`messageIdOf`); also the left side of `Message-ID`. */
  readonly messageId: string;
  readonly to: string;
  /** `Name <address>`. */
  readonly from: string;
  readonly replyTo?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: { readonly subject: string; readonly text: string; readonly html: string };
}

/** The result of submitting an email. `reply` is the server's reply, or the reason for its absence; at most 500 characters. */
export type Submission =
  | { readonly outcome: 'submitted'; readonly reply: string; readonly providerId: string | null }
  /** The server refused this recipient or this text. A temporary refusal may be retried. */
  | {
      readonly outcome: 'refused';
      readonly isPermanent: boolean;
      /** The mailbox does not exist. */
      readonly isUnknownMailbox: boolean;
      readonly reply: string;
    }
  /**
   * The server cannot have the email, and the recipient was not refused. The end of the text was never sent, or it was refused because of the
   * connection or our account. A retry is safe.
   */
  | { readonly outcome: 'unsent'; readonly reply: string }
  /** The connection died after the end of the text was sent, so only the server knows the result. */
  | { readonly outcome: 'unconfirmed'; readonly reply: string };

export interface Transport {
  /** False if emails cannot be sent (`SMTP_URL` is `none`). They stay in the queue, and `submit` must not be called. */
  readonly isOn: boolean;
  /** Never rejects. After `timeoutMs` (default: 60 s), closes the connection; the email is then unsent or unconfirmed. */
  submit(mail: OutgoingMail, options?: { timeoutMs?: number }): Promise<Submission>;
  /** Closes idle connections. */
  close(): void;
}

export const SUBMIT_TIMEOUT_MS = 60_000;

const REPLY_CHARS = 500;

/** A reply on one line, without characters that could break logs and pages. */
export const replyText = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, REPLY_CHARS);

/** For deployments without a server. */
export const noTransport: Transport = {
  isOn: false,
  submit: async () => ({ outcome: 'unsent', reply: 'SMTP_URL is none' }),
  close: () => undefined,
};

/** For the local stack: the mailbox shows every queued email, so there is nothing to do. */
export const createMailboxTransport = ({ clock }: { clock: Clock }): Transport => ({
  isOn: true,
  submit: async () => ({
    outcome: 'submitted',
    reply: `Kept in the mailbox at ${clock.now().toISOString()}`,
    providerId: null,
  }),
  close: () => undefined,
});
