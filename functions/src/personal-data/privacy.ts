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

/** What is held of people in a collection, and for how long, in words for readers. */
interface Held {
  readonly what: string;
  readonly kept: string;
}

const { leavingDays, copyDays } = PERSONAL_DATA_LIMITS;
const withAccount = `Until ${leavingDays} days after you delete your account`;
const withoutYou = (what: string) =>
  `With the ${what}; your id until ${leavingDays} days after you delete your account`;

/** Of every collection that holds something of people (`COLLECTIONS`); a test compares them. */
export const HELD: Readonly<Record<string, Held>> = {
  users: {
    what: 'Your account: e-mail address, names, telephone numbers, picture, text about you, website, accounts elsewhere, role, when you signed up and were last here, which announcements you have read',
    kept: withAccount,
  },
  'users/drafts': { what: 'Texts that you have begun and not saved', kept: withAccount },
  'users/discardedDrafts': { what: 'Texts that you have discarded', kept: '30 days' },
  posts: {
    what: 'Articles, with who wrote, edited, scheduled, submitted and reviewed them',
    kept: `${withoutYou('article')}. Articles of yours alone are then those of the publication. 30 days in the trash`,
  },
  pages: { what: 'Pages of the site, with who wrote and edited them', kept: withoutYou('page') },
  'posts/revisions': { what: 'Earlier versions of articles, with who saved them', kept: withoutYou('article') },
  'pages/revisions': { what: 'Earlier versions of pages, with who saved them', kept: withoutYou('page') },
  'posts/likes': { what: 'Which articles you like', kept: withAccount },
  editing: { what: 'Who is editing an article at this moment', kept: '1 day' },
  reviews: { what: 'Who submitted, took and returned an article, with notes', kept: withoutYou('article') },
  notes: { what: 'Notes on articles before they are published', kept: withoutYou('article') },
  comments: {
    what: 'Your comments with their earlier texts',
    kept: `Until you delete them. ${leavingDays} days after you delete your account they go, or stay as by a "${DELETED_ACCOUNT}", as you choose`,
  },
  removedComments: { what: 'Comments that you have just deleted, so that you can take that back', kept: '1 day' },
  reports: {
    what: 'Reports on comments, with the address that you gave for questions',
    kept: `${COMMENT_LIMITS.reportKeptDays} days`,
  },
  personalNotifications: { what: 'Your newest notifications, and which ones you want', kept: withAccount },
  following: { what: 'Authors and topics that you follow', kept: withAccount },
  reading: { what: 'Where you stopped in the articles that you read last', kept: withAccount },
  bookmarks: { what: 'Your reading list', kept: withAccount },
  pushes: { what: 'Your newest notification, to show it at once', kept: '1 day' },
  searchIndex: { what: 'Names of authors, so that search finds their articles', kept: withAccount },
  previews: { what: 'Who made a preview link', kept: `${PREVIEW_DAYS} days` },
  authors: { what: 'How many articles an author has published', kept: withAccount },
  feeds: { what: 'Who wrote the newest articles', kept: withAccount },
  broadcasts: { what: 'Who sent an announcement', kept: withoutYou('announcement') },
  mail: {
    what: 'Mails to you, until they have left, and whether they did',
    kept: `${NEWSLETTER_LIMITS.confirmationDays} days; for an issue of the newsletter without its text ${ISSUE_LIMITS.mailsKeptDays} days`,
  },
  personMails: { what: 'What you are mailed about, and which answers wait to be mailed', kept: withAccount },
  dataCopies: { what: 'The copy of your data that you asked for', kept: `${copyDays} days` },
  subscribers: {
    what: 'Your subscription to the newsletter: address, what you want, when and to which text you agreed, and labels that an import brought along',
    kept: `Until you unsubscribe, or ${leavingDays} days after you delete your account. Without confirmation ${NEWSLETTER_LIMITS.confirmationDays} days. After you have left, a hash of the address for 3 years, so that nobody adds it again, and when and to which text you agreed, as a proof`,
  },
  imports: {
    what: 'Who brought articles here from another site, and the files that they came from',
    kept: `${IMPORT_LIMITS.keptDays} days`,
  },
  mailEvents: {
    what: 'What became of mail to an address, as the mail service tells it',
    kept: `${MAIL_EVENT_DAYS} days`,
  },
  subscriberImports: {
    what: 'Addresses in a list of subscribers that was brought here, until they are stored',
    kept: `${SUBSCRIBER_LIMITS.importDays} days`,
  },
  suppressions: {
    what: 'Addresses that must not get mail, because mail came back or somebody complained',
    kept: `Until they are freed. ${leavingDays} days after you delete your account only a salted hash`,
  },
  newsletterIssues: { what: 'Who wrote an issue of the newsletter', kept: withoutYou('issue') },
  invitations: {
    what: 'Invitations to write, with your address',
    kept: `${INVITATION_LIMITS.days} days; that you want none, as a hash of your address, until you delete your account`,
  },
  pictures: {
    what: 'Pictures that you have uploaded, with their file names and descriptions',
    kept: `30 days after nothing shows them any more; unused ones at most ${leavingDays} days after you delete your account`,
  },
  audit: {
    what: 'What staff did to articles, accounts and settings, and when',
    kept: `At most ${ACTIVITY_YEARS} years; your id until ${leavingDays} days after you delete your account`,
  },
  jobs: { what: 'For whom long work is done, such as a copy of data', kept: '90 days' },
  bulkRuns: { what: 'Who changed many articles at once', kept: '1 day' },
  bulkRunShards: { what: 'The articles of such a change', kept: '1 day' },
};

