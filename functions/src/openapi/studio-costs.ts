/** The areas of the contract in which people write with a right beside their role, review and invite. */
export const STUDIO_AREAS: readonly string[] = [
  ...['users', 'invitations', 'ownPosts', 'posts', 'reviews', 'notes', 'pictureLibrary'],
];

/**
 * The documents that each of these calls reads and writes, as in `PUBLICATION_COSTS`. Those who only write read up to 2 more where they change a
 * post. Other calls of users and posts are not among them.
 */
export const STUDIO_COSTS: Readonly<Record<string, readonly [reads: string, writes?: string]>> = {
  'PATCH /api/admin/users/{id}/writing': [
    '2; 6 more, and 3 for each scheduled post, where a right is lost',
    '2; 3 more, and 2 for each scheduled post',
  ],

  'GET /api/admin/invitations': ['n + 1, and 1 for each admin who sent some'],
  'POST /api/admin/invitations': ['5', '4'],
  'DELETE /api/admin/invitations/{id}': ['1', '2'],
  'POST /api/invitations/open': ['2'],
  'POST /api/invitations/accept': ['3, none for accounts with another address', '4, 0 when repeated'],

  'GET /api/me/posts': ['n, and 1 for each 1,000'],
  'GET /api/me/posts/comments': ['n, and at most 3 comments of each'],
  'POST /api/posts': ['3, 1 for its category, 1 for its draft', '4 unpublished, 8 published, 1 for its draft'],
  'PATCH /api/posts/{id}': [
    '1 to 3, 1 for its draft',
    '0 to 8, a time to publish at 2, 1 for its draft, 1 to end a review',
  ],
  'DELETE /api/posts/{id}': ['1', '5 unpublished, 9 published, 0 in the trash'],
  'POST /api/posts/{id}/undelete': ['1', '4'],

  'GET /api/posts/{id}/review': ['2'],
  'POST /api/posts/{id}/review': ['3', '3, 0 when repeated'],
  'POST /api/posts/{id}/review/take': ['3', '3, 0 when repeated'],
  'POST /api/posts/{id}/review/return': ['3', '3, 0 when repeated'],
  'POST /api/posts/{id}/review/withdraw': ['3', '3, 0 when repeated'],
  'GET /api/admin/reviews': ['n + 1'],

  'GET /api/posts/{id}/notes': ['n + 1'],
  'POST /api/posts/{id}/notes': ['3, an answer 4 or 5', '2, an answer 3'],
  'PATCH /api/posts/{id}/notes/{noteId}': ['2', '1'],
  'DELETE /api/posts/{id}/notes/{noteId}': ['3, and each answer', '2, and each answer'],

  'GET /api/admin/pictures': [
    'n + 1; with several words or only undescribed ones at most 200 + 4; what shows them 10 to some 50, at most 100 of each kind; only unused ones 4 times as many',
  ],
  'PATCH /api/admin/pictures/{name}': ['11, more where something shows it', '2'],
  'DELETE /api/admin/pictures/{name}': ['11, more where something shows it', '3'],
};
