import { ISSUE_STOPS, type IssueStop } from '@inkwell/shared/newsletter-issues';
import type { StoredProgress } from './newsletter-issues.converter.ts';

/** Why a sending must stop; null to continue. Only mails since a person last resumed it count. */
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
