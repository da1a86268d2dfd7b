import { createContext, useContext } from 'react';

/** False in the first commit of the app, true from the second on. The layout provides it. */
export const BelowFoldContext = createContext(true);

/**
 * Whether to render content below the first screen. The app renders the first screen alone and the rest right after:
 * laid out in one go, both would keep a phone from answering a tap.
 */
export const useBelowFold = (): boolean => useContext(BelowFoldContext);
