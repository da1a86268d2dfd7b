import { sitePagePath } from '@inkwell/shared/slug';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useFirstFocus } from '../../../hooks/use-first-focus.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { EditorFrame } from '../components/editor-frame.tsx';
import { storedId } from '../edited-kind.ts';
import styles from '../post-editor.module.css';
import type { EditedPost } from '../post-form.ts';
import type { WantedDraft } from '../session/offers.ts';
import { editedPage } from '../site-pages/edited-page.ts';
import { PageSidebar } from '../site-pages/page-sidebar.tsx';
import { usePostEditor } from '../use-post-editor.ts';
import { LeaveGuard } from './leave-guard.tsx';

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
export function PageForm({ userId, page, draft, onCreated }: PageFormProps) {
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
