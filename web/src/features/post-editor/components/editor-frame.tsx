import { CONFLICT_MARKERS } from '@inkwell/shared/conflict-markers';
import { counted, personName } from '@inkwell/shared/format';
import type { Author } from '@inkwell/shared/users';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { openLayer } from '../../../components/escape.ts';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { ReviewStrip } from '../../reviews/components/review-strip.tsx';
import { SecondEditor } from '../../reviews/components/second-editor.tsx';
import { trashQuery, useUndelete } from '../api/trash.ts';
import { openPassages } from '../conflict/passages.ts';
import type { EditedKind } from '../edited-kind.ts';
import { formKeysHint, onFormKeyDown } from '../form-keys.ts';
import styles from '../post-editor.module.css';
import { FIELD_LABELS } from '../post-form.ts';
import type { PostEditor } from '../use-post-editor.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftBanners } from './draft-banners.tsx';
import { EditorBar } from './editor-bar.tsx';
import { PostFields } from './post-fields.tsx';

/** Says that text was typed during a save and is not part of it. */
function RestBanner({ editor }: { readonly editor: PostEditor }) {
  return (
    <div role="status">
      {editor.state.isRestKept && editor.isDirty && (
        <p className={styles.banner}>
          Your post was saved without your latest changes, which are a draft in this browser. Press Update Post to save
          them too.
        </p>
      )}
    </div>
  );
}

const LIST = new Intl.ListFormat('en');

interface EditingBannerProps {
  readonly kind: EditedKind;
  readonly others: readonly Author[];
}

/** Shows who else is editing the post or page now. */
function EditingBanner({ kind, others }: EditingBannerProps) {
  if (others.length === 0) return null;
  const names = others.map(personName);
  return (
    <p className={styles.banner} role="status">
      {LIST.format(names)} {names.length === 1 ? 'is' : 'are'} editing this {kind} too. Whoever saves last is asked what
      to do with both versions.
    </p>
  );
}

/** Reports the result of a merge, with links to passages that contain both versions. */
function MergeBanner({ editor }: { readonly editor: PostEditor }) {
  const { showPassage } = editor;
  const { merge, form } = editor.state;
  const count = openPassages(form.content).length;
  if (!merge && count === 0) return null;
  return (
    <div className={styles.banner}>
      <p role="status">
        {merge && 'Both versions were merged. Please review the text, then save.'}
        {count > 0 &&
          ` ${counted(count, 'passage contains', 'passages contain')} both versions, between ${CONFLICT_MARKERS.mine} and ${CONFLICT_MARKERS.end}: choose what stays before you publish.`}
        {merge &&
          merge.ownKept.length > 0 &&
          ` Your version was kept for: ${merge.ownKept.map((field) => FIELD_LABELS[field]).join(', ')}.`}
      </p>
      {count > 0 && (
        <Button size="small" variant="secondary" onClick={showPassage}>
          Show Next Passage
        </Button>
      )}
    </div>
  );
}

/** Says that the edited post was deleted, and offers to restore it from the trash or to save its text as a new post. */
function Gone({ editor, postId }: { readonly editor: PostEditor; readonly postId: string }) {
  const { kind } = editor.state;
  const trash = useQuery({ ...trashQuery(postId), enabled: kind === 'post' });
  const undelete = useUndelete(postId);
  if (trash.isLoading) return null;
  return (
    <div className={styles.banner} role="alert">
      <p>
        {trash.data ? 'This post is in the trash.' : `This ${kind} was deleted by someone else.`} Your text is still
        here, and saved as a draft.
      </p>
      {trash.data && (
        <Button
          size="small"
          isPending={undelete.isPending}
          onClick={() => undelete.mutate(undefined, { onSuccess: editor.goOnWithRestored })}
        >
          {undelete.isPending ? 'Restoring...' : 'Restore Post'}
        </Button>
      )}
      <Button size="small" variant={trash.data ? 'secondary' : 'primary'} onClick={editor.saveAsNew}>
        {`Save as a New ${kind === 'page' ? 'Page' : 'Post'}`}
      </Button>
    </div>
  );
}

