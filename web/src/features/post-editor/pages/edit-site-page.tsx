import '../../../components/mantine-parts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { isApiError } from '../../../lib/api.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import { EditorLoader } from '../components/editor-loader.tsx';
import { editedId } from '../edited-kind.ts';
import type { EditedPost } from '../post-form.ts';
import type { WantedDraft } from '../session/offers.ts';
import { editedFrom } from '../site-pages/edited-page.ts';
import { useSitting } from '../use-sitting.ts';
import { useUnsavedEdit } from '../use-unsaved-edit.ts';
import { PageForm } from './page-form.tsx';

interface EditProps {
  readonly id: string;
  readonly userId: string;
  readonly draft: WantedDraft | null;
  readonly onCreated: (id: string) => void;
}

/** Reads the page once before editing begins, bypassing the cache; a later read would replace the new text. */
function EditPage({ id, ...props }: EditProps) {
  const query = useQuery({ ...staffPageQueries.byId(id), staleTime: 0, refetchOnMount: 'always' });
  const [page, setPage] = useState<EditedPost | null>(null);
  const isSettled = query.isFetchedAfterMount && !query.isFetching;
  if (!page && isSettled && query.isSuccess) setPage(editedFrom(query.data));
  const isMissing = isApiError(query.error, 404);
  const kept = useUnsavedEdit(props.userId, editedId('page', id), isSettled && query.isError && !isMissing);
  // A writer who works on the draft continues with it, even if the page can be loaded later.
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
  if (!isSettled || query.isSuccess || kept.isLooking) return <EditorLoader />;
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
                Unsaved Changes
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

/** `/admin/pages/edit`: writes a new site page, or edits the one in `?page=`, optionally with the draft in `?draft=`. */
export function Component() {
  const navigate = useNavigate();
  const { id, draft, key: sittingKey, isNew, goOnAt } = useSitting('page');
  usePageTitle(id ? 'Edit Page' : 'New Page');
  const onCreated = (created: string) => {
    goOnAt(created);
    void navigate(writingPaths.editPage(created), { replace: true, preventScrollReset: true });
  };
  return (
    <StaffGate>
      {({ id: userId }) => {
        const props = { userId, draft, onCreated };
        const key = `${userId} ${sittingKey}`;
        return id && !isNew ? <EditPage key={key} id={id} {...props} /> : <PageForm key={key} page={null} {...props} />;
      }}
    </StaffGate>
  );
}
