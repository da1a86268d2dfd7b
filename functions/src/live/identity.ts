import { AppError } from '@inkwell/shared/errors';
import { LIVE_CLOSE } from '@inkwell/shared/notifications';
import type { DecodedIdToken } from 'firebase-admin/auth';

/** The account of a socket, and the expiry of its token in ms since the epoch. */
export interface Identity {
  readonly userId: string;
  /** When the user signed in, in seconds since the epoch, as in the token. */
  readonly authTime: number;
  readonly expiresAtMs: number;
}

/** RFC 6455 §7.4.1 with the IANA registry: the server has a problem, and the client may reconnect later. */
const TRY_AGAIN_LATER = 1013;

/** Why a socket is closed. The close frame contains `code` and `message`. */
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
   * Treats all other errors as faults of the server. The client then keeps its token and reconnects (1013). With 4401, it would request a new token,
   * which would fail as well, and give up.
   */
  static from(error: unknown): LiveRefusal {
    return error instanceof LiveRefusal ? error : new LiveRefusal(TRY_AGAIN_LATER, 'try again', { cause: error });
  }
}

export interface IdentifyDependencies {
  /** Rejects with AppError `unauthorized` for an invalid token. */
  readonly verifyToken: (token: string) => Promise<Pick<DecodedIdToken, 'uid' | 'exp' | 'auth_time'>>;
  readonly isBlocked: (userId: string) => Promise<boolean>;
}

/** Resolves a token to an identity. Parallel calls with the same token share one verification, e.g. when a browser restores twenty tabs. */
export function createIdentify({ verifyToken, isBlocked }: IdentifyDependencies) {
  const running = new Map<string, Promise<Identity>>();

  const verify = async (token: string): Promise<Identity> => {
    const claims = await verifyToken(token).catch((error: unknown) => {
      const isTokenAtFault = error instanceof AppError && error.code === 'unauthorized';
      throw isTokenAtFault ? new LiveRefusal(LIVE_CLOSE.badToken, 'bad token') : error;
    });
    if (await isBlocked(claims.uid)) throw new LiveRefusal(LIVE_CLOSE.blocked, 'blocked');
    return { userId: claims.uid, authTime: claims.auth_time, expiresAtMs: claims.exp * 1000 };
  };

  return (token: string): Promise<Identity> => {
    const shared = running.get(token);
    if (shared) return shared;
    const started = verify(token).finally(() => running.delete(token));
    running.set(token, started);
    return started;
  };
}
