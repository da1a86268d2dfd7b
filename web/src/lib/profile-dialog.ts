import { createStore } from './store.ts';

/** Whether the profile is open: the account menu shows it, other parts of a page can ask for it. */
export const profileDialog = createStore(false);
