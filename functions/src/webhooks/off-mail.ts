import type { SiteSettings } from '@inkwell/shared/site-settings';
import { WEBHOOK_LIMITS } from '@inkwell/shared/webhooks';
import { letter, paragraph, SENDER } from '../mail/letter.ts';
import type { Mail } from '../mail/mail.ts';

/** The email that tells the owner of a webhook that failures have switched it off. Names only the host, because an address may contain a secret. */
export const offMail = (
  { to, host, site }: { to: string; host: string; site: SiteSettings },
  siteUrl: string,
): Mail => ({
  to,
  ...SENDER,
  headers: {},
  message: {
    subject: `A webhook on ${site.name} was switched off`,
    ...letter(site, {
      heading: 'A webhook was switched off',
      parts: [
        paragraph(
          `The last ${WEBHOOK_LIMITS.failures} attempts to call the webhook at ${host} failed, so it is off. New events are not sent to it.`,
        ),
        paragraph('Check the receiver, then switch the webhook on again: ', {
          text: 'Webhooks',
          url: `${siteUrl}/admin/webhooks`,
        }),
      ],
    }),
  },
});
