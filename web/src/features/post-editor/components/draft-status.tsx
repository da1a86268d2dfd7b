import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lineSave } from '../../../components/staff-icons.ts';
import type { WriteStatus } from '../../../lib/autosave/writer.ts';
import type { ServerSide } from '../session/state.ts';
import type { PostEditor } from '../use-post-editor.ts';
import styles from './editor-bar.module.css';

/** Warnings about this browser's storage. */
const WARNINGS: Partial<Record<WriteStatus, string>> = {
  words: 'The storage of this browser does not work properly: it saves your text, but not a chosen picture.',
  'for-now':
    'The storage of this browser does not work properly: your text may be lost if the browser crashes. The server receives it while you type.',
  failed: 'The draft could not be saved in this browser. Please save the post soon.',
};

const HERE = 'Draft saved in this browser';

function whereKept({ status, isSender }: ServerSide): string {
  if (!isSender) return `${HERE} only: this post is open in another tab, whose draft is on the server`;
  switch (status.is) {
    case 'saved':
      return `${HERE} and on the server`;
    case 'unreachable':
      return `${HERE} only: the server cannot be reached and will be tried again`;
    case 'signed-out':
      return `${HERE} only: please sign in again`;
    case 'conflict':
      return `${HERE} only: another device has changed the draft`;
    case 'refused':
      return `${HERE} only`;
    default:
      return HERE;
  }
}

interface DraftProps {
  readonly editor: PostEditor;
}

/** Says where the draft is stored, in an area of fixed height. */
export function DraftStatus({ editor: { state } }: DraftProps) {
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
export function DraftTroubles({ editor: { state, session } }: DraftProps) {
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
