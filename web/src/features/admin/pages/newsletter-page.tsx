import '../../../components/mantine-parts.ts';
import { longDate } from '@inkwell/shared/format';
import { linePlus } from '@inkwell/shared/line-icons';
import type { IssueCard } from '@inkwell/shared/newsletter-issues';
import { isAdmin } from '@inkwell/shared/permissions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { lineMail } from '../../../components/staff-icons.ts';
import { EmptyState } from '../../../components/states.tsx';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { ownZone, spelledTime } from '../../scheduling/zoned-time.ts';
import styles from '../admin.module.css';
import { issueQueries } from '../api/newsletter-issues.ts';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { MailStanding } from '../mail/mail-standing.tsx';
import { SenderRecords } from '../mail/sender-records.tsx';
import { progressText, STATUS } from '../newsletter-issues/issue-texts.ts';
import { NewsletterPlaces } from '../newsletter-issues/newsletter-places.tsx';

/** `/admin/newsletter`, for admins: the issues of the newsletter. Moderators see the panel instead. */
export const Component = staffPage({ title: 'Newsletter', may: isAdmin, hasHead: true }, Issues);

function Issues() {
  const query = useInfiniteQuery(issueQueries.list());
  return (
    <>
      <PageHead>
        <ButtonLink size="small" icon={<Icon icon={linePlus} />} to={writingPaths.newNewsletterIssue()}>
          New Issue
        </ButtonLink>
      </PageHead>
      <NewsletterPlaces />
      <MailStanding label="Loading issues">
        <SenderRecords />
        <StaffList
          label="Issues"
          query={query}
          noun="issues"
          empty={
            <EmptyState icon={lineMail} title="No issues yet">
              Write the first one, or make it from posts.
            </EmptyState>
          }
        >
          {(issue) => <IssueRow key={issue.id} issue={issue} />}
        </StaffList>
      </MailStanding>
    </>
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
