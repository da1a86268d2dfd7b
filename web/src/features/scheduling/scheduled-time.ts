import { chosenTime, ownZone } from './zoned-time.ts';

/** What a save sends of a time that was chosen, as inputs hold it; nothing where none was. Whether it has passed is for the server to say. */
export function plannedTime(local: string): { publishAt?: string } {
  const chosen = chosenTime(local, ownZone());
  return chosen ? { publishAt: new Date(chosen.instantMs).toISOString() } : {};
}
