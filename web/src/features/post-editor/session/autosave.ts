import type { ClosedSitting, Draft as ServerDraft } from '@inkwell/shared/drafts';
import { isAtRisk } from '../../../lib/autosave/writer.ts';
import type { EditedPost } from '../post-form.ts';
import { ackedOf, type DraftBase, isSameWords, isSavedIn, NO_WORDS, type Words } from './post-draft.ts';
import {
  type Address,
  baseOf,
  type Env,
  isDirty,
  NOTHING_SENT,
  type Sending,
  type ServerOffer,
  type ServerSide,
  type ServerStatus,
  type SessionState,
  type Step,
  step,
  wordsNow,
} from './state.ts';

const PAUSE_MS = 2_000;
const LONGEST_WAIT_MS = 10_000;
/** Interval of calls while the browser may lose the text. A kill loses a character or two, and the rate limit is not reached. */
const AT_RISK_PAUSE_MS = 300;
const FIRST_RETRY_MS = 2_000;
/** After an outage, the server is no further behind than usual. */
const LONGEST_RETRY_MS = 8_000;
/** More would fill the memory of a browser that is offline for hours. */
const MOST_UNANSWERED = 10;

/** Older than any version of a post, so that a save from this base is a conflict that the writer resolves. */
export const LONG_AGO = new Date(0).toISOString();

const withServer = (state: SessionState, server: Partial<ServerSide>): SessionState => ({
  ...state,
  server: { ...state.server, ...server },
});

/** Whether the server's draft differs from the editor's text, or should be removed because nothing is unsaved. */
export function isUnsent(state: SessionState): boolean {
  const { acked } = state.server;
  if (!isDirty(state)) return acked !== null;
  return acked === null || !isSameWords(wordsNow(state), acked);
}

/**
 * Whether the server may have a version that was never acknowledged here, as after a kill, and can be asked. Otherwise a save would name an older
 * version and leave the draft.
 */
export const hasUnanswered = ({ server, clash }: SessionState): boolean =>
  server.unanswered.length > 0 &&
  server.retryAtMs === null &&
  server.isSender &&
  !(server.isRefused || server.closed || clash);

/** The time of the next call; null if none is due. */
export function dueAtMs(state: SessionState): number | null {
  const { server, isAttended, isFinished, clash, saving } = state;
  const isBlocked = server.sending || server.closed || clash || server.isRefused || !server.isSender;
  if (isFinished || isBlocked) return null;
  // A pending save names the last acknowledged version, so no newer text is sent before it.
  if (saving && !saving.sent) return hasUnanswered(state) ? 0 : null;
  if (!isUnsent(state)) return null;
  if (server.isHurried) return 0;
  if (!isAttended) return null;
  if (server.retryAtMs !== null) return server.retryAtMs;
  if (isAtRisk(state.local)) return Math.max(server.changedAtMs, server.sentAtMs + AT_RISK_PAUSE_MS);
  return Math.min(server.changedAtMs + PAUSE_MS, (server.unsentSinceMs ?? server.changedAtMs) + LONGEST_WAIT_MS);
}

/** Notes that the text has changed. */
export function changed(state: SessionState, { nowMs }: Env): SessionState {
  const { server } = state;
  if (!isUnsent(state))
    return withServer(state, { unsentSinceMs: null, ...(server.acked && { status: { is: 'saved' } }) });
  const isQuiet = server.retryMs > 0 || state.clash !== null || !isDirty(state);
  return withServer(state, {
    changedAtMs: nowMs,
    unsentSinceMs: server.unsentSinceMs ?? nowMs,
    isRefused: false,
    ...(!isQuiet && { status: { is: 'waiting' } }),
  });
}

