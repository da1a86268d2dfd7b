/** The longest texts of a post, in UTF-16 units. Product §3. */
export const POST_TEXT_LIMITS = { title: 200, excerpt: 500, content: 200_000 } as const;

/** The same in drafts, which are not finished yet; all together are 975 kB at most, and fit into a document (1 MiB) and into the body of a call. */
export const DRAFT_TEXT_LIMITS = { title: 5_000, excerpt: 20_000, content: 300_000 } as const;

export const POST_LIMITS = {
  ...POST_TEXT_LIMITS,
  previewChars: 120,
  popular: 6,
  search: 8,
  similar: 4,
  query: 200,
} as const;
