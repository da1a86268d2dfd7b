import { counted } from '@inkwell/shared/format';
import { LATE_MAIL_MS, type MailEventKind, type MailStanding, type SuppressionReason } from '@inkwell/shared/mail';

export const REASONS: Readonly<Record<SuppressionReason, string>> = {
  complaint: 'Complained',
  'unknown-mailbox': 'Does not exist',
  soft: 'Could not be reached three times in a row',
  manual: 'Suppressed by an administrator',
};

export const EVENTS: Readonly<Record<MailEventKind, string>> = {
  delivered: 'Delivered',
  soft: 'Not delivered this time',
  permanent: 'Refused',
  'unknown-mailbox': 'No such mailbox',
  complaint: 'Complaint',
};

export const SOURCES = { ses: 'Amazon SES', postmark: 'Postmark', smtp: 'the mail server' } as const;

/** Problems with sending mails, as sentences; empty if there are none. */
export function troublesOf({ isOn, waiting, oldest, givenUp }: MailStanding, nowMs: number): string[] {
  const wait = `${counted(waiting, 'email is waiting', 'emails are waiting')} in the queue.`;
  const isLate = oldest !== null && nowMs - Date.parse(oldest.since) > LATE_MAIL_MS;
  const said = oldest?.reply ? ` The mail server said last: ${oldest.reply}` : '';
  return [
    !isOn && `No email is sent because no mail server is configured.${waiting > 0 ? ` ${wait}` : ''}`,
    isOn && isLate && `No email has been sent for more than an hour: ${wait}${said}`,
    isOn && !isLate && oldest && oldest.attempts > 0 && `${wait}${said}`,
    givenUp > 0 &&
      `${counted(givenUp, 'email', 'emails')} of the last days could not be delivered to the mail server and will not be sent.`,
  ].filter((text) => typeof text === 'string');
}
