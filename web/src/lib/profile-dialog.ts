import { createStore } from './store.ts';

/** Whether the profile is open. The account menu renders it; other parts of a page can open it. */
export const profileDialog = createStore(false);
