import { LIVE_CLOSE } from '@inkwell/shared/notifications';

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

  /** What is not a refusal of ours is trouble of ours, of which the client learns nothing. */
  static from(error: unknown): LiveRefusal {
    return error instanceof LiveRefusal ? error : new LiveRefusal(TRY_AGAIN_LATER, 'try again', { cause: error });
  }
}

export interface IdentifyDependencies {
  /** Firebase Auth's verification; rejects with an error whose `code` starts with `auth/`. */
  readonly verifyIdToken: (token: string) => Promise<{ uid: string; exp: number }>;
  readonly isBlocked: (userId: string) => Promise<boolean>;
}

/** Errors of the token itself; all others (keys not fetched, emulator down) are no fault of the caller. */
const TOKEN_ERRORS = new Set([
  'auth/argument-error',
  'auth/invalid-argument',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/**
 * Turns a token into an identity. Parallel calls with one token share a single verification: a browser that restores
 * twenty tabs, or an attacker with one token, costs one.
 */
export function createIdentify({ verifyIdToken, isBlocked }: IdentifyDependencies) {
  const running = new Map<string, Promise<Identity>>();

  const verify = async (token: string): Promise<Identity> => {
    const claims = await verifyIdToken(token).catch((error: unknown) => {
      if (TOKEN_ERRORS.has(codeOf(error))) throw new LiveRefusal(LIVE_CLOSE.badToken, 'bad token');
      throw error;
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

function codeOf(error: unknown): string {
  return error instanceof Object && 'code' in error ? String(error.code) : '';
}
