/** The longest texts of a post, in UTF-16 units. Product §3. */
export const POST_TEXT_LIMITS = { title: 200, excerpt: 500, content: 200_000 } as const;

/** The longest texts about a post: for search engines, cards and its cover. Drafts accept twice as much. */
export const POST_DETAIL_LIMITS = {
  slug: 100,
  searchTitle: 300,
  searchDescription: 500,
  cardTitle: 300,
  cardText: 500,
  coverDescription: 500,
  coverCaption: 500,
  address: 2_048,
} as const;

/** The longest texts of a draft, in UTF-16 units. Together at most 975 kB, which fits into a document (1 MiB) and a request. */
export const DRAFT_TEXT_LIMITS = { title: 5_000, excerpt: 20_000, content: 300_000 } as const;

export const POST_LIMITS = {
  ...POST_TEXT_LIMITS,
  previewChars: 120,
  popular: 6,
  /** The number of titles at the top of the landing page. */
  newest: 3,
  search: 8,
  similar: 4,
  query: 200,
  /** How long a post stays in the trash. */
  trashDays: 30,
} as const;
