import type { Express } from 'express';
import type { MailboxService } from './mailbox.service.ts';
import { mailboxPage } from './mailbox-page.ts';

export const MAILBOX_PATH = '/api/dev/mailbox';

/**
 * Shows queued mails on the local suite, where nothing sends them: `/api/dev/mailbox`, newest first, each with its working
 * links; `?to=` filters by recipient, `.json` answers the mails as they are stored. Never mount this in production: it
 * shows everybody's mail to everybody.
 */
export function serveMailbox(app: Express, mailbox: MailboxService): void {
  const newest = (to: unknown) => mailbox.newest(typeof to === 'string' ? to : null);

  app.get(`${MAILBOX_PATH}.json`, async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    res.json(await newest(req.query.to));
  });

  app.get(MAILBOX_PATH, async (req, res) => {
    const mails = await newest(req.query.to);
    res.setHeader('Cache-Control', 'no-store');
    // Mails stand in frames that run no script; their links open in the whole window.
    res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' data:");
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(mailboxPage(mails));
  });
}
