import '../../../components/mantine-parts.ts';
import type { StaffSitePage } from '@inkwell/shared/site-pages';
import { sitePagePath } from '@inkwell/shared/slug';
import { Link, useNavigate } from 'react-router';
import { ButtonLink } from '../../../components/button.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import { EditorPage, type Opened, StoredEditor } from '../components/editor-page.tsx';
import { editedId, storedId } from '../edited-kind.ts';
import { editedFrom, editedPage } from '../site-pages/edited-page.ts';
import { PageSidebar } from '../site-pages/page-sidebar.tsx';
import { useFresh } from '../use-fresh.ts';
import { usePostEditor } from '../use-post-editor.ts';
import { useSitting } from '../use-sitting.ts';

interface EditProps extends Omit<Opened, 'post'> {
  readonly id: string;
}

/** The editor of a site page: the post editor with a page's fields. */
function PageForm(opened: Opened) {
  const navigate = useNavigate();
  const leave = () => void navigate(writingPaths.pages);
  const editor = usePostEditor({ ...opened, edited: editedPage, onSaved: leave });
  const { stored, form } = editor.state;
  const id = stored && storedId(stored.id);
  const isPlanned = editor.planned !== '' && !form.isPublished;
  const [unpublished, unpublishedPending] = isPlanned ? ['Schedule Page', 'Scheduling...'] : ['Save Page', 'Saving...'];
  const [first, firstPending] = form.isPublished
    ? ['Publish Page', 'Publishing...']
    : [unpublished, unpublishedPending];
  const [label, pendingLabel] = stored ? ['Update Page', 'Updating...'] : [first, firstPending];

  return (
    <EditorPage
      opened={opened}
      editor={editor}
      head={
        <>
          <h1>{stored ? 'Edit Page' : 'New Page'}</h1>
          {id && <Link to={writingPaths.pageRevisions(id)}>Revisions</Link>}
          {stored?.isPublished && stored.slug && <Link to={sitePagePath(stored.slug)}>View Page</Link>}
        </>
      }
      ownAddress={id === null ? writingPaths.newPage : writingPaths.editPage(id)}
      submitLabel={label}
      pendingLabel={pendingLabel}
      onCancel={leave}
    >
      <PageSidebar editor={editor} />
    </EditorPage>
  );
}

function EditPage({ id, draft, ...rest }: EditProps) {
  const fresh = useFresh({ ...staffPageQueries.byId(id), select: editedFrom<StaffSitePage> });
  const missing = (
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
  );
  return (
    <StoredEditor id={editedId('page', id)} userId={rest.userId} fresh={fresh} missing={missing}>
      {(page, unsaved) => <PageForm {...rest} post={page} draft={unsaved ?? draft} />}
    </StoredEditor>
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
        return id && !isNew ? <EditPage key={key} id={id} {...props} /> : <PageForm key={key} post={null} {...props} />;
      }}
    </StaffGate>
  );
}
