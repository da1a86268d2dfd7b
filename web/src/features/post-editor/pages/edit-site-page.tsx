import '../../../components/mantine-parts.ts';
import { sitePagePath } from '@inkwell/shared/slug';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { useFirstFocus } from '../../../hooks/use-first-focus.ts';
import { isApiError } from '../../../lib/api.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import { EditorFrame } from '../components/editor-frame.tsx';
import { EditorLoader } from '../components/editor-loader.tsx';
import { editedId, storedId } from '../edited-kind.ts';
import styles from '../post-editor.module.css';
import type { EditedPost } from '../post-form.ts';
import type { WantedDraft } from '../session/offers.ts';
import { editedFrom, editedPage } from '../site-pages/edited-page.ts';
import { PageSidebar } from '../site-pages/page-sidebar.tsx';
import { usePostEditor } from '../use-post-editor.ts';
import { useSitting } from '../use-sitting.ts';
import { useUnsavedEdit } from '../use-unsaved-edit.ts';
import { LeaveGuard } from './leave-guard.tsx';

interface EditProps {
  readonly id: string;
  readonly userId: string;
  readonly draft: WantedDraft | null;
  readonly onCreated: (id: string) => void;
}

interface PageFormProps {
  readonly userId: string;
  /** The page as it was when editing began; null for a new one. */
  readonly page: EditedPost | null;
  /** An earlier draft, named by the address. */
  readonly draft: WantedDraft | null;
  /** Called with the id of a new page that is stored while its writer continues. */
  readonly onCreated: (id: string) => void;
}

/** The editor of a site page: the post editor with a page's fields. */
function PageForm({ userId, page, draft, onCreated }: PageFormProps) {
  const navigate = useNavigate();
  const leave = () => void navigate(writingPaths.pages);
  const editor = usePostEditor({ edited: editedPage, userId, post: page, onSaved: leave, wantedDraft: draft });
  const { stored, isFinished, form } = editor.state;
  const id = stored && storedId(stored.id);
  const isPlanned = editor.planned !== '' && !form.isPublished;
  const [unpublished, unpublishedPending] = isPlanned ? ['Schedule Page', 'Scheduling...'] : ['Save Page', 'Saving...'];
  const [first, firstPending] = form.isPublished
    ? ['Publish Page', 'Publishing...']
    : [unpublished, unpublishedPending];
  const [label, pendingLabel] = stored ? ['Update Page', 'Updating...'] : [first, firstPending];

  // Only an empty form gets the focus, because an existing text is read first.
  const isBlank = useRef(page === null && draft === null);
  useFirstFocus(() => (isBlank.current ? document.querySelector<HTMLElement>('[data-path="title"]') : null));

  const createdId = isFinished || stored?.id === page?.id ? null : id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for a page
  useEffect(() => {
    if (createdId) onCreated(createdId);
  }, [createdId]);

  return (
    <div className={`container ${styles.page}`}>
      <EditorFrame
        editor={editor}
        name={stored ? 'Edit page' : 'New page'}
        head={
          <>
            <h1>{stored ? 'Edit Page' : 'New Page'}</h1>
            {id && <Link to={writingPaths.pageRevisions(id)}>Revisions</Link>}
            {stored?.isPublished && stored.slug && <Link to={sitePagePath(stored.slug)}>View Page</Link>}
          </>
        }
        surface="page"
        submitLabel={label}
        pendingLabel={pendingLabel}
        onCancel={leave}
      >
        <PageSidebar editor={editor} />
      </EditorFrame>
      <LeaveGuard
        ownAddress={id === null ? writingPaths.newPage : writingPaths.editPage(id)}
        hasUnsavedWork={editor.hasUnsavedWork}
        onDiscard={editor.session.discard}
      />
    </div>
  );
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