const ELSEWHERE = `The address and password, or the Google account, with which you sign in, are stored by Firebase Authentication until ${leavingDays} days after you delete your account. The server writes a log of requests with network addresses, which is kept for 30 days.`;
const EXPORTS = `An export of the whole publication, which an administrator may make, is kept for ${EXPORT_DAYS} days, and ends when an account is deleted.`;
const HASHES = `The address of a blocked account stays as a salted hash after the account is deleted, so that nobody can sign up with it again, and that of a suppressed one, so that it still gets no mail. A salted id stays in place of a deleted account's id; it says what belonged together, and not to whom.`;
const RIGHTS = `In your profile you can take a copy of everything that is stored of you, as JSON and as a page, and delete your account. A deleted account can do nothing for ${leavingDays} days but be kept; after that it is deleted for good. Backups are deleted 30 days after they were made.`;

/** docs/privacy.md: what is stored of people, where, and how long. */
export function privacyDocument(): string {
  const rows = Object.entries(HELD).map(([path, { what, kept }]) => `| \`${path}\` | ${what} | ${kept} |`);
  return `# Privacy

Written by \`npm run docs -w functions\` from the tables that the copy and the deletion of personal data follow
(\`functions/src/firestore/collections.ts\`, \`functions/src/personal-data/privacy.ts\`); a test compares them. An owner publishes the same
as a page of the site: *Pages*, "Create Privacy Page". "You" is the person that the data is about.

| where | what is stored | how long |
|---|---|---|
${rows.join('\n')}

${ELSEWHERE} ${EXPORTS}

${HASHES}

${RIGHTS} [Operations](operations.md#people-who-ask-for-their-data-or-leave) says what an
administrator does for people who ask, and what backups hold.

The local stack (\`npm start\`) only appends to its data files: deleted data stays in them until they are rewritten
([emulators](emulators.md#the-data-file)), and in the folders that \`--fresh\` moved aside until you delete those. Do not use it for real people's data.
`;
}

/** The same as the text of a page of the site, for an owner to read, complete and publish. */
export function privacyPage(siteName: string): string {
  const items = Object.values(HELD).map(({ what, kept }) => `- **${what}.** ${kept}.`);
  return [
    `This page says what ${siteName} stores of you, and for how long. Please add who is responsible, with an address, and why: the law of most countries asks for both.`,
    '## What is stored, and how long',
    items.join('\n'),
    '## Signing in, and the log',
    `${ELSEWHERE} ${EXPORTS}`,
    '## After your account',
    HASHES,
    '## Your rights',
    RIGHTS,
    '## Cookies and others',
    'There is no tracking, no advertising, and no pixel in mails. The browser stores what you have typed and not sent, and that you are signed in.',
  ].join('\n\n');
}
