/** An event of a listener. `key` identifies the event, `atMs` is its time in ms since the epoch. */
export interface FeedEvent {
  readonly key: string;
  readonly atMs: number;
}

export interface FeedOptions<Event extends FeedEvent> {
  /** Starts a listener for all events after `sinceMs`, oldest first. @returns a function that stops it */
  readonly open: (
    sinceMs: number,
    handlers: { onEvents(events: Event[]): void; onError(error: unknown): void },
  ) => () => void;
  readonly onEvent: (event: Event) => void;
  readonly onError: (error: unknown, retryInMs: number) => void;
  readonly now: () => number;
}

/** A restarted listener begins this long before the last event, because commits can become visible out of order. */
export const OVERLAP_MS = 60_000;

/** A listener caches every document that it has reported, so it is replaced this often. */
const REOPEN_MS = 5 * 60_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/**
 * Follows a listener without losing or repeating events: restarts it every five minutes, and after errors with growing pauses. A restarted listener
 * begins a minute before the last event, and repeated events are dropped.
 * @returns a function that stops it
 */
export function followFeed<Event extends FeedEvent>({ open, onEvent, onError, now }: FeedOptions<Event>): () => void {
  const seen = new Map<string, number>();
  let lastSeenMs = now();
  let retryMs = FIRST_RETRY_MS;
  let close: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
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

  const restartIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(start, ms).unref();
  };

  const start = () => {
    close();
    restartIn(REOPEN_MS);
    close = open(lastSeenMs - OVERLAP_MS, {
      onEvents,
      onError(error) {
        if (isStopped) return;
        close();
        onError(error, retryMs);
        restartIn(retryMs);
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
      },
    });
  };

  start();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    close();
  };
}
