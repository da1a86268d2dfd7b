import { chosenTime, ownZone, spelledTime } from './zoned-time.ts';

/** The time that a save sends for an input value; nothing if it is empty. The server checks that it is in the future. */
export function plannedTime(local: string): { publishAt?: string } {
  const chosen = local ? chosenTime(local, ownZone()) : null;
  return chosen ? { publishAt: new Date(chosen.instantMs).toISOString() } : {};
}

/** A publication time in the viewer's time zone and wording. */
export const publicationTime = (publishAt: string): string => spelledTime(publishAt, ownZone());
