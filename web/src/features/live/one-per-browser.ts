/**
 * Runs `lead` in one tab of this browser at a time. Messages that it passes to `tell` are passed to `follow` in the other tabs. When the leading tab
 * closes, another one takes over. Without the Web Locks API every tab leads.
 * @param name shared by these tabs, for example one name per user
 * @returns a function that stops leading or following
 */
export function onePerBrowser<Message>(
  name: string,
  { lead, follow }: { lead: (tell: (message: Message) => void) => () => void; follow: (message: Message) => void },
): () => void {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return lead(() => undefined);

  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', (event: MessageEvent<Message>) => follow(event.data));
  const stopped = new AbortController();

  navigator.locks
    .request(name, { signal: stopped.signal }, () => {
      const stopLeading = lead((message) => channel.postMessage(message));
      return new Promise<void>((release) => {
        stopped.signal.addEventListener('abort', () => {
          stopLeading();
          release();
        });
      });
    })
    .catch((error: unknown) => {
      if (!stopped.signal.aborted) console.warn('Live notifications are off in this tab', error);
    })
    .finally(() => channel.close());

  return () => stopped.abort();
}
