import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { PageLoader } from '../../../components/page-loader.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { StaffGate } from '../../staff/staff-gate.tsx';
import { EditorForm } from './editor-form.tsx';

/** Loads the post afresh before its editing begins; what is cached may be older than what others saved. */
function EditPost({ id, userId }: { id: string; userId: string }) {
  const navigate = useNavigate();
  const query = useQuery({ ...postQueries.byId(id), staleTime: 0, refetchOnMount: 'always' });
  const [isOpen, setOpen] = useState(false);

  // Once the form stands, later refetches must not replace what is being written.
  const isReady = query.data !== undefined && (isOpen || (query.isFetchedAfterMount && !query.isFetching));
  if (isReady && !isOpen) setOpen(true);
  if (isReady) {
    return <EditorForm userId={userId} post={query.data} onSaved={() => void navigate(paths.home)} />;
  }
  if (query.isError && !query.isFetching) {
    const isGone = isApiError(query.error, 404);
    return (
      <div className="container">
        {isGone ? (
          <EmptyState
            headingLevel={1}
            title="Post Not Found"
            actions={<ButtonLink to={paths.posts}>Back to Posts</ButtonLink>}
          >
            <p>The post you're looking for doesn't exist or has been removed.</p>
          </EmptyState>
        ) : (
          <ErrorState title="The post could not be loaded" onRetry={() => void query.refetch()} />
        )}
      </div>
    );
  }
  return <PageLoader />;
}

/** `/create-post`: writes a new post, or edits the one that `?edit=` names. Specification §2. */
export function Component() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const editId = search.get('edit');
  usePageTitle(editId ? 'Edit Post' : 'Create New Post');

  return (
    <StaffGate>
      {({ id: userId }) =>
        editId ? (
          <EditPost key={`${userId} ${editId}`} id={editId} userId={userId} />
        ) : (
          <EditorForm key={userId} userId={userId} post={null} onSaved={() => void navigate(paths.home)} />
        )
      }
    </StaffGate>
  );
}
