import type { RevisionReason } from '@inkwell/shared/revisions';

const DAY_MS = 24 * 3_600_000;

/** For so long every revision stays. */
const ALL_MS = 2 * DAY_MS;
/** And for so long one a day; after that one a week. */
const DAILY_MS = 30 * DAY_MS;

/** When a new revision is to be looked at; null for one that stays: the first of its post, and what an act of publishing made. */
export const firstLook = (createdAt: Date, reason: RevisionReason, isFirst: boolean): Date | null =>
  isFirst || reason === 'publish' ? null : new Date(createdAt.getTime() + ALL_MS);

export interface Look {
  /** The revision stays if there is no later one before this moment, the end of its day or week in UTC. */
  readonly spanEnd: Date;
  /** When it is to be looked at again if it stays; null for never. */
  readonly next: Date | null;
}

/**
 * What to look for when a revision is due. The last one of a day stays for a month, the last one of a week (from Monday) for good; by
 * then the other days of its week have been thinned, so that a later revision is one that counts.
 */
export function lookAt({ createdAt, thinAt }: { createdAt: Date; thinAt: Date }): Look {
  const ms = createdAt.getTime();
  const days = Math.floor(ms / DAY_MS);
  if (thinAt.getTime() < ms + DAILY_MS) {
    return { spanEnd: new Date((days + 1) * DAY_MS), next: new Date(ms + DAILY_MS) };
  }
  // The first day of all, 1 January 1970, was a Thursday.
  const daysIntoWeek = (days + 3) % 7;
  return { spanEnd: new Date((days - daysIntoWeek + 7) * DAY_MS), next: null };
}
