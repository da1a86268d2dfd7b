/** The longest texts of a post, in UTF-16 units. Product §3. */
export const POST_TEXT_LIMITS = { title: 200, excerpt: 500, content: 200_000 } as const;

export const POST_LIMITS = {
  ...POST_TEXT_LIMITS,
  previewChars: 120,
  popular: 6,
  search: 8,
  similar: 4,
  query: 200,
} as const;
