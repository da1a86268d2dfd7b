const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Calls `retry` once: when the network returns, or after a wait that doubles with each failure.
 * @returns a function that cancels it
 */
export function retryLater(retry: () => void, failures: number): () => void {
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
  const run = () => {
    stop();
    retry();
  };
  const timer = setTimeout(run, Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS));
  window.addEventListener('online', run);
  return stop;
}
