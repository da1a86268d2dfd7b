import { useSyncExternalStore } from 'react';
import styles from './upload-list.module.css';
import type { Upload, UploadQueue } from './upload-queue.ts';

/** The status of an upload, in words. */
export function uploadStatusText({ alt, status, share, problem }: Upload): string {
  switch (status) {
    case 'failed':
      return `${alt} was not uploaded. ${problem ?? ''}`.trim();
    case 'sending':
      return share < 1 ? `${alt}: ${Math.round(share * 100)}%` : `${alt}: storing`;
    case 'preparing':
      return `${alt}: preparing`;
    default:
      return `${alt}: waiting`;
  }
}

const SHOWN: readonly Upload['status'][] = ['waiting', 'preparing', 'sending', 'failed'];

interface UploadListProps {
  readonly queue: UploadQueue;
  /** Whether the text has the placeholder of a picture. */
  readonly holds: (id: string) => boolean;
}

/** Lists running and failed uploads of a text. */
export function UploadList({ queue, holds }: UploadListProps) {
  const uploads = useSyncExternalStore(queue.subscribe, queue.all);
  const shown = uploads.filter(({ id, status }) => SHOWN.includes(status) && holds(id));
  if (shown.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label="Uploads">
      {shown.map((upload) => (
        <li key={upload.id} className={styles.upload} data-failed={upload.status === 'failed' || undefined}>
          <span>{uploadStatusText(upload)}</span>
          {upload.status !== 'failed' && <progress value={upload.share} aria-label={`Uploading ${upload.alt}`} />}
          {upload.status === 'failed' && upload.canRetry && (
            <button type="button" onClick={() => queue.retry(upload.id)} aria-label={`Try again: ${upload.alt}`}>
              Try again
            </button>
          )}
          <button type="button" onClick={() => queue.remove(upload.id)} aria-label={`Remove: ${upload.alt}`}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
