import { chosenTime, ownZone } from './zoned-time.ts';

/**
 * The time that a save sends for an input value; nothing if it is empty. Whether it has passed is for the server to
 * say.
 */
export function plannedTime(local: string): { publishAt?: string } {
  const chosen = chosenTime(local, ownZone());
  return chosen ? { publishAt: new Date(chosen.instantMs).toISOString() } : {};
}
