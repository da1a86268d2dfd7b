import { counted } from '@inkwell/shared/format';
import { ISSUE_STOPS, type IssueCard, type IssueStatus, type IssueStop } from '@inkwell/shared/newsletter-issues';

type Tone = 'neutral' | 'success' | 'danger' | 'warning' | 'accent';

export const STATUS: Readonly<Record<IssueStatus, { readonly label: string; readonly tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'warning' },
  scheduled: { label: 'Scheduled', tone: 'accent' },
  queueing: { label: 'Sending', tone: 'accent' },
  sending: { label: 'Sending', tone: 'accent' },
  paused: { label: 'Paused', tone: 'warning' },
  stopped: { label: 'Stopped', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'success' },
};

export const STOPS: Readonly<Record<IssueStop, string>> = {
  refusals: `The sending has stopped by itself: ${ISSUE_STOPS.refusedShare * 100}% of the emails or more were refused.`,
  errors: `The sending has stopped by itself after ${ISSUE_STOPS.errors.toLocaleString('en')} errors.`,
  'postal-address': 'The sending has stopped: the postal address is missing in the settings.',
  'no-server': 'The sending has stopped: no mail server is set up (SMTP_URL).',
  'too-long': 'The sending has stopped: the email is too long.',
};

/** Desktop programs show more of subject and preview text than this, phones less. */
export const INBOX_CHARACTERS = 90;

/** The number of addresses with an outcome. */
export const doneOf = ({ counts }: Pick<IssueCard, 'counts'>): number =>
  counts.submitted + counts.refused + counts.leftOut + counts.unconfirmed;

/** The text of a row beside the subject. */
export function progressText(issue: IssueCard): string {
  const { status, counts } = issue;
  if (status === 'draft' || status === 'scheduled') return '';
  const { submitted, audience, unconfirmed } = counts;
  const sent = `${submitted.toLocaleString('en')} of ${counted(audience, 'email', 'emails')} accepted by the mail server`;
  return unconfirmed > 0 ? `${sent}, ${unconfirmed.toLocaleString('en')} unconfirmed` : sent;
}
