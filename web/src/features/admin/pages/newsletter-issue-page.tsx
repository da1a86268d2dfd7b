import '../../../components/mantine-parts.ts';
import { ISSUE_LIMITS } from '@inkwell/shared/newsletter-issues';
import { isAdmin } from '@inkwell/shared/permissions';
import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { Badge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState, LoadError } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import styles from '../admin.module.css';
import { issueQueries, useTextOfPosts } from '../api/newsletter-issues.ts';
import { useStaffQuery } from '../api/unauthorized.ts';
import { IssueForm } from '../newsletter-issues/issue-form.tsx';
import { IssueProgress } from '../newsletter-issues/issue-progress.tsx';
import { STATUS } from '../newsletter-issues/issue-texts.ts';

/**
 * `/admin/newsletter/issue`, for admins: writes an issue (`?issue=`), a new one, or a new one about a post (`?post=`), and shows the progress of
 * sending. Moderators see the panel instead.
 */
export function Component() {
  return <StaffGate>{(viewer) => (isAdmin(viewer) ? <OneIssue /> : <Navigate to={paths.admin} replace />)}</StaffGate>;
}

function OneIssue() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [id, postId] = [search.get('issue'), search.get('post')];
  /** The form stays mounted after its first save, with the input typed meanwhile. */
  const [created, setCreated] = useState<{ readonly id: string; readonly postId: string | null } | null>(null);
  const isCreated = id !== null && id === created?.id;
  const about = isCreated ? created.postId : id === null ? postId : null;
  const onCreated = (newId: string) => {
    setCreated({ id: newId, postId: about });
    void navigate(writingPaths.newsletterIssue(newId), { replace: true });
  };
  if (about !== null) return <FromPost key={about} postId={about} id={id} onCreated={onCreated} />;
  const key = id === null || isCreated ? 'new' : id;
  return <Issue key={key} id={id} onCreated={onCreated} startsWith={null} place="issue-new" />;
}

/** A new issue that begins with the text of a post. */
function FromPost({ postId, ...issue }: Pick<IssueProps, 'id' | 'onCreated'> & { readonly postId: string }) {
  const text = useTextOfPosts();
  const read = useEffectEvent(() => text.mutate({ ids: [postId], isWhole: false }));
  useEffect(() => read(), []);
  const place = `issue-of-${postId}`;
  if (text.isError) return <Issue {...issue} startsWith={null} place={place} />;
  if (!text.data) return <Loading />;
  const { title, content } = text.data;
  const startsWith = { subject: (title ?? '').slice(0, ISSUE_LIMITS.subject), content };
  return <Issue {...issue} startsWith={startsWith} place={place} />;
}

const Loading = () => (
  <div className={`container ${styles.page}`}>
    <h1>Newsletter Issue</h1>
    <LoadingRegion label="Loading the issue">
      <Skeleton height="24rem" />
    </LoadingRegion>
  </div>
);

interface IssueProps {
  readonly id: string | null;
  readonly startsWith: { readonly subject: string; readonly content: string } | null;
  readonly place: string;
  readonly onCreated: (id: string) => void;
}

function Issue({ id, startsWith, place, onCreated }: IssueProps) {
  const query = useStaffQuery({ ...issueQueries.one(id ?? ''), enabled: id !== null });
  const issue = id === null ? null : query.data;
  usePageTitle(issue ? issue.subject : 'New Issue');
  if (issue === undefined && query.isPending) return <Loading />;
  const isOpen = issue === null || issue?.status === 'draft' || issue?.status === 'scheduled';
  const form = (
    <IssueForm
      heading={<h1>{issue ? 'Edit Issue' : 'New Issue'}</h1>}
      issue={issue ?? null}
      startsWith={startsWith}
      place={place}
      onCreated={({ id: newId }) => onCreated(newId)}
    />
  );

  if (issue !== undefined && isOpen) return <div className={`container ${styles.page}`}>{form}</div>;
  return (
    <div className={`container ${styles.page}`}>
      <h1>{issue ? <bdi>{issue.subject}</bdi> : 'Newsletter Issue'}</h1>
      {issue && (
        <p>
          <Badge tone={STATUS[issue.status].tone}>{STATUS[issue.status].label}</Badge>
        </p>
      )}
      {issue === undefined ? (
        isApiError(query.error, 404) ? (
          <EmptyState
            title="There is no such issue"
            actions={<ButtonLink to={writingPaths.newsletter}>All Issues</ButtonLink>}
          />
        ) : (
          <LoadError title="Failed to load the issue" query={query} />
        )
      ) : (
        issue && <IssueProgress issue={issue} />
      )}
    </div>
  );
}
