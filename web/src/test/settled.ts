import { getConfig } from '@testing-library/react';

/**
 * Runs `work`, such as the answer to a held call, and lets the app react for a moment.
 * An asynchronous `act` cannot do this together with user-event, which wraps every focus that the app moves in its own `act`: the end of the inner
 * one ends the outer one's queue, and later updates count as unwrapped.
 */
export const settled = (work: () => unknown): Promise<void> =>
  getConfig().asyncWrapper(async () => void (await work()));
