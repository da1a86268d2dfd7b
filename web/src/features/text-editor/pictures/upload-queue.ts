import { createStore } from '../../../lib/store.ts';

/** `skipped`: the placeholder was gone when the upload was about to begin. */
export type UploadStatus = 'waiting' | 'preparing' | 'sending' | 'stored' | 'failed' | 'removed' | 'skipped';

/** A picture and the progress of its upload. */
export interface Upload {
  /** Unique; letters, digits and hyphens. */
  readonly id: string;
  /** The description that the picture will get. */
  readonly alt: string;
  readonly status: UploadStatus;
  /** From 0 to 1. */
  readonly share: number;
  /** The address of the stored picture. */
  readonly url: string | null;
  /** Why the upload failed, in words; null if the reason is unknown. */
  readonly problem: string | null;
  /** Whether a retry can succeed. */
  readonly canRetry: boolean;
  /** A local address of the file for display during the upload; null if the browser does not support it. */
  readonly preview: string | null;
}

/** Explains why a file cannot be used as a picture. A retry would fail too. */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem';
}

interface Dependencies {
  /** Converts a file for the server. @throws PictureProblem */
  readonly prepare: (file: File) => Promise<File>;
  /** @returns the address of the stored picture */
  readonly send: (file: File, options: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<string>;
  /** Whether the placeholder of a picture still exists. */
  readonly holds: (id: string) => boolean;
  /** Called when an upload is stored or removed. */
  readonly onSettled: (upload: Upload) => void;
  readonly onFailed: (upload: Upload, error: unknown) => void;
  readonly problemOf: (error: unknown) => string | null;
  readonly previews?: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>;
}

export interface UploadQueue {
  add(pictures: readonly { readonly id: string; readonly alt: string; readonly file: File }[]): void;
  /** Starts a failed or skipped upload again. */
  retry(id: string): void;
  /** Stops and removes an upload. */
  remove(id: string): void;
  get(id: string): Upload | undefined;
  /** Returns the same array until something changes. */
  all(): readonly Upload[];
  subscribe(listener: () => void): () => void;
  isBusy(): boolean;
  /** Waits until no upload is running. */
  idle(): Promise<void>;
  /** Starts the queue, also after `stop`. */
  start(): void;
  /** Aborts all uploads without further calls of listeners. */
  stop(): void;
}

/** More parallel uploads would only share the same bandwidth. */
const PARALLEL = 2;

const ACTIVE: readonly UploadStatus[] = ['waiting', 'preparing', 'sending'];

const isActive = ({ status }: Upload): boolean => ACTIVE.includes(status);

/** Uploads pictures in order, at most two at a time. A failed upload waits for the writer and delays no other. */
export function createUploadQueue(dependencies: Dependencies): UploadQueue {
  const { prepare, send, holds, onSettled, onFailed, problemOf, previews } = dependencies;
  const files = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const uploads = createStore<readonly Upload[]>([]);
  const idlers = new Set<() => void>();
  let isStopped = true;

  const all = uploads.snapshot;
  const get = (id: string) => all().find((upload) => upload.id === id);
  const isBusy = () => all().some(isActive);

  function change(id: string, next: Partial<Upload>): Upload | undefined {
    uploads.set(all().map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
    return get(id);
  }

  function forgetPreview(upload: Upload | undefined): void {
    if (upload?.preview) previews?.revokeObjectURL(upload.preview);
  }

  function next(): void {
    if (isStopped) return;
    while (running.size < PARALLEL) {
      const upload = all().find(({ status }) => status === 'waiting');
      if (!upload) break;
      if (holds(upload.id)) void run(upload.id);
      else change(upload.id, { status: 'skipped' });
    }
    if (isBusy()) return;
    for (const done of idlers) done();
    idlers.clear();
  }

  async function run(id: string): Promise<void> {
    const file = files.get(id);
    if (!file) return;
    const attempt = new AbortController();
    const { signal } = attempt;
    running.set(id, attempt);
    change(id, { status: 'preparing', share: 0, problem: null });
    try {
      const prepared = await prepare(file);
      signal.throwIfAborted();
      files.set(id, prepared);
      change(id, { status: 'sending' });
      const url = await send(prepared, {
        signal,
        onProgress: (share) => {
          if (!signal.aborted) change(id, { share });
        },
      });
      signal.throwIfAborted();
      const stored = change(id, { status: 'stored', share: 1, url });
      files.delete(id);
      if (stored) onSettled(stored);
      forgetPreview(stored);
    } catch (error) {
      if (signal.aborted) return;
      const failed = change(id, {
        status: 'failed',
        problem: problemOf(error),
        canRetry: !(error instanceof PictureProblem),
      });
      if (failed) onFailed(failed, error);
    } finally {
      if (running.get(id) === attempt) running.delete(id);
      next();
    }
  }

  return {
    add(pictures) {
      for (const { id, alt, file } of pictures) {
        files.set(id, file);
        const preview = previews?.createObjectURL(file) ?? null;
        const fresh = { status: 'waiting', share: 0, url: null, problem: null, canRetry: true } as const;
        uploads.set([...all(), { id, alt, preview, ...fresh }]);
      }
      next();
    },
    retry(id) {
      const status = get(id)?.status;
      if (status !== 'failed' && status !== 'skipped') return;
      change(id, { status: 'waiting' });
      next();
    },
    remove(id) {
      const upload = get(id);
      if (!upload || upload.status === 'stored' || upload.status === 'removed') return;
      running.get(id)?.abort();
      running.delete(id);
      files.delete(id);
      const removed = change(id, { status: 'removed' });
      if (removed) onSettled(removed);
      forgetPreview(removed);
      next();
    },
    get,
    all,
    subscribe: uploads.subscribe,
    isBusy,
    idle: () => (isBusy() ? new Promise((resolve) => idlers.add(resolve)) : Promise.resolve()),
    start() {
      isStopped = false;
      next();
    },
    stop() {
      isStopped = true;
      for (const attempt of running.values()) attempt.abort();
      for (const upload of all()) forgetPreview(upload);
    },
  };
}
