import type { MailRepository } from './mail.repository.ts';
import type { QueuedMail } from './mail.ts';

/** Enough to watch a newsletter arrive. */
const SHOWN = 2_000;

export interface MailboxService {
  /** The newest 2,000 queued emails, or only those to `recipient` if it is not null, newest first. */
  newest(recipient: string | null): Promise<QueuedMail[]>;
}

export function createMailboxService({ mails }: { mails: Pick<MailRepository, 'newest'> }): MailboxService {
  return {
    async newest(recipient) {
      const newest = await mails.newest(SHOWN);
      return newest.filter((mail) => recipient === null || mail.to === recipient);
    },
  };
}
