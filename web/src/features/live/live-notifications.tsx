import type { LiveMessage } from '@inkwell/shared/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { identityToken, renewIdentityToken } from '../../lib/api.ts';
import { useViewer } from '../../lib/session.tsx';
import { sessionQueries } from '../../lib/session-queries.ts';
import { toastNews } from '../../lib/toast.ts';
import { notificationQueries } from '../notifications/api/queries.ts';
import { noteNewNotification } from '../notifications/outdated-list.ts';
import { openLiveSocket } from './live-socket.ts';

/** Messages from the tab with the socket to the other tabs. */
type LiveEvent = { readonly kind: 'notification'; readonly data: LiveMessage['data'] } | { readonly kind: 'blocked' };

/** The address of the socket: the app's own host, unless the build names the function's host (docs/operations.md). */
function liveUrl(): string {
  const configured: unknown = import.meta.env.VITE_LIVE_URL;
  if (typeof configured === 'string' && configured) return configured;
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`;
}

async function tokenFor(fresh: boolean): Promise<string> {
  const token = await (fresh ? renewIdentityToken() : identityToken());
  if (!token) throw new Error('The session has ended');
  return token;
}

/**
 * Runs `lead` in one tab of this browser at a time. Messages that it passes to `tell` are passed to `follow` in the other tabs. When the leading tab
 * closes, another one takes over. Without the Web Locks API every tab leads.
 * @param name shared by these tabs, for example one name per user
 * @returns a function that stops leading or following
 */
function onePerBrowser<Message>(
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

/**
 * The live socket of a session (product §4), shared by all tabs of a browser. Mounted while somebody is signed in. Without it, the bell's polling
 * shows notifications up to 30 s later.
 */
export function LiveNotifications() {
  const client = useQueryClient();
  const userId = useViewer()?.id;

  useEffect(() => {
    if (!userId) return;

    const refreshList = () => void client.invalidateQueries({ queryKey: notificationQueries.all });
    const handle = (event: LiveEvent) => {
      if (event.kind === 'blocked') {
        void client.invalidateQueries({ queryKey: sessionQueries.all });
        return;
      }
      const { title, message, type, link } = event.data;
      toastNews({ title, message, tone: type, ...(link !== undefined && { link }) });
      noteNewNotification(client);
    };

    return onePerBrowser<LiveEvent>(`inkwell-live-${userId}`, {
      follow: handle,
      lead(tell) {
        const handleEverywhere = (event: LiveEvent) => {
          tell(event);
          handle(event);
        };
        return openLiveSocket({
          url: liveUrl(),
          getToken: tokenFor,
          onOpen: refreshList,
          onNotification: (data) => handleEverywhere({ kind: 'notification', data }),
          onBlocked: () => handleEverywhere({ kind: 'blocked' }),
        });
      },
    });
  }, [client, userId]);

  return null;
}
