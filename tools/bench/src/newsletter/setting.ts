export const PROJECT = 'demo-newsletter';
export const ISSUE = 'issue';

/** The speed of the clock, because leases end only after minutes. */
const SPEED = 60;

/** A clock that all instances share, and that is faster than the real one. */
export const fastClock = (epochMs: number) => ({
  now: () => new Date(epochMs + (Date.now() - epochMs) * SPEED),
});
