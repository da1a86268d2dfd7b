/** The heading of `/` for people who return. It contains no name, because it is served before the app knows who they are. */
export const WELCOME_BACK = {
  title: 'Welcome back',
  lead: 'Pick up where you left off: new stories, familiar voices, and a few you have not met yet.',
} as const;

/** The line below the text of the hero, until an admin changes it. Product §1. */
export const TRUST = 'Trusted by 10k+ writers';

/** Heading and texts of the three feature blurbs, until an admin changes them. */
export const FEATURES = {
  heading: 'Made for people who love to read',
  title1: 'Writing comes first',
  text1: 'Uncluttered pages, comfortable type and an editor that never loses a word.',
  title2: 'Conversations, not noise',
  text2: 'Comment on what moved you and meet the people who were moved by the same line.',
  title3: 'Always in the know',
  text3: 'Get notified the moment something happens, or catch up later.',
} as const;