interface EditorFrameProps {
  readonly editor: PostEditor;
  readonly name: string;
  /** The heading of the page, in its bar. */
  readonly head?: ReactNode;
  /** On the page the bar is above the text; in the dialog it is at the bottom. */
  readonly surface: 'page' | 'dialog';
  readonly submitLabel: string;
  readonly pendingLabel: string;
  readonly onCancel: () => void;
  /** Opens the review before publication, if there is one. */
  readonly onReview?: () => void;
  /** Gets the element of the text's margin, for notes. */
  readonly margin?: (element: HTMLElement | null) => void;
  /** The settings beside the text. */
  readonly children: ReactNode;
}

/** Whether the editor fills the window. The page behind then does not scroll, and Escape ends it. */
function useFullPage() {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    if (!isWide) return;
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    const closeLayer = openLayer(() => setWide(false));
    return () => {
      closeLayer();
      document.documentElement.style.overflow = overflow;
    };
  }, [isWide]);
  return [isWide, setWide] as const;
}

const CreateCategoryDialog = lazyDialog(
  async () => (await import('../../create-category/create-category-dialog.tsx')).CreateCategoryDialog,
  'A category could not be created',
);

/** The form of the post editor with its banners, bar and questions, for the page and the dialog. */
export function EditorFrame({ editor, name, head, surface, margin, children, ...actions }: EditorFrameProps) {
  const [isWide, setWide] = useFullPage();
  const form = useRef<HTMLFormElement>(null);
  const onWide = () => {
    setWide(!isWide);
    form.current?.querySelector<HTMLElement>('[data-path="content"]')?.focus();
  };
  const { kind, stored, saving, isGone } = editor.state;
  const bar = <EditorBar {...{ head, editor, isWide, onWide, ...actions }} />;
  return (
    <>
      {kind === 'post' && (
        <ReviewStrip
          post={stored}
          isDirty={editor.isDirty}
          isSaving={saving !== null}
          saveAll={editor.saveAll}
          publish={() => editor.saveAs(true)}
        />
      )}
      {kind === 'post' && stored && <SecondEditor postId={stored.id} onLeave={actions.onCancel} />}
      <EditingBanner kind={kind} others={editor.others} />
      <DraftBanners editor={editor} />
      {isGone && stored && <Gone editor={editor} postId={stored.id} />}
      <MergeBanner editor={editor} />
      <RestBanner editor={editor} />
      <form
        ref={form}
        noValidate
        className={styles.form}
        data-surface={surface}
        data-wide={isWide || undefined}
        aria-label={name}
        // In React's tree, dialogs about the text are inside this form.
        onSubmit={(event) => event.target === event.currentTarget && editor.submit(event)}
        onKeyDown={(event) => onFormKeyDown(event, editor.saveHere)}
      >
        {surface === 'page' && bar}
        <div className={styles.columns}>
          <div className={styles.sheet}>
            <PostFields surface={surface} place="text" editor={editor} isPreviewing={editor.state.isPreviewing} />
            <p className={styles.keys}>{formKeysHint(actions.submitLabel, stored?.isPublished ?? false)}</p>
            {margin && <div ref={margin} className={styles.margin} tabIndex={-1} />}
          </div>
          {children}
        </div>
        {surface === 'dialog' && bar}
      </form>
      {/* It contains a form, so it is outside the post's form. */}
      {editor.isCreatingCategory && (
        <CreateCategoryDialog
          onCreated={({ id }) => editor.set('categoryId', String(id))}
          onClose={() => editor.setCreatingCategory(false)}
        />
      )}
      <ConflictDialog versions={editor.versions} onChoose={editor.choose} />
    </>
  );
}
