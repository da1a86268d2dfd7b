import { NEWSLETTER_LIMITS } from '@inkwell/shared/newsletter';
import { SITE_COLORS, SITE_CONTACT, SITE_MAIL, SITE_NAME } from '@inkwell/shared/site';
import { escapeHtml } from '../html/escape.ts';
import type { Mail } from '../mail/mail.ts';

/**
 * The mail that asks to confirm a subscription. Links contain their token after `#`, which browsers do not send to a server; only the
 * one-click address (RFC 8058) needs it in the query.
 */
export function confirmationMail(mail: {
  to: string;
  siteUrl: string;
  confirmationToken: string;
  unsubscribeToken: string;
}): Mail {
  const confirmUrl = `${mail.siteUrl}/newsletter/confirm#token=${mail.confirmationToken}`;
  const unsubscribeUrl = `${mail.siteUrl}/newsletter/unsubscribe#token=${mail.unsubscribeToken}`;
  const oneClickUrl = `${mail.siteUrl}/api/newsletter/unsubscribe?token=${mail.unsubscribeToken}`;
  const host = new URL(mail.siteUrl).host;

  return {
    to: mail.to,
    ...(SITE_MAIL.from !== null && { from: SITE_MAIL.from }),
    ...(SITE_MAIL.replyTo !== null && { replyTo: SITE_MAIL.replyTo }),
    headers: {
      'List-Unsubscribe': `<${oneClickUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // RFC 3834: prevents out-of-office replies.
      'Auto-Submitted': 'auto-generated',
    },
    message: {
      subject: `Please confirm your ${SITE_NAME} newsletter subscription`,
      text: text({ to: mail.to, host, confirmUrl, unsubscribeUrl }),
      html: html({ to: mail.to, host, confirmUrl, unsubscribeUrl }),
    },
  };
}

/** The sender's identity, which many countries require in mails to subscribers. */
const IMPRINT = [SITE_CONTACT.postalAddress, SITE_CONTACT.email].filter((line) => line !== null);

/** Escapes for a `style` attribute in double quotes. */
const fontStack = (names: readonly string[]): string =>
  names.map((name) => (name.includes(' ') ? `'${name}'` : name)).join(',');
const SERIF = fontStack(SITE_MAIL.serif);
const SANS = fontStack(SITE_MAIL.sans);

interface Parts {
  readonly to: string;
  readonly host: string;
  readonly confirmUrl: string;
  readonly unsubscribeUrl: string;
}

const text = ({ to, host, confirmUrl, unsubscribeUrl }: Parts) => `Hello,

somebody, hopefully you, asked for the ${SITE_NAME} newsletter at ${host} to be sent to ${to}.

To confirm, open this link within ${NEWSLETTER_LIMITS.confirmationDays} days:

${confirmUrl}

If it was not you, there is nothing to do: without your confirmation you will not hear from us again.
To be taken off the list right away, open:

${unsubscribeUrl}

Happy reading,
${SITE_NAME}
${IMPRINT.map((line) => `${line}\n`).join('')}`;

const html = (parts: Parts) => {
  const { accent, onAccent } = SITE_COLORS.light;
  const name = escapeHtml(SITE_NAME);
  const to = escapeHtml(parts.to);
  const host = escapeHtml(parts.host);
  const confirmUrl = escapeHtml(parts.confirmUrl);
  const unsubscribeUrl = escapeHtml(parts.unsubscribeUrl);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Please confirm your subscription</title>
</head>
<body style="margin:0;padding:24px;font-family:${SERIF};font-size:17px;line-height:1.6">
<div style="max-width:34em;margin:0 auto">
<p style="margin:0 0 24px;font-size:22px;font-weight:bold">${name}</p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.3">One click, and you are on the list</h1>
<p>Somebody, hopefully you, asked for the ${name} newsletter at ${host} to be sent to <strong>${to}</strong>.</p>
<p style="margin:28px 0">
<a href="${confirmUrl}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:${accent};color:${onAccent};text-decoration:none;font-family:${SANS};font-weight:bold">Confirm my subscription</a>
</p>
<p>The button works for ${NEWSLETTER_LIMITS.confirmationDays} days. If it does nothing, copy this address into your browser:<br>
<a href="${confirmUrl}" style="word-break:break-all;font-size:14px">${confirmUrl}</a></p>
<p>If it was not you, there is nothing to do: without your confirmation you will not hear from us again.</p>
<p style="margin-top:32px;font-family:${SANS};font-size:13px">
Not interested? <a href="${unsubscribeUrl}">Take me off the list</a>.</p>
${IMPRINT.map((line) => `<p style="margin:0;font-family:${SANS};font-size:13px">${escapeHtml(line)}</p>\n`).join('')}</div>
</body>
</html>
`;
};
