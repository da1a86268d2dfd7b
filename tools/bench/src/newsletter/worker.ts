/** One sending instance, which newsletter.ts kills. It waits for a line on its input, then sends until the issue is done. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createJobTable } from '@inkwell/functions/src/jobs/jobs.repository.ts';
import { createSmtpTransport } from '@inkwell/functions/src/mail/smtp-transport.ts';
import { readSmtpUrl } from '@inkwell/functions/src/mail/smtp-url.ts';
import { createIssueMailRepository } from '@inkwell/functions/src/newsletter-issues/issue-mails.repository.ts';
import { createIssueRepository } from '@inkwell/functions/src/newsletter-issues/newsletter-issues.repository.ts';
import { createIssueSender } from '@inkwell/functions/src/newsletter-issues/sending.service.ts';
import { createPictureTable } from '@inkwell/functions/src/pictures/pictures.repository.ts';
import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { fastClock, ISSUE, PROJECT } from './setting.ts';

const server = readSmtpUrl(process.env.SMTP_URL ?? '');
if (!server) throw new Error('SMTP_URL is missing');
const db = getFirestore(initializeApp({ projectId: PROJECT }));
const clock = fastClock(Number(process.env.EPOCH_MS));
const mails = createIssueMailRepository(db);
const sender = createIssueSender({
  issues: createIssueRepository(db, { pictures: createPictureTable(db), jobs: createJobTable(db), mails }),
  mails,
  transport: createSmtpTransport(server),
  keepsMails: false,
  site: async () => ({ ...DEFAULT_SETTINGS, postalAddress: '1 Harbour Road, Kiel' }),
  mailsPerHour: async () => null,
  countsClicks: async () => false,
  partsOf: async () => ({ copies: new Map(), languages: new Map() }),
  siteUrl: 'https://inkwell.example',
  secret: 'a secret',
  noteRefusal: async () => undefined,
  clock,
  log: () => undefined,
});
// Connects in advance, like a warm instance.
await db.doc(`newsletterIssues/${ISSUE}`).get();
process.stdout.write('ready\n');
await once(process.stdin, 'data');

for (;;) {
  const { next, notBefore } = await sender.continueWith({ issueId: ISSUE, round: 0 });
  if (next === null) break;
  if (notBefore) await sleep(100);
}
process.exit(0);
