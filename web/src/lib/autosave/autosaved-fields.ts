import { identityStore } from '../identity-store.ts';
import { type AutosavedFields, createAutosavedFields } from './fields.ts';
import { autosaveStore } from './store.ts';

const readerNow = (): string | null => {
  const state = identityStore.snapshot();
  return state.status === 'identified' ? state.identity.uid : null;
};

/** What was typed in fields of this tab and not sent: shown to its writer alone, whoever signs in here. */
export const autosavedFields: AutosavedFields = createAutosavedFields({
  store: autosaveStore,
  identifiedAs: readerNow,
});

identityStore.onLeave(autosavedFields.leave);

let reader = readerNow();
identityStore.subscribe(() => {
  if (reader === readerNow()) return;
  reader = readerNow();
  autosavedFields.changeSession();
});
