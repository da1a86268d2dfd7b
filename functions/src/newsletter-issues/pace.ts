import { ISSUE_STOPS, type IssueStop } from '@inkwell/shared/newsletter-issues';
import type { StoredProgress } from './newsletter-issues.converter.ts';

const HOUR_MS = 3_600_000;

/** The number of emails that may be sent now, and when the next one after `count` of them may be sent; or when the next may, if none may now. */
export type Allowance =
  | { readonly count: number; readonly rateAtAfter: (count: number) => Date }
  | { readonly waitUntil: Date };

/** The slower of two rates; null for as fast as the server accepts emails. */
export const slowerOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/**
 * At most `mailsPerHour` emails in any hour. They are spaced evenly, except that a minute's emails may be sent at once, because jobs continue each
 * minute. `rateAt`: when the next email of any issue may be sent.
 */
export function allowanceOf(
  { mailsPerHour, rateAt }: { readonly mailsPerHour: number; readonly rateAt: Date | null },
  now: Date,
  most: number,
): Allowance {
  const atOnce = Math.max(1, Math.floor(mailsPerHour / 60));
  const apartMs = HOUR_MS / (mailsPerHour - atOnce + 1);
  const earliestMs = Math.max(rateAt?.getTime() ?? now.getTime(), now.getTime() - (atOnce - 1) * apartMs);
  const spareMs = now.getTime() - earliestMs;
  if (spareMs < 0) return { waitUntil: new Date(earliestMs) };
  return {
    count: Math.min(most, Math.floor(spareMs / apartMs) + 1),
    // Rounded up: times are stored in whole milliseconds.
    rateAtAfter: (count) => new Date(Math.ceil(earliestMs + count * apartMs)),
  };
}

/** Why sending must stop; null to continue. Counts only emails since a person last resumed it. */
export function stopOf({
  counts,
  errors,
  since,
}: Pick<StoredProgress, 'counts' | 'errors' | 'since'>): IssueStop | null {
  const refused = counts.refused - since.refused;
  const answered = refused + counts.submitted - since.submitted;
  if (answered >= ISSUE_STOPS.leastMails && refused >= answered * ISSUE_STOPS.refusedShare) return 'refusals';
  return errors - since.errors >= ISSUE_STOPS.errors ? 'errors' : null;
}
