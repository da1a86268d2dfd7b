import { isApiError } from '../../../lib/api.ts';
import type { Synced } from './draft.ts';
import { isSameWords, type Words } from './draft-body.ts';

/** What the server may have of a draft, its version not being known. */
interface Sent extends Pick<Words, 'form' | 'image'> {
  /** Whether it may still begin a draft anew, once that which the server has now is removed. */
  readonly isWhole?: boolean;
}

const NOT_ALLOWED = 'your account may not keep drafts on the server any more';

const PAUSE_MS = 2_000;
const LONGEST_WAIT_MS = 10_000;
/** More would fill the memory of whoever is offline for hours. */
const MOST_UNANSWERED = 10;
/** Between two calls while nothing else keeps what is written: somebody who types loses a character or two, and no limit of calls is met. */
const HURRIED_PAUSE_MS = 300;
const FIRST_RETRY_MS = 2_000;
/** A server that answers again is at most as far behind as one that always did. */
const LONGEST_RETRY_MS = 8_000;

/**
 * How the server has what was written: all of it (`saved`), not yet (`waiting`), not for now and to be tried again (`unreachable`), or not
 * at all until something changes: the session has ended (`signed-out`), the server will not take it (`refused`), or another device
 * changed the draft too (`conflict`).
 */
export type SyncStatus =
  | { readonly is: 'idle' | 'waiting' | 'saved' | 'unreachable' | 'signed-out' | 'conflict' }
  | { readonly is: 'refused'; readonly reason: string };

/** Another device changed the draft since this one last heard of it. */
export class DraftConflict extends Error {
  constructor(readonly stored: Synced & { readonly device: string | null; readonly updatedAt: string }) {
    super('The draft was changed on another device');
    this.name = 'DraftConflict';
  }
}

export interface DraftTransport {
  /**
   * Sends what has changed since `synced`, or a whole new draft.
   * @returns its version
   * @throws DraftConflict; ApiError 404 when `synced` is no longer there
   */
  send(key: string, words: Words, synced: Synced | null): Promise<number>;
}

interface DraftSyncOptions {
  readonly transport: DraftTransport;
  readonly onStatus: (status: SyncStatus) => void;
  /** Told of what is on its way, and then that nothing is any more. */
  readonly onSending: (words: Words | null) => void;
  readonly onSynced: (synced: Synced) => void;
  /** Until `resume` nothing more is sent. */
  readonly onConflict: (stored: DraftConflict['stored'], synced: Synced | null) => void;
}

export interface DraftSync {
  /** What the writer has now; sent 2 s after the last change, at least every 10 s, and never while nothing is changed. */
  change(key: string, words: Words): void;
  /** Whether what is written may be gone with the browser: then changes are sent at once, with 0.3 s between two calls. */
  hurry(isAtRisk: boolean): void;
  /** Sends at once what is not sent yet. */
  flush(): void;
  /** Goes on from another state that the server has; null: from none. `sent`: what it may have besides, which is no conflict. */
  resume(synced: Synced | null, sent?: readonly Sent[]): void;
  /** Whether anybody is there to write on: whoever leaves has the rest sent at once, and not again when that fails. */
  attend(isThere: boolean): void;
  /** Sends nothing of what is not sent yet: it is for somebody else to send. */
  leave(): void;
  /** What the server has as far as it has answered, and what it may have of what was sent since. */
  known(): { readonly synced: Synced | null; readonly sent: readonly Sent[] };
  /** Sends nothing more, and waits for what is under way; then `known` tells as much as can be known. */
  stop(): Promise<void>;
}

