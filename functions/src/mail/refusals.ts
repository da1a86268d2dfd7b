import { messageIdOf } from './mail.ts';
import type { MailEvent } from './mail-events.repository.ts';
import type { Submission } from './transport.ts';

/** RFC 3463 and the IANA registry of enhanced status codes: the mailbox or its domain does not exist, or is disabled. */
const UNKNOWN_MAILBOX = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

/** Servers without precise codes say it in words; the common ones answer in English. */
const UNKNOWN_WORDS =
  /\b(?:user|recipient|mailbox|account|address)\b.{0,40}\b(?:unknown|not (?:exist|found)|doesn'?t exist|does not exist|invalid|disabled)\b|\b(?:unknown|no such|invalid) (?:user|recipient|mailbox|account|address)\b/i;

/** Such words speak of us, even where they look like those above: `550 Your account was disabled`. */
const OUR_WORDS =
  /\b(?:senders?|sending|login|credentials|authenticat\w*|relaying|throttl\w*|rate|your (?:account|address|mailbox|user))\b/i;

/** The server closes the connection, or says that it takes nothing from us now: throttling, encryption, the password. */
const OUR_CODES = new Set([421, 454, 530, 534, 535, 538]);

/** The enhanced code in a reply or a diagnostic text, like `5.1.1`; null without one. */
export const enhancedCodeIn = (text: string): string | null => /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? null;

/**
 * Whether a permanent refusal says that the mailbox does not exist. Words count only without a precise code: `5.0.0` says nothing.
 * @param code the enhanced code if the source names it; else it is looked for in `text`
 */
export function isUnknownMailbox(text: string, code: string | null = enhancedCodeIn(text)): boolean {
  if (code !== null && !code.endsWith('.0.0')) return UNKNOWN_MAILBOX.has(code);
  return UNKNOWN_WORDS.test(text) && !OUR_WORDS.test(text);
}

/**
 * Whether a refusal of a recipient or a text speaks of this mail. Others concern the connection or our whole account, and say nothing of an
 * address. A temporary one speaks of it only with a code of addresses or mailboxes (RFC 3463 §3.2 and §3.3; 4.1.7 and 4.1.8 are the
 * sender's), or as 450 without a precise code (RFC 5321 §4.2.3: mailbox unavailable): the server's own troubles (4.3, 4.4, 451, 452) and its
 * policies (4.7: rates, greylists) pass.
 */
export function isAboutMail(reply: string): boolean {
  const code = Number(reply.slice(0, 3));
  if (OUR_CODES.has(code)) return false;
  if (code >= 500) return true;
  const enhanced = enhancedCodeIn(reply);
  if (enhanced === null || enhanced === '4.0.0') return code === 450 && !OUR_WORDS.test(reply);
  return /^4\.(?:1\.(?![78]$)|2\.)/.test(enhanced);
}

/** A refusal over SMTP as an event, which counts like one that comes back later: once for a mail, when it is not tried again. */
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
