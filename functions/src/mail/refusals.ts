import { messageIdOf } from './mail.ts';
import type { MailEvent } from './mail-events.repository.ts';
import type { Submission } from './transport.ts';

/** RFC 3463 and the IANA registry of enhanced status codes: the mailbox or its domain does not exist, or is disabled. */
const UNKNOWN_MAILBOX = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

/** Servers without precise codes use words, and the common ones use English. */
const UNKNOWN_WORDS =
  /\b(?:user|recipient|mailbox|account|address)\b.{0,40}\b(?:unknown|not (?:exist|found)|doesn'?t exist|does not exist|invalid|disabled)\b|\b(?:unknown|no such|invalid) (?:user|recipient|mailbox|account|address)\b/i;

/** These words are about our account, even if they look like those above: `550 Your account was disabled`. */
const OUR_WORDS =
  /\b(?:senders?|sending|login|credentials|authenticat\w*|relaying|throttl\w*|rate|your (?:account|address|mailbox|user))\b/i;

/** The server closes the connection or refuses everything from us for now: throttling, encryption, the password. */
const OUR_CODES = new Set([421, 454, 530, 534, 535, 538]);

/** The enhanced code in a reply or diagnostic text, e.g. `5.1.1`; null without one. */
export const enhancedCodeIn = (text: string): string | null => /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? null;

/**
 * Whether a permanent refusal means that the mailbox does not exist. Words count only without a precise code, which `5.0.0` is not.
 * @param code the enhanced code if the source names it; otherwise `text` is searched for it
 */
export function isUnknownMailbox(text: string, code: string | null = enhancedCodeIn(text)): boolean {
  if (code !== null && !code.endsWith('.0.0')) return UNKNOWN_MAILBOX.has(code);
  return UNKNOWN_WORDS.test(text) && !OUR_WORDS.test(text);
}

/**
 * Whether a refusal of a recipient or a text is about this email. Others are about the connection or our account, and say nothing about the address.
 * A temporary refusal is about the email only with a code for addresses or mailboxes (RFC 3463 §3.2 and §3.3; 4.1.7 and 4.1.8 are the sender's), or
 * as 450 without a precise code (RFC 5321 §4.2.3: mailbox unavailable): faults of the server (4.3, 4.4, 451, 452) and its policies (4.7: rates,
 * greylists) are temporary.
 */
export function isAboutMail(reply: string): boolean {
  const code = Number(reply.slice(0, 3));
  if (OUR_CODES.has(code)) return false;
  if (code >= 500) return true;
  const enhanced = enhancedCodeIn(reply);
  if (enhanced === null || enhanced === '4.0.0') return code === 450 && !OUR_WORDS.test(reply);
  return /^4\.(?:1\.(?![78]$)|2\.)/.test(enhanced);
}

/** A refusal over SMTP as an event. It counts like a later bounce, once for an email when it is not retried any more. */
export const refusalEvent = ({
  mailId,
  email,
  submission: { isUnknownMailbox, isPermanent, reply },
  at,
}: {
  mailId: string;
  email: string;
  submission: Extract<Submission, { outcome: 'refused' }>;
  at: Date;
}): MailEvent => ({
  source: 'smtp',
  id: mailId,
  kind: isUnknownMailbox ? 'unknown-mailbox' : isPermanent ? 'permanent' : 'soft',
  email,
  messageId: messageIdOf(mailId),
  at,
  reply,
});
