import { faFloppyDisk } from '@fortawesome/free-solid-svg-icons';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { SyncStatus } from '../drafts/draft-sync.ts';
import type { DraftStatus as LocalStatus } from '../drafts/draft-writer.ts';
import styles from '../post-editor.module.css';
import type { PostEditor } from '../use-post-editor.ts';

/** What there is to worry about in this browser, as the writer reads it. */
const WARNINGS: Partial<Record<LocalStatus, string>> = {
  words: 'The storage of this browser does not work as it should: it keeps your words, but no chosen picture.',
  'for-now':
    'The storage of this browser does not work as it should: it may lose your words when it crashes. The server gets them while you type.',
  failed: 'The draft could not be kept in this browser. Please save soon.',
};

const HERE = 'Draft kept in this browser';

function whereKept(sync: SyncStatus, isElsewhere: boolean): string {
  if (isElsewhere) return `${HERE} alone: this post is open in another tab, whose draft is on the server`;
  switch (sync.is) {
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
export function DraftStatus({ editor: { draft, server, versions } }: { readonly editor: PostEditor }) {
  const isKept = draft.status !== 'idle' && draft.status !== 'failed';
  return (
    <>
      <span className={styles.badge}>
        <Icon icon={faFloppyDisk} />
        Auto-save
      </span>
      {isKept && <span className={styles.saved}>{whereKept(server.status, server.isElsewhere)}</span>}
      {versions.isDraftChoiceOpen && (
        <Button size="small" variant="secondary" onClick={versions.compareDrafts}>
          Compare Versions
        </Button>
      )}
      <span role="alert" className={styles.failed}>
        {WARNINGS[draft.status]}
        {server.status.is === 'refused' && ` The server does not keep this draft: ${server.status.reason}`}
      </span>
    </>
  );
}
