import { AppError } from '@inkwell/shared/errors';
import { LIVE_CLOSE } from '@inkwell/shared/notifications';
import type { DecodedIdToken } from 'firebase-admin/auth';

/** Who holds a socket, and until when the token says so, in ms since the epoch. */
export interface Identity {
  readonly userId: string;
  readonly expiresAtMs: number;
}

/** RFC 6455 §7.4.1 with the IANA registry: the server is in trouble, the client may come back later. */
const TRY_AGAIN_LATER = 1013;

/** Why a socket is closed: `code` and `message` go into the close frame. */
export class LiveRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    options?: { cause: unknown },
  ) {
    super(message, options);
    this.name = 'LiveRefusal';
  }

  /**
   * What is not a refusal is a fault on our side, of which the client is told nothing: it keeps its token and comes back (1013),
   * instead of asking for a fresh one, which would fail as well, and giving up (4401).
   */
  static from(error: unknown): LiveRefusal {
    return error instanceof LiveRefusal ? error : new LiveRefusal(TRY_AGAIN_LATER, 'try again', { cause: error });
  }
}

export interface IdentifyDependencies {
  /** Rejects with AppError `unauthorized` when the token is at fault. */
  readonly verifyToken: (token: string) => Promise<Pick<DecodedIdToken, 'uid' | 'exp'>>;
  readonly isBlocked: (userId: string) => Promise<boolean>;
}

/**
 * Turns a token into an identity. Parallel calls with one token share a single verification: a browser that restores
 * twenty tabs, or an attacker with one token, costs one.
 */
export function createIdentify({ verifyToken, isBlocked }: IdentifyDependencies) {
  const running = new Map<string, Promise<Identity>>();

  const verify = async (token: string): Promise<Identity> => {
    const claims = await verifyToken(token).catch((error: unknown) => {
      const isTokenAtFault = error instanceof AppError && error.code === 'unauthorized';
      throw isTokenAtFault ? new LiveRefusal(LIVE_CLOSE.badToken, 'bad token') : error;
    });
    if (await isBlocked(claims.uid)) throw new LiveRefusal(LIVE_CLOSE.blocked, 'blocked');
    return { userId: claims.uid, expiresAtMs: claims.exp * 1000 };
  };

  return (token: string): Promise<Identity> => {
    const shared = running.get(token);
    if (shared) return shared;
    const started = verify(token).finally(() => running.delete(token));
    running.set(token, started);
    return started;
  };
}
