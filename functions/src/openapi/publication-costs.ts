/** The areas of the contract whose calls docs/api.md lists once more in a table, with what they cost. */
export const PUBLICATION_AREAS: readonly string[] = [
  ...['tags', 'series', 'authors', 'categories', 'sitePages', 'sitePageRevisions', 'sitePagePreviews'],
  ...['sitePageEditing', 'menu', 'redirects'],
];

const LIST = 'n + 1; with several words at most 200 + 4';

/**
 * The documents that each of these calls reads and writes, as docs/costs.md counts them and the tests of budgets check. A test compares them with
 * the contract.
 */
export const PUBLICATION_COSTS: Readonly<Record<string, readonly [reads: string, writes?: string]>> = {
  'GET /api/tags': ['n + 1'],
  'GET /api/tags/{slug}': ['1'],
  'GET /api/admin/tags': [LIST],
  'GET /api/admin/tags/named': ['1 each, a merged one 2'],
  'POST /api/admin/tags': ['3 to 8', '3'],
  'PATCH /api/admin/tags/{id}': [
    '1 to 5; a new name of a tag with posts 1 more, for its job, and 3 for each post and its names',
    '2, a new address 1 more; a new name 1 more, for its job, and 1 for each post',
  ],
  'DELETE /api/admin/tags/{id}': ["8, and the job's first seconds", '6, and the same'],
  'POST /api/admin/tags/{id}/merge': ["8 to 10, and the job's first seconds", '6, and the same'],

  'GET /api/series': ['n + 1'],
  'GET /api/series/{slug}': ['1'],
  'GET /api/admin/series': [LIST],
  'GET /api/admin/series/{id}': ['1'],
  'POST /api/admin/series': ['3 to 8', '3'],
  'PATCH /api/admin/series/{id}': ['1 to 5', '2, a new address 1 more'],
  'DELETE /api/admin/series/{id}': ["7, and the job's first seconds", '6, and the same'],
  'GET /api/admin/series/{id}/posts': ['n, at most 1,000'],
  'PUT /api/admin/series/{id}/order': ['n, and 3 for each post whose place changes', '4 for each'],
  'PATCH /api/admin/series/{id}/order': ['n, and 3 for each post whose place changes, mostly 1 or 2', '4 for each'],

  'GET /api/authors/{id}': ['1'],
  'GET /api/admin/authors': [LIST],
  'GET /api/admin/authors/choices': ['1 for each, at most 252'],
  'GET /api/admin/authors/named': ['1 each'],
  'POST /api/admin/authors': ['1 or 2', '2'],
  'PATCH /api/admin/authors/{id}': ['1 or 2; a new name as that of an account', '2, likewise'],
  'DELETE /api/admin/authors/{id}': ['1 or 2', '2'],
  'POST /api/admin/authors/{id}/join': ["8, and the job's first seconds", '6, and the same'],

  'GET /api/categories': ['1 each'],
  'POST /api/categories': ['2, with an `Idempotency-Key` 3', '3, with a key 4'],
  'GET /api/categories/{id}': ['1, a merged one 2'],
  'GET /api/admin/categories': ['n'],
  'PATCH /api/admin/categories/{id}': ['1 to 3', '2, a new name 1 more'],
  'PUT /api/admin/categories/order': ['n', '1 and each that moves'],
  'DELETE /api/admin/categories/{id}': ['1 and what has it, at most 20', '2'],
  'POST /api/admin/categories/{id}/merge': ["4 to 8, and the job's first seconds", '3, and the same'],

  'GET /api/pages/{slug}': ['2'],
  'GET /api/admin/pages': [LIST],
  'GET /api/admin/pages/{id}': ['1'],
  'GET /api/admin/page-slugs/{slug}': ['2'],
  'POST /api/admin/pages': ['1 to 3, 1 for its draft', '4'],
  'PATCH /api/admin/pages/{id}': ['1 to 3, 1 for its draft', '0 to 4, a time to publish at 1 more, 1 for its draft'],
  'DELETE /api/admin/pages/{id}': ['1', '4'],
  'POST /api/admin/pages/{id}/undelete': ['2', '4'],
  'GET /api/admin/pages/{id}/revisions': ['n + 2'],
  'GET /api/admin/pages/{id}/revisions/{revisionId}': ['2'],
  'POST /api/admin/pages/{id}/revisions/{revisionId}/restore': ['1, and a PATCH', 'a PATCH'],
  'GET /api/admin/pages/{id}/preview': ['3'],
  'POST /api/admin/pages/{id}/preview': ['2', '2'],
  'DELETE /api/admin/pages/{id}/preview': ['2', '2'],
  'PUT /api/admin/pages/{id}/editing': ['1; 2 where it begins', '1, at most every 30 s'],
  'DELETE /api/admin/pages/{id}/editing': ['1', '1'],

  'GET /api/menu': ['1 in 10 s'],

  'GET /api/admin/redirects': ['n + 1'],
  'GET /api/admin/redirects/patterns': ['1'],
  'POST /api/admin/redirects': ['2 to 5', '2'],
  'POST /api/admin/redirects/import': [
    '2, 2 per row and 1 per 30 rows, 2 more per row near one whose old address others lead to',
    '2 per row',
  ],
  'PATCH /api/admin/redirects/{id}': ['2 to 8', '0 to 3'],
  'DELETE /api/admin/redirects/{id}': ['1 or 2', '2'],
};