/** Keeps the words of one editor on the server, one call at a time. */
export function createDraftSync({ transport, onStatus, onSending, onSynced, onConflict }: DraftSyncOptions): DraftSync {
  let wanted: { key: string; words: Words } | null = null;
  let synced: Synced | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsentSince: number | null = null;
  let running: Promise<void> | null = null;
  let retryMs = 0;
  let isBlocked = false;
  let isAttended = true;
  let isHurried = false;
  let sentAtMs = 0;
  /** What was sent since the server last acknowledged anything: it may have any of these. */
  let unanswered: Sent[] = [];
  /** Counts the drafts that were gone on with: an answer to an earlier one says nothing about this one. */
  let turn = 0;

  const isSent = () => wanted === null || (synced !== null && isSameWords(wanted.words, synced));

  /** Waits for a pause, unless that takes too long. */
  function waitForPause(): void {
    const now = Date.now();
    unsentSince ??= now;
    if (isHurried) wait(Math.max(0, sentAtMs + HURRIED_PAUSE_MS - now));
    else wait(Math.min(PAUSE_MS, Math.max(0, unsentSince + LONGEST_WAIT_MS - now)));
  }

  function wait(ms: number): void {
    clearTimeout(timer);
    if (!isAttended) return;
    timer = setTimeout(begin, ms);
  }

  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!running && !isBlocked && !isSent()) {
      running = send().finally(() => {
        running = null;
      });
    }
  }

  function accept(words: Pick<Words, 'form' | 'image'>, version: number): void {
    retryMs = 0;
    unanswered = unanswered.filter((sent) => sent.isWhole && !isSameWords(sent, words));
    synced = { version, form: words.form, image: words.image };
    onSynced(synced);
    if (isBlocked) return;
    if (isSent()) onStatus({ is: 'saved' });
    else waitForPause();
  }

  function fail(error: unknown): void {
    if (error instanceof DraftConflict) {
      const { stored } = error;
      // The answer to an earlier attempt was lost: what is stored is ours.
      if (unanswered.some((words) => isSameWords(words, stored))) {
        accept(stored, stored.version);
        return;
      }
      isBlocked = true;
      onStatus({ is: 'conflict' });
      onConflict(stored, synced);
    } else if (isApiError(error, 404) && synced) {
      // Saved or discarded elsewhere, while somebody writes on here.
      synced = null;
      wait(0);
    } else if (isApiError(error, 401)) {
      onStatus({ is: 'signed-out' });
    } else if (isApiError(error, 403)) {
      onStatus({ is: 'refused', reason: NOT_ALLOWED });
    } else if (isApiError(error) && error.status < 500 && error.status !== 429 && error.status !== 408) {
      onStatus({ is: 'refused', reason: error.body });
    } else {
      retryMs = Math.min(retryMs === 0 ? FIRST_RETRY_MS : 2 * retryMs, LONGEST_RETRY_MS);
      onStatus({ is: 'unreachable' });
      wait(Math.max(retryMs, 1_000 * ((isApiError(error) && error.retryAfterSeconds) || 0)));
    }
  }

  function sendRest(): void {
    if (!isSent()) waitForPause();
  }

  async function send(): Promise<void> {
    if (!wanted) return;
    const { key, words } = wanted;
    unsentSince = null;
    sentAtMs = Date.now();
    unanswered = [...unanswered, { ...words, isWhole: synced === null }].slice(-MOST_UNANSWERED);
    onSending(words);
    const mine = turn;
    try {
      const version = await transport.send(key, words, synced);
      if (mine !== turn) return sendRest();
      accept(words, version);
      onSending(null);
    } catch (error) {
      // What came of it is not known: it stays noted as being on its way.
      if (mine !== turn) sendRest();
      else if (!isBlocked) fail(error);
    }
  }

  return {
    change(key, words) {
      wanted = { key, words };
      if (isBlocked) return;
      if (isSent()) {
        clearTimeout(timer);
        unsentSince = null;
        if (!running && synced) onStatus({ is: 'saved' });
        return;
      }
      if (retryMs > 0) return;
      onStatus({ is: 'waiting' });
      waitForPause();
    },
    hurry(isAtRisk) {
      if (isHurried === isAtRisk) return;
      isHurried = isAtRisk;
      if (timer !== undefined && retryMs === 0) waitForPause();
    },
    flush() {
      if (running) void running.then(begin);
      else begin();
    },
    resume(next, sent = []) {
      turn += 1;
      synced = next;
      isBlocked = false;
      retryMs = 0;
      unanswered = sent.map((words) => ({ ...words, isWhole: true }));
      sendRest();
    },
    attend(isThere) {
      isAttended = isThere;
      if (!isThere) this.flush();
    },
    leave() {
      wanted = null;
      unsentSince = null;
      clearTimeout(timer);
    },
    known: () => ({ synced, sent: unanswered }),
    async stop() {
      isBlocked = true;
      wanted = null;
      clearTimeout(timer);
      await running;
    },
  };
}
