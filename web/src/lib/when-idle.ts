/** Waits until the page is painted and the browser is idle. */
export const whenIdle = (run: () => void): void => {
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 4_000 }) : setTimeout(run, 1_500);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
};
