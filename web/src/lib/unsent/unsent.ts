import { identityStore } from '../identity-store.ts';
import { createDatabaseCopies } from './database-copies.ts';
import { localCopies } from './local-copies.ts';
import { createMarks } from './marks.ts';
import { createShelf, type Shelf } from './shelf.ts';
import { createUnsentTexts, type UnsentTexts } from './unsent-texts.ts';

/*
 * What was typed and not sent, by writer and place. It outlives the page, the browser, the session and the network, and is shown to its
 * writer alone: whoever signs in here as somebody else sees nothing of it. Two tabs that write in one place have a text each; a tab that
 * opens takes the newest one that no living tab has.
 */

const database = typeof indexedDB === 'undefined' ? null : createDatabaseCopies(indexedDB);

/** The shelf of this browser. */
export const shelf: Shelf = createShelf(localCopies, database);

/** What was typed in this tab. */
export const unsentTexts: UnsentTexts = createUnsentTexts({
  shelf,
  marks: createMarks(() => navigator.locks),
  identifiedAs: () => readerNow(),
});

identityStore.onLeave((isLeaving) => (isLeaving ? unsentTexts.close() : unsentTexts.stay()));

const readerNow = (): string | null => {
  const state = identityStore.snapshot();
  return state.status === 'identified' ? state.identity.uid : null;
};
let reader = readerNow();
identityStore.subscribe(() => {
  if (reader === readerNow()) return;
  reader = readerNow();
  unsentTexts.changeSession();
});
