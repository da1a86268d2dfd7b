import { ISSUE_STOPS, type IssueStop } from '@inkwell/shared/newsletter-issues';
import type { StoredProgress } from './newsletter-issues.converter.ts';

/** Why the numbers say that a sending must stop; null if it goes on. What came before it was continued does not count. */
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
