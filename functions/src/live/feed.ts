/** Something new that a listener reported. `key` is the same for the same event, `atMs` its time in ms since the epoch. */
export interface FeedEvent {
  readonly key: string;
  readonly atMs: number;
}

export interface FeedOptions<Event extends FeedEvent> {
  /** Starts a listener on everything after `sinceMs`, oldest first; answers how to stop it. */
  readonly open: (
    sinceMs: number,
    handlers: { onEvents(events: Event[]): void; onError(error: unknown): void },
  ) => () => void;
  readonly onEvent: (event: Event) => void;
  readonly onError: (error: unknown, retryInMs: number) => void;
  readonly now: () => number;
}

/** A restarted listener begins this long before the last thing seen: commits can become visible out of order. */
export const OVERLAP_MS = 60_000;

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/**
 * Follows a listener for ever: restarts it with a growing pause after an error, from a minute before the last seen time,
 * and drops what was passed on before. So nothing made in the gap is lost, and nothing comes twice.
 * @returns how to stop it
 */
export function followFeed<Event extends FeedEvent>({ open, onEvent, onError, now }: FeedOptions<Event>): () => void {
  const seen = new Map<string, number>();
  let lastSeenMs = now();
  let retryMs = FIRST_RETRY_MS;
  let close: () => void = () => undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const onEvents = (events: Event[]) => {
    retryMs = FIRST_RETRY_MS;
    for (const event of events) {
      if (isStopped || seen.has(event.key)) continue;
      seen.set(event.key, event.atMs);
      lastSeenMs = Math.max(lastSeenMs, event.atMs);
      onEvent(event);
    }
    for (const [key, atMs] of seen) if (atMs < lastSeenMs - 2 * OVERLAP_MS) seen.delete(key);
  };

  const start = () => {
    close = open(lastSeenMs - OVERLAP_MS, {
      onEvents,
      onError(error) {
        if (isStopped) return;
        close();
        onError(error, retryMs);
        retryTimer = setTimeout(start, retryMs).unref();
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
      },
    });
  };

  start();
  return () => {
    isStopped = true;
    clearTimeout(retryTimer);
    close();
  };
}
