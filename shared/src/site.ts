/** What the site calls itself, in the app and on served pages. */
export const SITE_NAME = 'Inkwell';

export const SITE_CLAIM = 'Stories worth your time';

export const SITE_DESCRIPTION =
  'Inkwell is a community of writers and readers: essays, guides and stories on technology, design, business and life.';

/** The words at the top of the landing page. */
export const LANDING_HERO = {
  kicker: 'Welcome to Inkwell',
  title: 'Good writing finds its readers here.',
  lead: 'Essays, guides and stories by people who care about the craft. Read what matters, talk about it, and make it yours.',
} as const;

/** `Posts` becomes `Posts · Inkwell`; nothing becomes the site's own name and claim. */
export const pageTitle = (title: string | null): string =>
  title ? `${title} · ${SITE_NAME}` : `${SITE_NAME} · ${SITE_CLAIM}`;
