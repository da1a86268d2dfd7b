import type { RevisionReason } from '@inkwell/shared/revisions';

const DAY_MS = 24 * 3_600_000;

/** How long all revisions are kept. */
const ALL_MS = 2 * DAY_MS;
/** How long the last revision of each day is kept; afterwards only the last one of each week. */
const DAILY_MS = 30 * DAY_MS;

/** When a new revision is due for thinning; null for the first revision of a post and for publications, which are always kept. */
export const firstLook = (createdAt: Date, reason: RevisionReason, isFirst: boolean): Date | null =>
  isFirst || reason === 'publish' ? null : new Date(createdAt.getTime() + ALL_MS);

export interface Look {
  /** The end of its day or week in UTC. The revision is kept if there is no later one before this time. */
  readonly spanEnd: Date;
  /** When the revision is due again if it is kept; null for never. */
  readonly next: Date | null;
}

/**
 * How to thin out a due revision. The last one of a day is kept for a month, the last one of a week (from Monday) forever. By then, the other days of
 * that week have been thinned out, so any later revision is the last one of its day.
 */
export function lookAt({ createdAt, thinAt }: { createdAt: Date; thinAt: Date }): Look {
  const ms = createdAt.getTime();
  const days = Math.floor(ms / DAY_MS);
  if (thinAt.getTime() < ms + DAILY_MS) {
    return { spanEnd: new Date((days + 1) * DAY_MS), next: new Date(ms + DAILY_MS) };
  }
  // 1 January 1970 was a Thursday.
  const daysIntoWeek = (days + 3) % 7;
  return { spanEnd: new Date((days - daysIntoWeek + 7) * DAY_MS), next: null };
}
