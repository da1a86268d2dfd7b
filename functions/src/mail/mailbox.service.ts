import type { MailRepository } from './mail.repository.ts';
import type { QueuedMail } from './mail.ts';

/** All that is needed to see a newsletter arrive. */
const SHOWN = 2_000;

export interface MailboxService {
  /** Those of the newest 2,000 queued mails that are to `recipient`, or all if it is null, newest first. */
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
