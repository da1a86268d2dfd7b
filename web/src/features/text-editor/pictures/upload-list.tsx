import { useSyncExternalStore } from 'react';
import styles from './upload-list.module.css';
import type { Upload, UploadQueue } from './upload-queue.ts';

/** What is said of a picture on its way. */
export function uploadWords({ words, status, share, problem }: Upload): string {
  switch (status) {
    case 'failed':
      return `${words} was not uploaded. ${problem ?? ''}`.trim();
    case 'sending':
      return share < 1 ? `${words}: ${Math.round(share * 100)} %` : `${words}: being stored`;
    case 'preparing':
      return `${words}: being prepared`;
    default:
      return `${words}: waiting`;
  }
}

const SHOWN: readonly Upload['status'][] = ['waiting', 'preparing', 'sending', 'failed'];

interface UploadListProps {
  readonly queue: UploadQueue;
  /** Whether the place of a picture stands in the text. */
  readonly holds: (id: string) => boolean;
}

/** The pictures of a text that are on their way, or wait for their writer after a failure. */
export function UploadList({ queue, holds }: UploadListProps) {
  const uploads = useSyncExternalStore(queue.subscribe, queue.all);
  const shown = uploads.filter(({ id, status }) => SHOWN.includes(status) && holds(id));
  if (shown.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label="Pictures on their way">
      {shown.map((upload) => (
        <li key={upload.id} className={styles.upload} data-failed={upload.status === 'failed' || undefined}>
          <span>{uploadWords(upload)}</span>
          {upload.status !== 'failed' && <progress value={upload.share} aria-label={`Uploading ${upload.words}`} />}
          {upload.status === 'failed' && upload.canRetry && (
            <button type="button" onClick={() => queue.retry(upload.id)} aria-label={`Try again: ${upload.words}`}>
              Try again
            </button>
          )}
          <button type="button" onClick={() => queue.remove(upload.id)} aria-label={`Remove: ${upload.words}`}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
