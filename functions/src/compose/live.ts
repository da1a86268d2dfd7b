import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { createTokenVerifier } from '../common/id-token.ts';
import { clientAddress } from '../http/address.ts';
import { createOriginCheck } from '../http/origin.ts';
import { createLiveHub, type LiveHub, type LiveHubOptions } from '../live/hub.ts';
import { createIdentify } from '../live/identity.ts';
import { createLiveRepository } from '../live/live.repository.ts';
import { createLiveSource } from '../live/source.ts';

interface LiveDependencies extends Pick<LiveHubOptions, 'log' | 'maxSockets' | 'maxPerAccount' | 'maxPerAddress'> {
  readonly db: Firestore;
  readonly auth: Pick<Auth, 'verifyIdToken'>;
  /** Origins of the site, e.g. `https://inkwell.example`. */
  readonly allowedOrigins: readonly string[];
  /** Proxies of ours in front of this function, as in `clientAddress`. */
  readonly trustedHops: number;
}

/** The `live` function: Firestore's listeners bridged to the sockets of this instance. Product §7 (WebSocket /ws). */
export function createLive({ db, auth, allowedOrigins, trustedHops, ...options }: LiveDependencies): LiveHub {
  const repository = createLiveRepository(db);
  const now = Date.now;
  return createLiveHub({
    identify: createIdentify({
      verifyToken: createTokenVerifier(auth),
      isBlocked: (userId) => repository.isBlocked(userId),
    }),
    source: createLiveSource({ repository, now, log: options.log }),
    allowOrigin: createOriginCheck(allowedOrigins),
    addressOf: (request) => clientAddress(request, trustedHops),
    now,
    ...options,
  });
}
