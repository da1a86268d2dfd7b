import { type ReactNode, useRef } from 'react';
import { ReviewStrip } from '../../reviews/components/review-strip.tsx';
import { SecondEditor } from '../../reviews/components/second-editor.tsx';
import { formKeysHint, onFormKeyDown } from '../form-keys.ts';
import styles from '../post-editor.module.css';
import { useFullPage } from '../use-full-page.ts';
import type { PostEditor } from '../use-post-editor.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftBanners } from './draft-banners.tsx';
import { EditingBanner } from './editing-banner.tsx';
import { EditorBar } from './editor-bar.tsx';
import { GoneBanner } from './gone-banner.tsx';
import { MergeBanner } from './merge-banner.tsx';
import { NewCategory } from './new-category.tsx';
import { PostFields } from './post-fields.tsx';
import { RestBanner } from './rest-banner.tsx';

interface EditorFrameProps {
  readonly editor: PostEditor;
  readonly name: string;
  /** On the page the bar is above the text, in the dialog it is the foot. */
  readonly surface: 'page' | 'dialog';
  readonly submitLabel: string;
  readonly pendingLabel: string;
  readonly onCancel: () => void;
  /** The settings beside the text. */
  readonly children: ReactNode;
}

/** The form of the post editor with its banners, bar and questions, for the page and the dialog. */
export function EditorFrame({ editor, name, surface, children, ...actions }: EditorFrameProps) {
  const [isWide, setWide] = useFullPage();
  const form = useRef<HTMLFormElement>(null);
  const onWide = () => {
    setWide(!isWide);
    form.current?.querySelector<HTMLElement>('[data-path="content"]')?.focus();
  };
  const { kind, stored, saving } = editor.state;
  const bar = <EditorBar {...{ editor, isWide, onWide, ...actions }} />;
  return (
    <>
      {kind === 'post' && (
        <ReviewStrip
          post={stored}
          isDirty={editor.isDirty}
          isSaving={saving !== null}
          save={editor.saveHere}
          publish={editor.publish}
        />
      )}
      {kind === 'post' && stored && <SecondEditor postId={stored.id} onLeave={actions.onCancel} />}
      <EditingBanner kind={kind} others={editor.others} />
      <DraftBanners editor={editor} />
      <GoneBanner editor={editor} />
      <MergeBanner editor={editor} />
      <RestBanner editor={editor} />
      <form
        ref={form}
        noValidate
        className={styles.form}
        data-surface={surface}
        data-wide={isWide || undefined}
        aria-label={name}
        onSubmit={editor.submit}
        onKeyDown={(event) => onFormKeyDown(event, editor.saveHere)}
      >
        {surface === 'page' && bar}
        <div className={styles.columns}>
          <div className={styles.sheet}>
            <PostFields surface={surface} place="text" editor={editor} isPreviewing={editor.state.isPreviewing} />
            <p className={styles.keys}>{formKeysHint(actions.submitLabel)}</p>
          </div>
          {children}
        </div>
        {surface === 'dialog' && bar}
      </form>
      <NewCategory editor={editor} />
      <ConflictDialog versions={editor.versions} onChoose={editor.choose} />
    </>
  );
}