/** Makes the call that is due: a write, or the removal of a draft without unsaved text. */
export function sendDue(state: SessionState, { nowMs }: Env): Step {
  const dueMs = dueAtMs(state);
  if (dueMs === null || dueMs > nowMs) return step(state);
  const { key, sitting, base, server } = state;
  const over = server.over ?? server.acked;
  const sending: Sending = { key, sitting, words: wordsNow(state) };
  const isRemoval = !isDirty(state);
  const next = withServer(state, {
    sending,
    sentAtMs: nowMs,
    unsentSinceMs: null,
    retryAtMs: null,
    isHurried: false,
    ...(!isRemoval && { unanswered: [...server.unanswered, sending.words].slice(-MOST_UNANSWERED) }),
  });
  if (isRemoval && server.acked)
    return step(next, { do: 'remove-from-server', sending, version: server.acked.version });
  return step(next, { do: 'send', sending, over, baseUpdatedAt: base?.updatedAt ?? null });
}

const isOfNow = (state: SessionState, { key, sitting }: Address): boolean =>
  key === state.key && sitting === state.sitting;

/** Handles the end of a call. */
const answered = (state: SessionState, sending: Address): SessionState =>
  state.server.sending === sending ? withServer(state, { sending: null }) : state;

export function acknowledged(before: SessionState, sending: Sending, version: number): SessionState {
  const state = answered(before, sending);
  if (!isOfNow(state, sending)) {
    // An autosave was stored after its sitting ended here.
    const { key, sitting } = sending;
    return state.ended.includes(sitting) ? { ...state, leftover: { key, sitting, version } } : state;
  }
  const next = withServer(state, { acked: { ...sending.words, version }, over: null, unanswered: [], retryMs: 0 });
  return withServer(next, { status: { is: isUnsent(next) ? 'waiting' : 'saved' } });
}

/** The draft was removed from the server; later text begins a new sitting. */
export function removed(before: SessionState, sending: Address, env: Env): SessionState {
  const state = answered(before, sending);
  return isOfNow(state, sending) ? endSitting(withServer(state, { status: { is: 'idle' } }), env) : state;
}

/** Ends the sitting, because its draft was saved or removed. Its late autosaves are removed, and later text begins a new sitting. */
export const endSitting = (state: SessionState, env: Env, key = state.key): SessionState =>
  newSitting({ ...state, ended: [...state.ended, state.sitting] }, env, key);

/** The server side of a new sitting. A running call is still awaited. */
export const serverOfNew = ({ status, isSender, sending, sentAtMs, changedAtMs }: ServerSide): ServerSide => ({
  ...NOTHING_SENT,
  status,
  isSender,
  sending,
  sentAtMs,
  changedAtMs,
});

/** Begins a new sitting, of which the server has nothing yet. */
export const newSitting = (state: SessionState, env: Env, key = state.key): SessionState => ({
  ...state,
  key,
  sitting: env.newId(),
  clash: null,
  server: serverOfNew(state.server),
});

export const hurried = (state: SessionState): SessionState => withServer(state, { isHurried: true });

const withOffer = ({ offers }: SessionState, offer: ServerOffer): ServerOffer[] => [
  ...offers.filter(({ key }) => key !== offer.key),
  offer,
];

/** The stored draft has another version than the named one. */
export function conflicted(before: SessionState, sending: Sending, theirs: ServerDraft): SessionState {
  const state = answered(before, sending);
  if (!isOfNow(state, sending)) return state;
  const stored = ackedOf(theirs);
  const { acked, over, unanswered } = state.server;
  // The answer to an earlier call was lost: the stored draft is this editor's own.
  if (unanswered.some((words) => isSameWords(words, stored))) {
    return hurried(withServer(state, { acked: stored, over: null, unanswered: [], retryMs: 0 }));
  }
  // Another device is writing the same draft.
  if (acked !== null || over !== null || theirs.sitting === state.sitting) {
    return { ...withServer(state, { status: { is: 'conflict' } }), clash: { theirs, acked, isPutOff: false } };
  }
  // The writer types without restoring the stored draft. The server keeps it as a discarded draft, and it is still offered here.
  const isOurs = state.ended.includes(theirs.sitting) || isSavedIn(state.stored, stored);
  const offers = isOurs ? state.offers : withOffer(state, { ...theirs, isReplaced: true });
  return hurried({ ...withServer(state, { over: stored }), offers });
}

