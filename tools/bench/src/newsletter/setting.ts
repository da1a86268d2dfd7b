export const PROJECT = 'demo-newsletter';
export const ISSUE = 'issue';

/** Leases end after minutes, which the bench need not wait for. */
const SPEED = 60;

/** A clock that all instances share, and that runs faster than the real one. */
export const fastClock = (epochMs: number) => ({
  now: () => new Date(epochMs + (Date.now() - epochMs) * SPEED),
});
