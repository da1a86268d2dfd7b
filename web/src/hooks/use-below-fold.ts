import { createContext, useContext } from 'react';

/** False in the first commit of the app, true from the second on. The layout provides it. */
export const BelowFoldContext = createContext(true);

/**
 * Whether to render what is below the first screen. The app starts with the first screen alone and adds the rest at once
 * afterwards: laid out in one go, both together keep a phone from answering a tap.
 */
export const useBelowFold = (): boolean => useContext(BelowFoldContext);
