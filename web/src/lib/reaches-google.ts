/** The SDK loads it before it opens the window, also with the emulator, and waits up to a minute for it. */
const SCRIPT = 'https://apis.google.com/js/api.js';
const PATIENCE_MS = 3_000;

/** Whether Google's sign-in window can open. Resolves at once without a network, otherwise within three seconds. */
export async function reachesGoogle(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href: SCRIPT });
    link.onload = () => resolve(true);
    link.onerror = () => resolve(false);
    setTimeout(() => resolve(false), PATIENCE_MS);
    document.head.append(link);
  });
}
