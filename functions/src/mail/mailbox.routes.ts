import type { Express } from 'express';
import type { MailboxService } from './mailbox.service.ts';
import { mailboxPage } from './mailbox-page.ts';

const MAILBOX_PATH = '/api/dev/mailbox';
/** Of mails, each in a frame, on one page. */
const FRAMES = 50;

/**
 * Shows queued mails on the local stack, newest first, at `/api/dev/mailbox`. `?to=` filters by recipient, `.json` returns all stored
 * mails, each with one recipient. Never mount this in production, because everybody can read all mails.
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
    // The frames of mails cannot run scripts; links open in the whole window.
    res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' data:");
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(mailboxPage(mails));
  });
}
