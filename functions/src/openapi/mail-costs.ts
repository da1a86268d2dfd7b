/** The areas of the contract about mail that goes out. */
export const MAIL_AREAS: readonly string[] = ['mail', 'newsletter', 'subscribers', 'personMails', 'newsletterIssues'];

const ACT = "1 or 2, and the job's first seconds";

/** The documents that each of these calls reads and writes, as in `PUBLICATION_COSTS`. */
export const MAIL_COSTS: Readonly<Record<string, readonly [reads: string, writes?: string]>> = {
  'GET /api/admin/mail': ['3'],
  'GET /api/admin/mail/sender': ['none, or 1 of the settings'],
  'GET /api/admin/mail/suppressions': ['n + 1'],
  'POST /api/admin/mail/suppressions': ['2', '2'],
  'POST /api/admin/mail/suppressions/{id}/free': ['1', '2'],
  'POST /api/mail/events/ses': ['for each event 3 or 4, of a soft one at most 20 more', 'at most 3'],
  'POST /api/mail/events/postmark': ['for each event 3 or 4, of a soft one at most 20 more', 'at most 3'],

  'POST /api/newsletter/subscribe': ['10, or 4 within an hour', '7, or 1 within an hour'],
  'POST /api/newsletter/confirm': ['1', '1'],
  'POST /api/newsletter/unsubscribe': ['1', '1, 3 after confirming'],
  'GET /api/admin/newsletter/subscribers': ['n + 1'],

  'GET /api/newsletter/own': ['1'],
  'PUT /api/newsletter/own': ['1, 2 to join', '1, 3 to leave'],
  'POST /api/newsletter/choices/open': ['1'],
  'PATCH /api/newsletter/choices': ['1', '1, 3 to leave'],
  'GET /api/admin/newsletter/subscribers/search': ['n + 1'],
  'GET /api/admin/newsletter/growth': ['16'],
  'DELETE /api/admin/newsletter/subscribers/{id}': ['1', 'at most 4'],
  'PUT /api/admin/newsletter/imports/{id}/parts/{part}': ['1', '1'],
  'POST /api/admin/newsletter/imports/{id}': ["1, and 1 for each part; the job's first seconds", '3, and the same'],
  'GET /api/admin/newsletter/imports/{id}': ['1'],
  'GET /api/mail-choices': ['1'],
  'PATCH /api/mail-choices': ['1', '1'],
  'POST /api/mail-choices/stop': ['2, none for invitations', '1'],
  'GET /api/mail-choices/stop': ['none'],

  'GET /api/admin/newsletter/issues': ['n + 1'],
  'POST /api/admin/newsletter/issues': ['1, and 1 for each picture', '2, and 1 for each picture'],
  'GET /api/admin/newsletter/issues/{id}': ['1, under way 2'],
  'PATCH /api/admin/newsletter/issues/{id}': ['1, and 1 for each picture that changes', '1, and the same'],
  'DELETE /api/admin/newsletter/issues/{id}': ['1, and 1 for each picture', '2, and the same'],
  'POST /api/admin/newsletter/issues/{id}/test': ['2, 1 for each post in it, and its delivery', '2, and its delivery'],
  'POST /api/admin/newsletter/issues/{id}/send': [
    "4, 1 for each post in it, and the job's first seconds: 1 for each subscriber to queue, 3 for each to deliver",
    '3; 1 for each subscriber to queue, 2 for each to deliver',
  ],
  'POST /api/admin/newsletter/issues/{id}/pause': ['1', '2, 0 when repeated'],
  'POST /api/admin/newsletter/issues/{id}/resume': [ACT, '3, 0 when repeated'],
  'POST /api/admin/newsletter/issues/{id}/cancel': [ACT, '2 or 3, and 1 for each who has not got it'],
  'GET /api/admin/newsletter/issues/{id}/mails': ['n + 2'],
  'POST /api/admin/newsletter/issues/{id}/decisions': ['n + 2', 'n + 2, to begin again 1 more'],
  'POST /api/admin/newsletter/audience': ['1 for each confirmed subscriber, at most 20,000'],
  'POST /api/admin/newsletter/preview': ['1 for each post in it'],
  'POST /api/admin/newsletter/post-text': ['1 for each post'],
};
