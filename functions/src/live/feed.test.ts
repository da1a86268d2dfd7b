import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FeedEvent, type FeedOptions, followFeed, OVERLAP_MS } from './feed.ts';

type Handlers = Parameters<FeedOptions<FeedEvent>['open']>[1];

describe('followFeed', () => {
  let opened: { sinceMs: number; handlers: Handlers; isClosed: boolean }[];
  let received: string[];
  let stop: () => void;

  const latest = () => {
    const last = opened.at(-1);
    if (!last) throw new Error('nothing was opened');
    return last;
  };

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
    opened = [];
    received = [];
    stop = followFeed<FeedEvent>({
      open(sinceMs, handlers) {
        const listener = { sinceMs, handlers, isClosed: false };
        opened.push(listener);
        return () => {
          listener.isClosed = true;
        };
      },
      onEvent: (event) => received.push(event.key),
      onError: () => undefined,
      now: Date.now,
    });
  });

  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('passes on each event once', () => {
    latest().handlers.onEvents([{ key: 'a', atMs: 1_000_001 }]);
    latest().handlers.onEvents([
      { key: 'a', atMs: 1_000_001 },
      { key: 'b', atMs: 1_000_002 },
    ]);

    expect(received).toEqual(['a', 'b']);
  });

  it('restarts after an error, a minute before the last event, without repeating it', () => {
    latest().handlers.onEvents([{ key: 'a', atMs: 1_500_000 }]);
    latest().handlers.onError(new Error('cut'));
    expect(opened[0]?.isClosed).toBe(true);

    vi.advanceTimersByTime(1_000);
    expect(latest().sinceMs).toBe(1_500_000 - OVERLAP_MS);
    latest().handlers.onEvents([
      { key: 'a', atMs: 1_500_000 },
      { key: 'made in the gap', atMs: 1_500_500 },
    ]);

    expect(received).toEqual(['a', 'made in the gap']);
  });

  it('waits longer after each consecutive failure, up to a minute, until an event arrives', () => {
    for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      const before = opened.length;
      latest().handlers.onError(new Error('down'));
      vi.advanceTimersByTime(waitMs - 1);
      expect(opened).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(opened).toHaveLength(before + 1);
    }

    latest().handlers.onEvents([]);
    const before = opened.length;
    latest().handlers.onError(new Error('down'));
    vi.advanceTimersByTime(1_000);
    expect(opened).toHaveLength(before + 1);
  });

  it('replaces a listener after five minutes, without gaps or repetitions', () => {
    latest().handlers.onEvents([{ key: 'a', atMs: 1_200_000 }]);

    vi.advanceTimersByTime(5 * 60_000);
    expect(opened.map(({ sinceMs, isClosed }) => [sinceMs, isClosed])).toEqual([
      [1_000_000 - OVERLAP_MS, true],
      [1_200_000 - OVERLAP_MS, false],
    ]);
    latest().handlers.onEvents([
      { key: 'a', atMs: 1_200_000 },
      { key: 'b', atMs: 1_200_001 },
    ]);

    expect(received).toEqual(['a', 'b']);
  });

  it('does nothing after it is stopped', () => {
    const listener = latest();
    stop();
    listener.handlers.onEvents([{ key: 'late', atMs: 1_000_001 }]);
    listener.handlers.onError(new Error('late'));
    vi.advanceTimersByTime(120_000);

    expect(received).toEqual([]);
    expect(opened).toHaveLength(1);
    expect(listener.isClosed).toBe(true);
  });
});
