import { getConfig } from '@testing-library/react';

/**
 * Runs `work`, such as the answer to a held call, and lets the app follow for a moment.
 *
 * An asynchronous `act` cannot do this beside user-event: that wraps every focus which the app moves in an `act` of its own, and the end of
 * the inner one ends the outer one's queue. Later updates then count as unwrapped.
 */
export const settled = (work: () => unknown): Promise<void> =>
  getConfig().asyncWrapper(async () => void (await work()));
