/** The areas of the contract with which readers find posts, keep them and come back. */
export const READING_AREAS: readonly string[] = ['search', 'bookmarks', 'following', 'reading'];

/** The documents that each of these calls reads and writes, as in `PUBLICATION_COSTS`. */
export const READING_COSTS: Readonly<Record<string, readonly [reads: string, writes?: string]>> = {
  'GET /api/search': [
    'at most 40, the results, and 2 for the tag of a filter; a `limit` above 8 at most 60 and the results',
  ],
  'GET /api/search/suggestions': [
    'at most 4 index entries, 2 tags, and 3 entries for authors; where no title has the words 4 more',
  ],

  'GET /api/bookmarks': ['1, and 1 for each post of the page'],
  'GET /api/bookmarks/saved': ['1'],
  'PUT /api/bookmarks/{postId}': ['2', '1, a repeat none'],
  'DELETE /api/bookmarks/{postId}': ['1', '1, a repeat none'],
  'PUT /api/bookmarks/lists/{name}': ['1', '1, a repeat none'],
  'DELETE /api/bookmarks/lists/{name}': ['1', '1, a repeat none'],

  'GET /api/following': ['1, and the names that are not cached'],
  'GET /api/following/posts': [
    '3, 1 for each post of what is followed, and as many popular ones as asked for; with `only` 2 and none of those',
  ],
  'GET /api/following/{kind}/{id}': ['1, and the name where it is not cached'],
  'PUT /api/following/{kind}/{id}': ['2, a tag or series 3, and the name where it is not cached', '1, a repeat none'],
  'DELETE /api/following/{kind}/{id}': ['1', '1, a repeat none'],
  'POST /api/following/look': ['1 where nothing is followed, 2 without new posts, else at most 7', '3 with new posts'],

  'GET /api/reading': ['1'],
  'GET /api/reading/posts': ['1, and 1 for each post'],
  'PUT /api/reading': ['1', '1, a repeat none'],
};
