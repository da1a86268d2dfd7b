import { faFloppyDisk } from '@fortawesome/free-solid-svg-icons';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { WriteStatus } from '../../../lib/autosave/writer.ts';
import styles from '../post-editor.module.css';
import type { ServerSide } from '../session/state.ts';
import type { PostEditor } from '../use-post-editor.ts';

/** What there is to worry about in this browser, as the writer reads it. */
const WARNINGS: Partial<Record<WriteStatus, string>> = {
  words: 'The storage of this browser does not work as it should: it keeps your words, but no chosen picture.',
  'for-now':
    'The storage of this browser does not work as it should: it may lose your words when it crashes. The server gets them while you type.',
  failed: 'The draft could not be kept in this browser. Please save soon.',
};

const HERE = 'Draft kept in this browser';

function whereKept({ status, isSender }: ServerSide): string {
  if (!isSender) return `${HERE} alone: this post is open in another tab, whose draft is on the server`;
  switch (status.is) {
    case 'saved':
      return `${HERE} and on the server`;
    case 'unreachable':
      return `${HERE} alone: the server cannot be reached, and is tried again`;
    case 'signed-out':
      return `${HERE} alone: please sign in again`;
    case 'conflict':
      return `${HERE} alone: another device has changed the draft`;
    case 'refused':
      return `${HERE} alone`;
    default:
      return HERE;
  }
}

/** Says where the work is safe; only bad news interrupts screen readers. */
export function DraftStatus({ editor: { state, session } }: { readonly editor: PostEditor }) {
  const { local, server, clash } = state;
  const isKept = state.isKept && local !== 'idle' && local !== 'failed';
  return (
    <>
      <span className={styles.badge}>
        <Icon icon={faFloppyDisk} />
        Auto-save
      </span>
      {isKept && <span className={styles.saved}>{whereKept(server)}</span>}
      {clash && (
        <Button size="small" variant="secondary" onClick={() => session.dispatch({ type: 'compared' })}>
          Compare Versions
        </Button>
      )}
      <span role="alert" className={styles.failed}>
        {WARNINGS[local]}
        {server.status.is === 'refused' && ` The server does not keep this draft: ${server.status.reason}`}
      </span>
    </>
  );
}
