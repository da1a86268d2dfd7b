import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { PageLoader } from '../../../components/page-loader.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import { editedId } from '../edited-kind.ts';
import type { EditedPost } from '../post-form.ts';
import type { WantedDraft } from '../session/offers.ts';
import { editedFrom } from '../site-pages/edited-page.ts';
import { useUnsavedEdit } from '../use-unsaved-edit.ts';
import { PageForm } from './page-form.tsx';

interface EditProps {
  readonly id: string;
  readonly userId: string;
  readonly draft: WantedDraft | null;
  readonly onCreated: (id: string) => void;
}

/** Reads the page once before its editing begins, past the cache; a later read would replace what is being written. */
function EditPage({ id, ...props }: EditProps) {
  const query = useQuery({ ...staffPageQueries.byId(id), staleTime: 0, refetchOnMount: 'always' });
  const [page, setPage] = useState<EditedPost | null>(null);
  const isSettled = query.isFetchedAfterMount && !query.isFetching;
  if (!page && isSettled && query.isSuccess) setPage(editedFrom(query.data));
  const isMissing = isApiError(query.error, 404);
  const kept = useUnsavedEdit(props.userId, editedId('page', id), isSettled && query.isError && !isMissing);
  // Whoever writes in the draft goes on with it, even if the page can be loaded later.
  if (kept.edit) {
    return (
      <>
        <p className="container" role="status">
          The page could not be loaded: this is your draft of it. If somebody has changed the page, you will be asked
          when you save.
        </p>
        <PageForm {...props} page={kept.edit.post} draft={{ id: kept.edit.draftId, isOnServer: false }} />
      </>
    );
  }
  if (page) return <PageForm page={page} {...props} />;
  if (!isSettled || query.isSuccess || kept.isLooking) return <PageLoader />;
  return (
    <div className="container">
      {isMissing ? (
        <EmptyState
          headingLevel={1}
          title="Page Not Found"
          actions={
            <>
              <ButtonLink to={writingPaths.pages}>All Pages</ButtonLink>
              <ButtonLink variant="secondary" to={writingPaths.drafts}>
                Your Drafts
              </ButtonLink>
            </>
          }
        >
          It doesn't exist, or it is in the trash. Your unsaved changes to it are in your drafts.
        </EmptyState>
      ) : (
        <ErrorState title="The page could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      )}
    </div>
  );
}

/** `/admin/pages/edit`: writes a new page of the site, or edits that of `?page=`, optionally with the draft of `?draft=`. */
export function Component() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const id = search.get('page');
  /** A new page keeps its editor when a save gives it an address. */
  const [editing, setEditing] = useState({ id, key: 0, isNew: id === null, next: null as string | null });
  if (editing.id !== id) {
    const isSame = id !== null && editing.next === id;
    setEditing(isSame ? { ...editing, id, next: null } : { id, key: editing.key + 1, isNew: id === null, next: null });
  }
  usePageTitle(id ? 'Edit Page' : 'New Page');
  const onCreated = (created: string) => {
    setEditing((now) => ({ ...now, next: created }));
    void navigate(writingPaths.editPage(created), { replace: true, preventScrollReset: true });
  };
  const draftId = search.get('draft');
  const draft = draftId === null ? null : { id: draftId, isOnServer: search.get('from') === 'server' };
  return (
    <StaffGate>
      {({ id: userId }) => {
        const props = { userId, draft, onCreated };
        const key = `${userId} ${editing.key}`;
        return id && !editing.isNew ? (
          <EditPage key={key} id={id} {...props} />
        ) : (
          <PageForm key={key} page={null} {...props} />
        );
      }}
    </StaffGate>
  );
}
