import type { Clock } from '../common/clock.ts';

/** A mail to one recipient, as it leaves. */
export interface OutgoingMail {
  /** What providers return in their events (`messageIdOf`); also the left side of `Message-ID`. */
  readonly messageId: string;
  readonly to: string;
  /** `Name <address>`. */
  readonly from: string;
  readonly replyTo?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: { readonly subject: string; readonly text: string; readonly html: string };
}

/** What became of handing a mail to the server. `reply` is what the server said, or why there was no answer; at most 500 characters. */
export type Submission =
  | { readonly outcome: 'submitted'; readonly reply: string; readonly providerId: string | null }
  /** The server refused this recipient or this text; a temporary refusal may be repeated. */
  | {
      readonly outcome: 'refused';
      readonly isPermanent: boolean;
      /** The mailbox does not exist. */
      readonly isUnknownMailbox: boolean;
      readonly reply: string;
    }
  /**
   * The server cannot have the mail, and nothing was said of its recipient: the end of the text was never sent, or refused for what concerns
   * the connection or our account. Repeating is safe.
   */
  | { readonly outcome: 'unsent'; readonly reply: string }
  /** The connection died after the end of the text was sent: only the server knows. */
  | { readonly outcome: 'unconfirmed'; readonly reply: string };

export interface Transport {
  /** False if mails cannot leave (`SMTP_URL` is `none`). They stay in the queue, and `submit` must not be called. */
  readonly isOn: boolean;
  /** Never rejects. After `timeoutMs` (default: 60 s) the connection is closed, and the mail unsent or unconfirmed. */
  submit(mail: OutgoingMail, options?: { timeoutMs?: number }): Promise<Submission>;
  /** Closes idle connections. */
  close(): void;
}

export const SUBMIT_TIMEOUT_MS = 60_000;

const REPLY_CHARS = 500;

/** A reply in one line, without what could break logs and pages. */
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

/** For the local stack: every mail of the queue is in the mailbox, so there is nothing to do. */
export const createMailboxTransport = ({ clock }: { clock: Clock }): Transport => ({
  isOn: true,
  submit: async () => ({
    outcome: 'submitted',
    reply: `Kept in the mailbox at ${clock.now().toISOString()}`,
    providerId: null,
  }),
  close: () => undefined,
});
