import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { longDate } from '@inkwell/shared/format';
import { linePage } from '@inkwell/shared/line-icons';
import type { IssueCard } from '@inkwell/shared/newsletter-issues';
import { isAdmin } from '@inkwell/shared/permissions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { ownZone, spelledTime } from '../../scheduling/zoned-time.ts';
import styles from '../admin.module.css';
import { issueQueries } from '../api/newsletter-issues.ts';
import { PagedList } from '../components/paged-list.tsx';
import { MailStanding } from '../mail/mail-standing.tsx';
import { SenderRecords } from '../mail/sender-records.tsx';
import { progressText, STATUS } from '../newsletter-issues/issue-texts.ts';

/** `/admin/newsletter`, for admins: the issues of the newsletter. Moderators see the panel in its place. */
export function Component() {
  usePageTitle('Newsletter');
  return (
    <StaffGate>{(viewer) => (isAdmin(viewer) ? <Newsletter /> : <Navigate to={paths.admin} replace />)}</StaffGate>
  );
}

function Newsletter() {
  const query = useInfiniteQuery(issueQueries.list());
  return (
    <div className={`container ${styles.page}`}>
      <h1>Newsletter</h1>
      <div className={styles.panel}>
        <MailStanding label="Loading issues">
          <SenderRecords />
          <div className={styles.bar}>
            <ButtonLink to={writingPaths.newNewsletterIssue()}>New Issue</ButtonLink>
            <ButtonLink variant="secondary" to={writingPaths.subscribers}>
              Subscribers
            </ButtonLink>
            <ButtonLink variant="secondary" to={writingPaths.mailSettings}>
              Digest and Sender
            </ButtonLink>
          </div>
          <PagedList
            query={query}
            noun="issues"
            empty={
              <EmptyState icon={linePage} title="No issues yet">
                Write the first one, or make it from posts.
              </EmptyState>
            }
          >
            {(issues) => (
              <ul className={styles.rows} aria-label="Issues">
                {issues.map((issue) => (
                  <IssueRow key={issue.id} issue={issue} />
                ))}
              </ul>
            )}
          </PagedList>
        </MailStanding>
      </div>
    </div>
  );
}

function IssueRow({ issue }: { readonly issue: IssueCard }) {
  const { id, subject, status, scheduledAt, startedAt, createdAt } = issue;
  const when =
    status === 'scheduled' && scheduledAt
      ? `for ${spelledTime(scheduledAt, ownZone())}`
      : startedAt
        ? `on ${longDate(startedAt)}`
        : `written on ${longDate(createdAt)}`;
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <Link className={styles.issueSubject} to={writingPaths.newsletterIssue(id)}>
          <bdi>{subject}</bdi>
        </Link>
        <p className={styles.note}>{[when, progressText(issue)].filter(Boolean).join(' · ')}</p>
      </div>
      <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
    </li>
  );
}
