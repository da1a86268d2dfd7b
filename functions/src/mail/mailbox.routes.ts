import { escapeHtml } from '@inkwell/shared/escape';
import type { Express } from 'express';
import type { QueuedMail } from './mail.ts';
import type { MailboxService } from './mailbox.service.ts';

const MAILBOX_PATH = '/api/dev/mailbox';
/** For emails, each in a frame on one page. */
const FRAMES = 50;

/**
 * Shows queued emails on the local stack, newest first, at `/api/dev/mailbox`. `?to=` filters by recipient, `.json` returns all stored emails, each
 * with one recipient. Never mount this in production, because everybody can read all emails.
 */
export function serveMailbox(app: Express, mailbox: MailboxService): void {
  const newest = (to: unknown) => mailbox.newest(typeof to === 'string' ? to : null);

  app.get(`${MAILBOX_PATH}.json`, async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    res.json(await newest(req.query.to));
  });

  app.get(MAILBOX_PATH, async (req, res) => {
    const mails = (await newest(req.query.to)).slice(0, FRAMES);
    res.setHeader('Cache-Control', 'no-store');
    // Emails in frames cannot run scripts. Their links open in the whole window.
    res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' data:");
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(mailboxPage(mails));
  });
}

/** The mailbox page, with each email as HTML in a frame and as text. */
export const mailboxPage = (mails: readonly QueuedMail[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Development mailbox</title>
<style>
body { margin: 2rem auto; max-width: 48rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
article { margin: 2rem 0; padding-top: 1rem; border-top: 1px solid GrayText }
h2 { margin: 0; font-size: 1.1rem }
dl { margin: .25rem 0; display: grid; grid-template-columns: max-content 1fr; column-gap: .75rem }
dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 34rem; border: 1px solid GrayText; border-radius: .5rem; background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
</style>
<h1>Development mailbox</h1>
<p>Mails that are queued on the local stack, newest first. They leave it only if SMTP_URL names a server.</p>
${mails.length === 0 ? '<p>No mail yet.</p>' : mails.map(article).join('')}
</html>
`;

const article = (mail: QueuedMail): string => `<article>
<h2>${escapeHtml(mail.message.subject)}</h2>
<dl>
<dt>To</dt><dd>${escapeHtml(mail.to)}</dd>
<dt>Queued</dt><dd>${escapeHtml(mail.createdAt)}</dd>
<dt>State</dt><dd>${escapeHtml(mail.state ?? 'unknown')}</dd>
${Object.entries(mail.headers)
  .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
  .join('\n')}
</dl>
<iframe title="The mail as HTML" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(inWholeWindow(mail.message.html))}"></iframe>
<details><summary>The mail as text</summary><pre>${withLinks(mail.message.text)}</pre></details>
</article>`;

const inWholeWindow = (html: string): string => html.replace('<head>', '<head><base target="_top">');

const withLinks = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/\S+/g, (address) => `<a href="${address}">${address}</a>`);
