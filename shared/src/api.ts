import * as z from 'zod/mini';
import { activityApi } from './activity.ts';
import { analyticsApi } from './analytics.ts';
import { authorApi } from './authors.ts';
import { bookmarkApi } from './bookmarks.ts';
import { bulkActionApi } from './bulk-actions.ts';
import { calendarApi } from './calendar.ts';
import { categoryApi } from './categories.ts';
import { commentApi } from './comments.ts';
import { draftApi } from './drafts.ts';
import { editingApi } from './editing.ts';
import { endpoint } from './endpoint.ts';
import { exportApi } from './exports.ts';
import { followingApi } from './following.ts';
import { importApi } from './imports.ts';
import { invitationApi } from './invitations.ts';
import { jobApi } from './jobs.ts';
import { mailApi } from './mail.ts';
import { menuApi } from './menu.ts';
import { moderationApi } from './moderation.ts';
import { newsletterApi } from './newsletter.ts';
import { archiveApi } from './newsletter-archive.ts';
import { newsletterIssueApi } from './newsletter-issues.ts';
import { noteApi } from './notes.ts';
import { notificationApi } from './notifications.ts';
import { ownPostApi } from './own-posts.ts';
import { personMailApi } from './person-mails.ts';
import { personalDataApi } from './personal-data.ts';
import { pictureLibraryApi } from './picture-library.ts';
import { postApi } from './posts.ts';
import { previewApi } from './previews.ts';
import { pushedPostApi } from './pushed-posts.ts';
import { readingApi } from './reading.ts';
import { redirectApi } from './redirects.ts';
import { reviewApi } from './reviews.ts';
import { revisionApi } from './revisions.ts';
import { searchApi } from './search.ts';
import { seriesApi } from './series.ts';
import { settingsApi } from './settings.ts';
import { sitePageEditingApi } from './site-page-editing.ts';
import { sitePagePreviewApi } from './site-page-previews.ts';
import { sitePageRevisionApi } from './site-page-revisions.ts';
import { sitePageApi } from './site-pages.ts';
import { storageApi } from './storage.ts';
import { subscriberApi } from './subscribers.ts';
import { tagApi } from './tags.ts';
import { tokenApi } from './tokens.ts';
import { trafficApi } from './traffic.ts';
import { userApi } from './users.ts';
import { webhookApi } from './webhooks.ts';

/** How the server sees the caller, for comparison with `TRUSTED_HOPS` after a deployment (docs/operations.md). */
export const CallerSeen = z.object({
  /** The network address that rate limits use. */
  address: z.string(),
  /** Entries of `X-Forwarded-For`, the caller's own first. */
  forwarded: z.array(z.string()),
  /** The number of trusted entries at the end. */
  trustedHops: z.number(),
});
export type CallerSeen = z.infer<typeof CallerSeen>;

/** Where the client goes after 401; there is no separate login page. Product §4 and §7. */
export const sessionApi = {
  login: endpoint({
    method: 'GET',
    path: '/api/login',
    access: 'public',
    summary: 'Redirects to the sign-in page.',
    status: 302,
  }),
  caller: endpoint({
    method: 'GET',
    path: '/api/admin/caller',
    access: 'admin',
    summary: 'The network address of the caller as the server sees it, to check the settings of a deployment.',
    response: CallerSeen,
  }),
} as const;

/** Every call of the product by area, for the API reference and for tests that cover all calls. */
export const api = {
  session: sessionApi,
  posts: postApi,
  search: searchApi,
  ownPosts: ownPostApi,
  pushedPosts: pushedPostApi,
  bulkActions: bulkActionApi,
  calendar: calendarApi,
  previews: previewApi,
  drafts: draftApi,
  redirects: redirectApi,
  mail: mailApi,
  menu: menuApi,
  sitePages: sitePageApi,
  sitePageRevisions: sitePageRevisionApi,
  sitePagePreviews: sitePagePreviewApi,
  sitePageEditing: sitePageEditingApi,
  revisions: revisionApi,
  editing: editingApi,
  reviews: reviewApi,
  notes: noteApi,
  comments: commentApi,
  moderation: moderationApi,
  settings: settingsApi,
  categories: categoryApi,
  tags: tagApi,
  series: seriesApi,
  authors: authorApi,
  users: userApi,
  personalData: personalDataApi,
  invitations: invitationApi,
  tokens: tokenApi,
  webhooks: webhookApi,
  notifications: notificationApi,
  bookmarks: bookmarkApi,
  following: followingApi,
  reading: readingApi,
  personMails: personMailApi,
  newsletter: newsletterApi,
  subscribers: subscriberApi,
  newsletterIssues: newsletterIssueApi,
  newsletterArchive: archiveApi,
  storage: storageApi,
  pictureLibrary: pictureLibraryApi,
  analytics: analyticsApi,
  traffic: trafficApi,
  activity: activityApi,
  imports: importApi,
  exports: exportApi,
  jobs: jobApi,
} as const;
