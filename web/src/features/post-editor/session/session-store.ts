import type { PostForm } from '@inkwell/shared/posts';
import { discardRecord, tellDiscards } from './discards.ts';
import * as offers from './offers.ts';
import type { DraftRecord } from './post-draft.ts';
import { ask, claim, createRunner, look, lookAgain, nextRecord, type Runner, type SessionInput } from './runner.ts';
import type { Adoption } from './session.ts';
import type { ServerOffer } from './state.ts';

const CLAIM_AGAIN_MS = 5_000;
/** Longer than the time-out of a store. */
const LOOK_AGAIN_MS = [6_000, 20_000];

async function begin(runner: Runner, wanted: offers.WantedDraft | null): Promise<void> {
  const records = await look(runner).catch((error: unknown) => {
    console.warn('Drafts could not be read', error);
    return [];
  });
  void tellDiscards(runner.input.userId);
  ask(runner, records).catch((error: unknown) => console.warn('Drafts on the server could not be read', error));
  if (wanted) await offers.restoreWanted(runner, wanted);
}

/**
 * Listens to the page while the editor is open.
 * @returns a function that stops this
 */
function listen(runner: Runner): () => void {
  const hurry = () => runner.dispatch({ type: 'hurried' });
  const timers = [
    ...LOOK_AGAIN_MS.map((ms) => setTimeout(lookAgain, ms, runner)),
    // The other tab may be closed at any time.
    setInterval(() => runner.state.server.isSender || void claim(runner), CLAIM_AGAIN_MS),
  ];
  const leaving = new AbortController();
  const { signal } = leaving;
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && hurry(), { signal });
  for (const name of ['pagehide', 'online']) window.addEventListener(name, hurry, { signal });
  window.addEventListener('focus', () => lookAgain(runner), { signal });
  return () => {
    leaving.abort();
    for (const timer of timers) clearTimeout(timer);
  };
}

function open(runner: Runner, wanted: offers.WantedDraft | null): () => void {
  runner.isOpen = true;
  runner.dispatch({ type: 'attended', isAttended: true });
  // An earlier mount of this editor may still have the lock, which nobody else can have.
  void runner.recordLock.move(runner.state.recordId, { isStolen: true });
  void begin(runner, wanted);
  const stop = listen(runner);
  return () => {
    stop();
    runner.isOpen = false;
    runner.claimed = '';
    runner.saver.leave();
    runner.dispatch({ type: 'attended', isAttended: false });
    runner.recordLock.release();
    runner.senderLock.release();
  };
}

async function discard(runner: Runner): Promise<void> {
  runner.dispatch({ type: 'finished', isFinished: true });
  try {
    await runner.writer.settled();
    await discardRecord(nextRecord(runner));
  } catch (error) {
    runner.dispatch({ type: 'finished', isFinished: false });
    throw error;
  }
}

/** The session of one editor, for `useSyncExternalStore`. @param wanted an earlier draft, named by the address */
export function createSession(input: SessionInput, wanted: offers.WantedDraft | null) {
  const runner = createRunner(input);
  const { dispatch, listeners } = runner;
  let isFirst = true;
  return {
    dispatch,
    snapshot: () => runner.state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    type: (form: PostForm) => dispatch({ type: 'typed', form, content: input.withoutPlaces(form.content) }),
    /**
     * The editor is open.
     * @returns a function to call when the writer leaves
     */
    open() {
      const close = open(runner, isFirst ? wanted : null);
      isFirst = false;
      return close;
    },
    restore: (record: DraftRecord, how?: Adoption) => offers.restore(runner, record, { how }),
    restoreFromServer: (offer: Pick<ServerOffer, 'key'>) => offers.restoreFromServer(runner, offer),
    discardOffer: (record: DraftRecord) => offers.discardOffer(runner, record),
    discardOnServer: (offer: ServerOffer) => offers.discardOnServer(runner, offer),
    undoDiscard: () => offers.undoDiscard(runner),
    /**
     * Discards the current text.
     * @throws Unable if nothing can store it for a restore
     */
    discard: () => discard(runner),
  };
}
