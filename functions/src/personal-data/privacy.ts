import { ACTIVITY_YEARS } from '@inkwell/shared/activity';
import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { EXPORT_DAYS } from '@inkwell/shared/exports';
import { IMPORT_LIMITS } from '@inkwell/shared/imports';
import { INVITATION_LIMITS } from '@inkwell/shared/invitations';
import { MAIL_EVENT_DAYS } from '@inkwell/shared/mail';
import { NEWSLETTER_LIMITS } from '@inkwell/shared/newsletter';
import { ISSUE_LIMITS } from '@inkwell/shared/newsletter-issues';
import { DELETED_ACCOUNT, PERSONAL_DATA_LIMITS } from '@inkwell/shared/personal-data';
import { PREVIEW_DAYS } from '@inkwell/shared/previews';
import { SUBSCRIBER_LIMITS } from '@inkwell/shared/subscribers';
import { TRAFFIC_LIMITS } from '@inkwell/shared/traffic';
import { WEBHOOK_LIMITS } from '@inkwell/shared/webhooks';

/** The personal data in a collection and how long it is stored, as text for readers. */
interface Held {
  readonly what: string;
  readonly kept: string;
}

const { leavingDays, copyDays } = PERSONAL_DATA_LIMITS;
const withAccount = `Until ${leavingDays} days after you delete your account`;
const withoutYou = (what: string) =>
  `As long as the ${what}; your id until ${leavingDays} days after you delete your account`;

/** All collections with personal data (`COLLECTIONS`); a test compares the two. */
export const HELD: Readonly<Record<string, Held>> = {
  users: {
    what: 'Your account: email address, names, phone numbers, picture, bio, website, accounts elsewhere, role, when you signed up and last visited, which announcements you have read',
    kept: withAccount,
  },
  'users/drafts': { what: 'Texts you started but have not saved', kept: withAccount },
  'users/discardedDrafts': { what: 'Texts you discarded', kept: '30 days' },
  posts: {
    what: 'Articles, and who wrote, edited, scheduled, submitted and reviewed them',
    kept: `${withoutYou('article')}. The publication then becomes the author of articles that you alone wrote. 30 days in the trash`,
  },
  pages: { what: 'Pages of the site, and who wrote and edited them', kept: withoutYou('page') },
  'posts/revisions': { what: 'Earlier versions of articles, and who saved them', kept: withoutYou('article') },
  'pages/revisions': { what: 'Earlier versions of pages, and who saved them', kept: withoutYou('page') },
  'posts/likes': { what: 'Articles you like', kept: withAccount },
  editing: { what: 'Who is editing an article right now', kept: '1 day' },
  reviews: {
    what: 'Who submitted an article for review, took it and returned it, with notes',
    kept: withoutYou('article'),
  },
  notes: { what: 'Notes on articles before publication', kept: withoutYou('article') },
  comments: {
    what: 'Your comments with their earlier texts',
    kept: `Until you delete them. ${leavingDays} days after you delete your account they are deleted, or stay under the name "${DELETED_ACCOUNT}", as you choose`,
  },
  removedComments: { what: 'Comments you just deleted, so that you can restore them', kept: '1 day' },
  reports: {
    what: 'Reports on comments, with the email address you gave for questions',
    kept: `${COMMENT_LIMITS.reportKeptDays} days`,
  },
  personalNotifications: { what: 'Your latest notifications, and which ones you want', kept: withAccount },
  following: { what: 'Authors and topics you follow', kept: withAccount },
  reading: { what: 'Where you stopped in the articles you read last', kept: withAccount },
  bookmarks: { what: 'Your reading list', kept: withAccount },
  pushes: { what: 'Your latest notification, to show it immediately', kept: '1 day' },
  searchIndex: { what: 'Author names, so that search finds their articles', kept: withAccount },
  previews: { what: 'Who created a preview link', kept: `${PREVIEW_DAYS} days` },
  authors: { what: 'How many articles an author has published', kept: withAccount },
  feeds: { what: 'Who wrote the newest articles', kept: withAccount },
  broadcasts: { what: 'Who sent an announcement', kept: withoutYou('announcement') },
  mail: {
    what: 'Emails to you, until they are sent, and whether they were',
    kept: `${NEWSLETTER_LIMITS.confirmationDays} days; ${ISSUE_LIMITS.mailsKeptDays} days for a newsletter issue, without its text`,
  },
  personMails: {
    what: 'What you get emails about, and which replies and notes are waiting to be emailed',
    kept: withAccount,
  },
  dataCopies: { what: 'The copy of your data that you requested', kept: `${copyDays} days` },
  subscribers: {
    what: 'Your newsletter subscription: address, what you want, when you agreed and to which text, and labels from an import; until you confirm, the article whose form you used',
    kept: `Until you unsubscribe, or ${leavingDays} days after you delete your account. Without confirmation ${NEWSLETTER_LIMITS.confirmationDays} days. After you unsubscribe, for 3 years a hash of the address, so that nobody adds it again, and as proof when you agreed and to which text`,
  },
  imports: {
    what: 'Who imported articles from another site, and the imported files',
    kept: `${IMPORT_LIMITS.keptDays} days`,
  },
  mailEvents: {
    what: 'What happened to emails to an address, as the mail service reports it',
    kept: `${MAIL_EVENT_DAYS} days`,
  },
  subscriberImports: {
    what: 'Addresses in an imported list of subscribers, until they are stored',
    kept: `${SUBSCRIBER_LIMITS.importDays} days`,
  },
  suppressions: {
    what: 'Addresses that must not get email, because email bounced or somebody complained',
    kept: `Until an administrator frees them. From ${leavingDays} days after you delete your account only a salted hash`,
  },
  newsletterIssues: { what: 'Who wrote a newsletter issue', kept: withoutYou('issue') },
  tokens: {
    what: 'Tokens with which programs act for you, with their names and the day of their last use',
    kept: `Until they expire, you delete them, or ${withAccount.charAt(0).toLowerCase()}${withAccount.slice(1)}`,
  },
  webhooks: {
    what: 'Addresses of other servers that get events of the publication, if you set them up',
    kept: withAccount,
  },
  webhookDeliveries: {
    what: 'Events for other servers about your articles, comments, reports and subscription, with the beginning of the answers',
    kept: `${WEBHOOK_LIMITS.deliveryDays} days`,
  },
  invitations: {
    what: 'Invitations to write, with your address',
    kept: `${INVITATION_LIMITS.days} days; if you want none, a hash of your address until you delete your account`,
  },
  pictures: {
    what: 'Pictures you uploaded, with their file names and descriptions',
    kept: `30 days after their last use; unused ones at most ${leavingDays} days after you delete your account`,
  },
  audit: {
    what: 'What staff did to articles, accounts and settings, and when',
    kept: `At most ${ACTIVITY_YEARS} years; your id until ${leavingDays} days after you delete your account`,
  },
  jobs: { what: 'Who requested long-running work, such as a copy of data, or whom it is about', kept: '90 days' },
  bulkRuns: { what: 'Who changed many articles at once', kept: '1 day' },
  bulkRunShards: { what: 'The articles of such a change', kept: '1 day' },
};

