/** The heading of `/` for people who return. It contains no name, because it is served before the app knows who they are. */
export const WELCOME_BACK = {
  title: 'Welcome back',
  lead: 'Pick up where you left off: new stories, familiar voices, and a few you have not met yet.',
} as const;
