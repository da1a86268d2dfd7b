import { createStore } from '../../lib/store.ts';

/** Whether the command palette is open. */
export const paletteIsOpen = createStore(false);
