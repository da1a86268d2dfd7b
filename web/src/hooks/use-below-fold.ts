import { createContext, useContext } from 'react';

/** False in the first commit of the app, true from the second on. Provided by the layout. */
export const BelowFoldContext = createContext(true);

/**
 * Whether to render content below the first screen. The app first renders only the first screen, and the rest right after it: rendering both at once
 * would delay the response to a tap on a phone.
 */
export const useBelowFold = (): boolean => useContext(BelowFoldContext);
