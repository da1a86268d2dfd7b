import { longDate } from '@inkwell/shared/format';
import { canSetField } from '@inkwell/shared/own-posts';
import { canPublish } from '@inkwell/shared/permissions';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { lineSidePanel } from '../../../components/staff-icons.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { safeStorage } from '../../../lib/safe-storage.ts';
import { useViewer } from '../../../lib/session.tsx';
import { NotesPanel } from '../../notes/components/notes-panel.tsx';
import { reveal } from '../../text-editor/markdown-input/reveal.ts';
import styles from '../post-editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';
import { ImageField } from './image-field.tsx';
import { CoverDetails, Group, PostDetails } from './post-details.tsx';
import { PostFields } from './post-fields.tsx';
import { EditorSchedule } from './publish-switch.tsx';

const KEY = 'inkwell:editor-settings';

/** Whether the settings beside the text are shown; stored in this browser. */
function useSettingsFold() {
  const [isShown, setShown] = useState(() => safeStorage.get(KEY) !== 'folded');
  const show = (isOn: boolean) => {
    safeStorage.set(KEY, isOn ? 'shown' : 'folded');
    setShown(isOn);
  };
  return [isShown, show] as const;
}

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="muted">{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface SidebarProps {
  readonly editor: PostEditor;
  /** The margin of the text. */
  readonly margin: HTMLElement | null;
}

/** Settings, picture and publishing, next to the text. They stay in view and can be folded. Product §2. */
export function EditorSidebar({ editor, margin }: SidebarProps) {
  const id = useId();
  const viewer = useViewer();
  const [isWanted, show] = useSettingsFold();
  const { errors, stored, form } = editor.state;
  // A field with an error is unfolded, so that it can get the focus.
  const isShown = isWanted || Object.keys(errors).some((field) => field !== 'title' && field !== 'content');
  return (
    <div className={styles.side} data-folded={!isShown || undefined}>
      <div className={styles.panelHead}>
        <h2>Post Settings</h2>
        <button
          type="button"
          className={styles.fold}
          aria-label="Settings"
          aria-expanded={isShown}
          aria-controls={id}
          title={isShown ? 'Hide the settings' : 'Show the settings'}
          onClick={() => show(!isShown)}
        >
          <Icon icon={lineSidePanel} />
        </button>
      </div>
      <div id={id} hidden={!isShown} className={styles.panel}>
        <section className={styles.card}>
          <h2>Featured Image</h2>
          <ImageField editor={editor} />
          <CoverDetails editor={editor} />
        </section>
        <div className={styles.card}>
          <PostFields surface="page" place="settings" editor={editor} />
          <MoreDetails editor={editor} />
        </div>
        <section className={styles.card}>
          <h2>Publishing</h2>
          <dl className={styles.facts}>
            <Fact name="Status">
              <StatusBadge isPublished={form.isPublished} />
            </Fact>
            <Fact name="Visibility">Public</Fact>
            <Fact name="Date">{longDate(new Date().toISOString())}</Fact>
          </dl>
          {canPublish(viewer) && <EditorSchedule editor={editor} />}
        </section>
        {stored && (
          <div className={styles.card}>
            <NotesPanel postId={stored.id} content={form.content} reveal={reveal} margin={margin} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Rare settings, folded unless one is set. */
function MoreDetails({ editor }: { readonly editor: PostEditor }) {
  const { form, errors } = editor.state;
  const canSet = canSetField(useViewer(), 'seriesId');
  return (
    <div className={styles.detailGroups}>
      {canSet && (
        <Group
          title="Series and authors"
          isOpenAtFirst={form.seriesId !== '' || form.authorIds.includes(',')}
          hasError={Boolean(errors.seriesPlace ?? errors.seriesId ?? errors.authorIds)}
        >
          <PostFields surface="page" place="more" editor={editor} />
        </Group>
      )}
      <PostDetails editor={editor} />
    </div>
  );
}
