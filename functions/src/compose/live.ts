import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { createAccountStanding } from '../common/account-standing.ts';
import { systemClock } from '../common/clock.ts';
import { createTokenVerifier } from '../common/id-token.ts';
import { clientAddress } from '../http/address.ts';
import { createOriginCheck } from '../http/origin.ts';
import { createLiveHub, type LiveHub, type LiveHubOptions } from '../live/hub.ts';
import { createIdentify } from '../live/identity.ts';
import { createLiveRepository } from '../live/live.repository.ts';
import { createLiveSource } from '../live/source.ts';

interface LiveDependencies extends Pick<LiveHubOptions, 'log' | 'maxSockets' | 'maxPerAccount' | 'maxPerAddress'> {
  readonly db: Firestore;
  readonly auth: Pick<Auth, 'verifyIdToken' | 'getUser'>;
  /** Origins of the site, e.g. `https://inkwell.example`. */
  readonly allowedOrigins: readonly string[];
  /** The number of our own proxies, as in `clientAddress`. */
  readonly trustedHops: number;
}

/** Open sockets are checked every 45 s, so a socket with a revoked token stays open for at most a minute. */
const FRESH_MS = 14_000;

/** The `live` function: passes changes in Firestore to the sockets of this instance. Product §7 (WebSocket /ws). */
export function createLive({ db, auth, allowedOrigins, trustedHops, ...options }: LiveDependencies): LiveHub {
  const repository = createLiveRepository(db);
  const now = Date.now;
  const standing = createAccountStanding({ auth, clock: systemClock });
  const verifyToken = createTokenVerifier({ auth, standing });
  return createLiveHub({
    identify: createIdentify({
      verifyToken: (token) => verifyToken(token, FRESH_MS),
      isBlocked: (userId) => repository.isBlocked(userId),
    }),
    checkStanding: ({ userId, authTime }) => standing.check({ uid: userId, auth_time: authTime }, FRESH_MS),
    source: createLiveSource({ repository, now, log: options.log }),
    allowOrigin: createOriginCheck(allowedOrigins),
    addressOf: (request) => clientAddress(request, trustedHops),
    now,
    ...options,
  });
}
