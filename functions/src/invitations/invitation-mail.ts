import { INVITATION_LIMITS, INVITED_WORDS, type InvitedRight, invitedNameOf } from '@inkwell/shared/invitations';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { inSentence, letter, paragraph, SENDER, smallPrint } from '../mail/letter.ts';
import type { Mail } from '../mail/mail.ts';
import { stopHeaders, stopUrl } from '../mail/stop-tokens.ts';

/** The page of an invitation. The fragment contains the token, because browsers do not send it to a server. */
const invitationUrl = (siteUrl: string, token: string, to: string): string =>
  `${siteUrl}/invitation#token=${token}&email=${encodeURIComponent(to)}`;

/** The invitation email. Its headers contain no person's name. */
export function invitationMail(mail: {
  to: string;
  site: SiteSettings;
  siteUrl: string;
  token: string;
  /** The token of the link that refuses all invitations. */
  stop: string;
  right: InvitedRight;
  /** The admin's name; null if the admin has none. */
  invitedBy: string | null;
}): Mail {
  const { as, may } = INVITED_WORDS[invitedNameOf(mail.right)];
  const { site } = mail;
  const url = invitationUrl(mail.siteUrl, mail.token, mail.to);
  const host = new URL(mail.siteUrl).host;
  const who = mail.invitedBy === null ? 'An administrator' : inSentence(mail.invitedBy);
  const ignore = 'If you did not expect this, there is nothing to do: nothing happens without you.';
  const { days } = INVITATION_LIMITS;
  return {
    to: mail.to,
    ...SENDER,
    headers: stopHeaders(mail.siteUrl, 'invitations', mail.stop),
    message: {
      subject: `You are invited to write for ${site.name}`,
      ...letter(site, {
        heading: `You are invited to write for ${site.name}`,
        parts: [
          paragraph(`${who} invites you to ${site.name} at ${host} ${as}. ${may}`),
          paragraph('To accept, sign in or sign up with the address ', { text: mail.to, isStrong: true }, '.'),
          {
            kind: 'button',
            label: 'See the invitation',
            url,
            days,
            instead: `To see the invitation, open this link within ${days} days`,
          },
          paragraph(ignore),
          smallPrint(`${who} gave us this address. `, {
            text: 'Get no more invitations',
            url: stopUrl(mail.siteUrl, mail.stop),
          }),
        ],
      }),
    },
  };
}
