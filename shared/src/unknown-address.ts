/** What an address says that leads nowhere. The title is that of product §2. */
export const UNKNOWN_ADDRESS = {
  title: '404 Page Not Found',
  lead: 'There is nothing at this address. It may have been moved, or never existed.',
  newest: 'Newest posts',
  /** How many posts it shows. */
  posts: 6,
} as const;