/** The sitting was closed: its text was saved or discarded elsewhere. */
export function closed(before: SessionState, sending: Sending, sitting: ClosedSitting, env: Env): Step {
  const state = answered(before, sending);
  if (!isOfNow(state, sending)) return step(state);
  if (sitting.postId === null) return step(hurried(endSitting(state, env)));
  const waiting = withServer(state, { closed: sitting });
  // The running save may have closed it.
  return state.saving?.sent ? step(waiting) : step(waiting, { do: 'load-post', postId: sitting.postId });
}

/** After a failed save: another save closed the sitting, or this one did and its answer was lost. */
export function lookAtClosed(state: SessionState): Step {
  const { closed } = state.server;
  return closed?.postId ? step(state, { do: 'load-post', postId: closed.postId }) : step(state);
}

/** Continues with the text that differs from the post to which the draft was saved; null: the post could not be read. */
export function savedElsewhere(state: SessionState, post: EditedPost | null, env: Env): SessionState {
  const { closed, acked } = state.server;
  if (!closed) return state;
  if (!post) return hurried(endSitting(state, env));
  const now = wordsNow(state);
  const next = endSitting(state, env, post.id);
  // A save trims texts, which does not count as a change.
  if (isSavedIn(post, now) && state.image.kind !== 'file')
    return { ...next, stored: post, base: { ...now, updatedAt: post.updatedAt } };
  if (state.stored) return hurried(next);
  return hurried({ ...next, stored: post, base: baseAfterSave(post, [state.attempted, acked]) });
}

/**
 * The base of text that continues a new post after its save.
 * @param known texts that may have been saved; the last one is the server's draft
 */
export function baseAfterSave(post: EditedPost, known: readonly (Words | null)[]): DraftBase {
  if (known.some((words) => words && isSavedIn(post, words))) return baseOf(post);
  const { form, image } = known.at(-1) ?? NO_WORDS;
  return { form, image, updatedAt: LONG_AGO };
}

/** Why a call failed. */
export type Failure =
  | { readonly is: 'not-found' | 'signed-out' }
  | { readonly is: 'refused'; readonly reason: string }
  | { readonly is: 'unreachable'; readonly retryAfterMs: number };

export function failed(before: SessionState, sending: Address, failure: Failure, { nowMs }: Env): SessionState {
  const state = answered(before, sending);
  if (!isOfNow(state, sending)) return state;
  const wrong = (status: ServerStatus) => withServer(state, { status, isRefused: true });
  switch (failure.is) {
    case 'not-found':
      if (!state.server.acked && !state.server.over) return wrong({ is: 'refused', reason: 'Not found' });
      // The draft is gone and its sitting is not closed, so the draft is sent in full.
      return hurried(withServer(state, { acked: null, over: null }));
    case 'signed-out':
      return wrong({ is: 'signed-out' });
    case 'refused':
      return wrong(failure);
    case 'unreachable': {
      const retryMs = Math.min(
        state.server.retryMs === 0 ? FIRST_RETRY_MS : 2 * state.server.retryMs,
        LONGEST_RETRY_MS,
      );
      const retryAtMs = nowMs + Math.max(retryMs, failure.retryAfterMs);
      return withServer(state, { status: { is: 'unreachable' }, retryMs, retryAtMs });
    }
  }
}

/** Once the server has the whole text, removes the draft that it replaces. */
export function afterSending({ state, effects }: Step): Step {
  if (isUnsent(state) || state.server.sending) return step(state, ...effects);
  const { leftover } = state;
  const next = { ...withServer(state, { isHurried: false }), leftover: null };
  if (!leftover) return step(state.server.isHurried ? next : state, ...effects);
  return step(next, ...effects, { do: 'remove-from-server', sending: leftover, version: leftover.version });
}
