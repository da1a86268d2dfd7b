import { NEWSLETTER_LIMITS } from '@inkwell/shared/newsletter';
import { consentText, wantsInWords } from '@inkwell/shared/newsletter-words';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import type { SubscriberWant } from '@inkwell/shared/subscribers';
import { letter, listHeaders, paragraph, SENDER, smallPrint } from '../mail/letter.ts';
import type { Mail } from '../mail/mail.ts';
import { addressIdOf, newToken } from '../mail/tokens.ts';
import { unsubscribeToken } from './tokens.ts';

/**
 * The email that asks to confirm a subscription. Links contain their token after `#`, which browsers do not send to a server; only the one-click
 * address (RFC 8058) needs it in the query.
 */
export function confirmationMail(mail: {
  to: string;
  site: SiteSettings;
  siteUrl: string;
  readonly wants: readonly SubscriberWant[];
  confirmationToken: string;
  unsubscribeToken: string;
}): Mail {
  const confirmUrl = `${mail.siteUrl}/newsletter/confirm#token=${mail.confirmationToken}`;
  const unsubscribeUrl = `${mail.siteUrl}/newsletter/unsubscribe#token=${mail.unsubscribeToken}`;
  const oneClickUrl = `${mail.siteUrl}/api/newsletter/unsubscribe?token=${mail.unsubscribeToken}`;
  const { to, site, siteUrl, wants } = mail;
  const { confirmationDays: days } = NEWSLETTER_LIMITS;
  const host = new URL(siteUrl).host;
  return {
    to,
    ...SENDER,
    headers: listHeaders('newsletter', { siteUrl, oneClickUrl }),
    message: {
      subject: `Please confirm your ${site.name} newsletter subscription`,
      ...letter(site, {
        heading: 'One click, and you are on the list',
        parts: [
          paragraph(
            `Somebody, hopefully you, asked at ${host} for ${wantsInWords(site.name, wants)} to be sent to `,
            { text: to, isStrong: true },
            '.',
          ),
          paragraph(consentText(site.name, wants)),
          {
            kind: 'button',
            label: 'Confirm my subscription',
            url: confirmUrl,
            days,
            instead: `To confirm, open this link within ${days} days`,
          },
          paragraph(
            'If it was not you, there is nothing to do: without your confirmation you will not hear from us again.',
          ),
          smallPrint('Not interested? ', { text: 'Take me off the list', url: unsubscribeUrl }),
        ],
      }),
    },
  };
}

/** A confirmation email with a new token, in the form that `subscribe` stores. */
export interface MadeConfirmation {
  readonly tokenHash: string;
  readonly mail: Mail;
  readonly wants: readonly SubscriberWant[];
  readonly consentText: string;
}

export type ConfirmationMaker = (
  email: string,
  site: SiteSettings,
  wants: readonly SubscriberWant[],
) => MadeConfirmation;

export const createConfirmationMaker =
  ({ siteUrl, newsletterSecret }: { readonly siteUrl: string; readonly newsletterSecret: string }): ConfirmationMaker =>
  (email, site, wants) => {
    const id = addressIdOf(email);
    const token = newToken(id);
    const mail = confirmationMail({
      to: email,
      site,
      siteUrl,
      wants,
      confirmationToken: token.text,
      unsubscribeToken: unsubscribeToken(newsletterSecret, id),
    });
    return { tokenHash: token.hash, mail, wants, consentText: consentText(site.name, wants) };
  };