const ELSEWHERE = `Firebase Authentication stores the address and password, or the Google account, that you sign in with, until ${leavingDays} days after you delete your account. The server keeps a log of requests with network addresses for 30 days.`;
const EXPORTS = `Administrators can export the whole publication. An export is kept for ${EXPORT_DAYS} days, or until an account is deleted.`;
const HASHES = `After a blocked account is deleted, a salted hash of its address stays, so that nobody can sign up with it again. A salted hash also stays of an address that must not get email, so that it still gets none. A salted id replaces the id of a deleted account: it shows what belongs together, but not to whom.`;
const RIGHTS = `In your profile you can get a copy of everything that is stored about you, as JSON and as a page, and delete your account. Nobody can use a deleted account. You can keep it within ${leavingDays} days; after that it is deleted for good. Backups are deleted after 30 days.`;

const VISITS = `Visits are counted in totals, not by person: views and daily visitors by article, referring website, campaign, country (from the network address), kind of device and language; how much of an article was read; how fast pages were; new subscribers and followers, and the article that led to them; for each newsletter issue, how many people unsubscribed and, only if the owner switched it on and the email says so, how often each link was opened. A visitor of a day is 32 bits of a hash of network address and browser, or of the account, under a random key that is deleted with the day. A backup contains the key and the visits of the day when it was made, for at most 30 days: with it, somebody could check whether a certain address and browser probably visited that day. Exports contain neither. Search words are stored once ${TRAFFIC_LIMITS.searchers} visitors have searched for them on one day, and never if they contain an email address or a long number; until then, only a hash under that key is stored. There is no cookie and no third party, and neither address nor browser is stored. Visits with "Do Not Track" or "Global Privacy Control", by robots, by staff, and by authors to their own articles are not counted. Daily totals are kept for ${TRAFFIC_LIMITS.months} months, then only monthly ones.`;

/** docs/privacy.md: which personal data is stored, where, and for how long. */
export function privacyDocument(): string {
  const rows = Object.entries(HELD).map(([path, { what, kept }]) => `| \`${path}\` | ${what} | ${kept} |`);
  return `# Privacy

Which personal data is stored, where, and for how long. "You" is the person whose data it is. Owners can publish the same as a page of the site:
*Pages*, "Create Privacy Page". \`npm run docs -w functions\` writes this document from the tables that the copy and deletion of personal data use
(\`functions/src/firestore/collections.ts\`, \`functions/src/personal-data/privacy.ts\`).

| where | what is stored | how long |
|---|---|---|
${rows.join('\n')}

${ELSEWHERE} ${EXPORTS}

${VISITS} An owner can switch all of it off (setting \`traffic\`).

${HASHES}

${RIGHTS} [Operations](operations.md#people-who-ask-for-their-data-or-leave) explains
what administrators do for people who ask, and what backups contain.

The local stack (\`npm start\`) only appends to its data files. Deleted data stays in them until they are rewritten
([emulators](emulators.md#the-data-file)), and in the folders that \`--fresh\` moved aside until you delete them. Do not use it for real people's data.
`;
}

/** The same as a site page, for owners to review, complete and publish. */
export function privacyPage(siteName: string): string {
  const items = Object.values(HELD).map(({ what, kept }) => `- **${what}.** ${kept}.`);
  return [
    `This page lists what ${siteName} stores about you, and for how long. Please add who is responsible, with an address, and why: the law of most countries requires both.`,
    '## What is stored, and for how long',
    items.join('\n'),
    '## Sign-in and server log',
    `${ELSEWHERE} ${EXPORTS}`,
    '## After you delete your account',
    HASHES,
    '## Your rights',
    RIGHTS,
    '## Cookies and tracking',
    VISITS,
    'There is no advertising, no cookie that follows you, and no tracking pixel in emails. Your browser stores text that you have typed but not sent, and that you are signed in.',
  ].join('\n\n');
}
