import type { Clock } from '../common/clock.ts';
import { createSmtpTransport } from '../mail/smtp-transport.ts';
import { readSmtpUrl } from '../mail/smtp-url.ts';
import { createMailboxTransport, noTransport, type Transport } from '../mail/transport.ts';
import type { Config } from './config.ts';

/** How emails are delivered: over SMTP, not at all, or only into the mailbox of the local stack. */
export function createTransport({ smtpUrl }: Pick<Config, 'smtpUrl'>, { clock }: { clock: Clock }): Transport {
  if (smtpUrl === null) return createMailboxTransport({ clock });
  const server = readSmtpUrl(smtpUrl);
  return server === null ? noTransport : createSmtpTransport(server);
}
