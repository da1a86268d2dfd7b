/**
 * What `/` says first to those who come back. Also served: they read it while it is found out who they are, so their name is
 * not in it.
 */
export const WELCOME_BACK = {
  title: 'Welcome back',
  lead: 'Pick up where you left off: new stories, familiar voices, and a few you have not met yet.',
} as const;
