import type { MailRepository } from './mail.repository.ts';
import type { QueuedMail } from './mail.ts';

const SHOWN = 50;

/** The queue of mails as developers see it. */
export interface MailboxService {
  /** The newest 50 queued mails, newest first; of those the ones to `recipient`, unless it is null. */
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
