import { lineCheck, lineEye } from '@inkwell/shared/line-icons';
import { canPublish } from '@inkwell/shared/permissions';
import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon, type IconDrawing } from '../../../components/icon.tsx';
import { Menu } from '../../../components/menu.tsx';
import { lineCompress, lineExpand, lineMore, lineSave } from '../../../components/staff-icons.ts';
import type { WriteStatus } from '../../../lib/autosave/writer.ts';
import { useViewer } from '../../../lib/session.tsx';
import { SUBMIT_KEYS, saveKeys } from '../form-keys.ts';
import type { ServerSide, ServerStatus } from '../session/state.ts';
import type { PostEditor } from '../use-post-editor.ts';
import styles from './editor-bar.module.css';
import { PublishSwitch, usePublication } from './publish-switch.tsx';
import { reviewEnd } from './review-title.ts';

interface BarButtonProps {
  readonly label: string;
  readonly icon: IconDrawing;
  readonly isOn: boolean;
  /** The effect of a press, if the label does not say it. */
  readonly hint?: string;
  readonly onPress: () => void;
}

/** A toggle of the editor's bar. In a narrow bar only its icon is visible. */
function BarButton({ label, icon, isOn, hint = label, onPress }: BarButtonProps) {
  return (
    <button type="button" className={styles.toggle} aria-pressed={isOn} title={hint} onClick={onPress}>
      <Icon icon={icon} />
      <span className={styles.toggleLabel}>{label}</span>
    </button>
  );
}

interface EditorBarProps {
  /** Shown before the status: the heading of the page. */
  readonly head?: ReactNode;
  readonly editor: PostEditor;
  readonly isWide: boolean;
  readonly onWide: () => void;
  readonly submitLabel: string;
  readonly pendingLabel: string;
  readonly onCancel: () => void;
  readonly onReview?: (() => void) | undefined;
}

/** Warnings about this browser's storage. */
const WARNINGS: Partial<Record<WriteStatus, string>> = {
  words: 'The storage of this browser does not work properly: it saves your text, but not a chosen picture.',
  'for-now':
    'The storage of this browser does not work properly: your text may be lost if the browser crashes. The server receives it while you type.',
  failed: 'The draft could not be saved in this browser. Please save the post soon.',
};

const HERE = 'Draft saved in this browser';

/** Why the server does not have the draft. */
const ONLY_HERE: Partial<Record<ServerStatus['is'], string>> = {
  unreachable: ': the server cannot be reached and will be tried again',
  'signed-out': ': please sign in again',
  conflict: ': another device has changed the draft',
  refused: '',
};

function whereKept({ status, isSender }: ServerSide): string {
  if (!isSender) return `${HERE} only: this post is open in another tab, whose draft is on the server`;
  if (status.is === 'saved') return `${HERE} and on the server`;
  const reason = ONLY_HERE[status.is];
  return reason === undefined ? HERE : `${HERE} only${reason}`;
}

interface DraftProps {
  readonly editor: PostEditor;
}

/** Says where the draft is stored, in an area of fixed height. */
function DraftStatus({ editor: { state } }: DraftProps) {
  const { local, server } = state;
  const isKept = state.isKept && local !== 'idle' && local !== 'failed';
  const kept = isKept ? whereKept(server) : '';
  return (
    <div className={styles.status} title={kept || undefined}>
      <Icon icon={lineSave} />
      <div>
        <span className={styles.auto}>Auto-save</span>
        {isKept && <span className={styles.kept}>{kept}</span>}
      </div>
    </div>
  );
}

/** Problems with the draft; only these warnings interrupt screen readers. */
function DraftTroubles({ editor: { state, session } }: DraftProps) {
  const { local, server, clash } = state;
  return (
    <div className={styles.troubles}>
      {clash && (
        <Button size="small" variant="secondary" onClick={() => session.dispatch({ type: 'compared' })}>
          Compare Versions
        </Button>
      )}
      <span role="alert" className={styles.trouble}>
        {WARNINGS[local]}
        {server.status.is === 'refused' && ` The server did not accept this draft: ${server.status.reason}`}
      </span>
    </div>
  );
}

/** The bar that stays in view: the status of the text and the writer's actions. */
export function EditorBar(props: EditorBarProps) {
  const { head, editor, isWide, onWide, submitLabel, pendingLabel, onCancel, onReview } = props;
  const consequenceId = useId();
  const viewer = useViewer();
  const { saving, isPreviewing, form } = editor.state;
  const isSaving = saving !== null;
  const isPlanned = usePublication(editor).publishAt !== null;
  const isOnlyDraft = canPublish(viewer) && !form.isPublished && !isPlanned;
  return (
    <div className={styles.bar} data-bar>
      <div className={styles.line}>
        {head && <div className={styles.head}>{head}</div>}
        <DraftStatus editor={editor} />
        <div className={styles.views}>
          <BarButton
            label="Preview"
            icon={lineEye}
            isOn={isPreviewing}
            onPress={() => editor.session.dispatch({ type: 'previewed', isOn: !isPreviewing })}
          />
          <BarButton
            label="Full page"
            hint={isWide ? 'Leave the full page (Escape)' : 'Write on the full page'}
            icon={isWide ? lineCompress : lineExpand}
            isOn={isWide}
            onPress={onWide}
          />
        </div>
        {onReview && (
          <button
            type="button"
            className={`${styles.toggle} ${styles.review}`}
            title={`Review ${reviewEnd(viewer)}`}
            onClick={onReview}
          >
            <Icon icon={lineCheck} />
            <span>
              Review <span className={styles.toggleLabel}>{reviewEnd(viewer)}</span>
            </span>
          </button>
        )}
      </div>
      <div className={styles.line}>
        <PublishSwitch editor={editor} consequenceId={consequenceId} />
        <Button className={styles.cancel} variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          className={styles.submit}
          type="submit"
          variant={isOnlyDraft ? 'secondary' : 'primary'}
          isPending={isSaving}
          aria-keyshortcuts={SUBMIT_KEYS}
          aria-describedby={consequenceId}
        >
          {isSaving ? pendingLabel : submitLabel}
        </Button>
        <div className={styles.more}>
          <Menu
            label="More ways to save"
            button={<Icon icon={lineMore} />}
            items={[{ label: 'Save and Keep Editing', note: saveKeys(), onSelect: editor.saveHere }]}
          />
        </div>
      </div>
      <DraftTroubles editor={editor} />
    </div>
  );
}
