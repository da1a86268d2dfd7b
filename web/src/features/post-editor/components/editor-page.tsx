import type { PostStatus } from '@inkwell/shared/schedule';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { useFirstFocus } from '../../../hooks/use-first-focus.ts';
import { kindOfId, storedId } from '../edited-kind.ts';
import styles from '../post-editor.module.css';
import type { EditedPost } from '../post-form.ts';
import type { WantedDraft } from '../session/offers.ts';
import type { Fresh } from '../use-fresh.ts';
import { useUnsavedEdit } from '../use-unsaved-edit.ts';
import { EditorFrame } from './editor-frame.tsx';
import { LeaveGuard } from './leave-guard.tsx';

/** What an editor opens. */
export interface Opened {
  readonly userId: string;
  /** The post or page as it was when editing began; null for a new one. */
  readonly post: EditedPost | null;
  /** An earlier draft, named by the address. */
  readonly draft: WantedDraft | null;
  /** Called with the id of a new post or page that is stored while its writer continues. */
  readonly onCreated: (id: string) => void;
}

interface EditorPageProps extends Omit<ComponentProps<typeof EditorFrame>, 'name' | 'surface'> {
  readonly opened: Opened;
  /** The address of the editor. */
  readonly ownAddress: string;
  /** A dialog outside the form. */
  readonly dialog?: ReactNode;
}

/** The editor as a page: text on the left, settings on the right. */
export function EditorPage({ opened: { post, draft, onCreated }, ownAddress, dialog, ...frame }: EditorPageProps) {
  const { session, state, hasUnsavedWork } = frame.editor;
  const { kind, stored, isFinished } = state;

  // Only an empty form gets the focus, because an existing text is read first.
  const isBlank = useRef(post === null && draft === null);
  useFirstFocus(() => (isBlank.current ? document.querySelector<HTMLElement>('[data-path="title"]') : null));

  const createdId = isFinished || stored?.id === post?.id ? null : stored?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for a post or page
  useEffect(() => {
    if (createdId) onCreated(storedId(createdId));
  }, [createdId]);

  return (
    <div className={`container ${styles.page}`}>
      <EditorFrame {...frame} name={`${stored ? 'Edit' : 'New'} ${kind}`} surface="page" />
      {dialog}
      <LeaveGuard ownAddress={ownAddress} hasUnsavedWork={hasUnsavedWork} onDiscard={session.discard} />
    </div>
  );
}

/** Only people who may see drafts get the status. */
type StoredText = EditedPost & { readonly status?: PostStatus | undefined };

/** Placeholders for the title and three lines, in the editor's layout, until the text has loaded. */
const EditorLoader = () => (
  <LoadingRegion label="Loading" className={`container ${styles.loading}`}>
    <Skeleton width="70%" height="3rem" />
    <Skeleton height="1.25rem" />
    <Skeleton width="94%" height="1.25rem" />
    <Skeleton width="60%" height="1.25rem" />
  </LoadingRegion>
);

interface StoredEditorProps {
  /** The id in the editor. */
  readonly id: string;
  readonly userId: string;
  readonly fresh: Fresh<StoredText>;
  readonly missing: ReactNode;
  /** @param unsaved the draft in this browser, if the post or page could not be loaded: `post` is its base */
  readonly children: (post: StoredText, unsaved: WantedDraft | null) => ReactNode;
}

/**
 * Opens the editor of a stored post or page. If it cannot be loaded, its draft in this browser is opened; a writer who works on that continues with
 * it, even if the post can be loaded later.
 */
export function StoredEditor({ id, userId, fresh, missing, children }: StoredEditorProps) {
  const kept = useUnsavedEdit(userId, id, fresh.status === 'failed');
  const kind = kindOfId(id);
  if (kept.edit) {
    return (
      <>
        <p className="container" role="status">
          The {kind} could not be loaded: this is your draft of it. If somebody has changed the {kind}, you will be
          asked when you save.
        </p>
        {children(kept.edit.post, { id: kept.edit.draftId, isOnServer: false })}
      </>
    );
  }
  if (fresh.status === 'ready') return children(fresh.post, null);
  if (fresh.status === 'loading' || kept.isLooking) return <EditorLoader />;
  return (
    <div className="container">
      {fresh.status === 'missing' ? (
        missing
      ) : (
        <ErrorState title={`The ${kind} could not be loaded`} error={fresh.error} onRetry={fresh.retry} />
      )}
    </div>
  );
}
