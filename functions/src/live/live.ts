import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { createTokenVerifier } from '../http/id-token.ts';
import { followFeed } from './feed.ts';
import { createOriginCheck } from './host.ts';
import { createLiveHub, type LiveHub, type LiveHubOptions, type LiveSource } from './hub.ts';
import { createIdentify } from './identity.ts';
import { createLiveRepository } from './live.repository.ts';

export interface LiveDependencies extends Pick<LiveHubOptions, 'log' | 'maxSockets' | 'authTimeoutMs' | 'pingMs'> {
  readonly db: Firestore;
  readonly auth: Auth;
  /** Origins of the site, e.g. `https://inkwell.example`. */
  readonly allowedOrigins: readonly string[];
  readonly now?: () => number;
}

/**
 * The `live` function: two Firestore listeners (new broadcasts, newly blocked users) bridged to the sockets of this
 * instance. Product §7 (WebSocket /ws).
 */
export function createLive({ db, auth, allowedOrigins, now = Date.now, log, ...limits }: LiveDependencies): LiveHub {
  const repository = createLiveRepository(db);

  const source: LiveSource = ({ onBroadcast, onBlocked }) => {
    const onError = (name: string) => (error: unknown, retryInMs: number) =>
      log('live-listener-failed', { name, error: String(error), retryInMs });
    const stopBroadcasts = followFeed({
      open: repository.openBroadcasts,
      onEvent: onBroadcast,
      onError: onError('broadcasts'),
      now,
    });
    const stopBlocks = followFeed({
      open: repository.openBlocks,
      onEvent: ({ userId }) => onBlocked(userId),
      onError: onError('blocks'),
      now,
    });
    return () => {
      stopBroadcasts();
      stopBlocks();
    };
  };

  return createLiveHub({
    identify: createIdentify({
      verifyToken: createTokenVerifier(auth),
      isBlocked: (userId) => repository.isBlocked(userId),
    }),
    source,
    allowOrigin: createOriginCheck(allowedOrigins),
    now,
    log,
    ...limits,
  });
}
