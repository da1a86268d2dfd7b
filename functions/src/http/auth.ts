import type { IncomingMessage } from 'node:http';
import { AppError } from '@inkwell/shared/errors';
import type { Actor } from '@inkwell/shared/permissions';
import { type CommentsOfDeleted, leavingOf, PERSONAL_DATA_LIMITS } from '@inkwell/shared/personal-data';
import { missingScope, type TokenScope } from '@inkwell/shared/token-scopes';
import { TOKEN_PREFIX, TOKEN_TEXTS } from '@inkwell/shared/tokens';
import type { VerifyToken } from '../common/id-token.ts';

const MAX_TOKEN_CHARS = 8_192;

/** Finds the account of a verified token. */
export interface AccountSource<Account extends Actor> {
  recall(identity: {
    readonly uid: string;
    readonly email?: string | undefined;
    readonly isEmailVerified?: boolean | undefined;
  }): Promise<Account>;
}

/** Finds the account and the scopes behind the text of a token. @throws AppError `unauthorized` */
export interface TokenSource<Account extends Actor> {
  recall(text: string): Promise<{ id: string; account: Account; scopes: readonly TokenScope[] }>;
}

/** Requirements for the caller. */
export interface Demands {
  /** Asks Auth whether the token is still valid. */
  readonly strict: boolean;
  /** Leaving accounts may make the call, too. */
  readonly evenLeaving?: boolean | undefined;
  /** Requires a sign-in within the last minutes. */
  readonly freshSignIn?: boolean | undefined;
  /** The scope that a token needs. If undefined, the route rejects all tokens. */
  readonly scope?: TokenScope | undefined;
}

export interface Authenticator<Account extends Actor> {
  /**
   * The account of the bearer token, or null without a token. The account is read on each call, so that roles and blocks take effect immediately.
   * Whether the token was revoked or the account disabled is cached for up to a minute; with `strict`, Auth is asked each time.
   * A program's token (`TOKEN_PREFIX`) belongs to the account that created it.
   * @throws AppError `unauthorized` for invalid tokens and for sign-ins that are too old; `unavailable` if the token cannot be verified; `blocked`;
   * `leaving`; `forbidden` for a token without the scope
   */
  authenticate(req: IncomingMessage, demands: Demands): Promise<Account | null>;
}

/** The bearer token of a request; null without one. @throws AppError `unauthorized` for another kind of credentials */
export function bearerOf(req: IncomingMessage): string | null {
  const header = req.headers.authorization?.trim();
  if (!header) return null;
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(header)?.[1];
  if (!token || token.length > MAX_TOKEN_CHARS) throw new AppError('unauthorized');
  return token;
}

const SIGN_IN_AGAIN = `Please sign in again: for this you must have signed in within the last ${PERSONAL_DATA_LIMITS.signInMinutes} minutes.`;

export function createAuthenticator<
  Account extends Actor & {
    readonly isBlocked: boolean;
    readonly leaving: { readonly at: Date; readonly comments: CommentsOfDeleted; readonly wasBlocked: boolean } | null;
  },
>({
  verifyToken,
  accounts,
  tokens,
}: {
  verifyToken: VerifyToken;
  accounts: AccountSource<Account>;
  tokens: TokenSource<Account>;
}): Authenticator<Account> {
  async function withScope(text: string, scope: TokenScope | undefined): Promise<Account> {
    const { id, account, scopes } = await tokens.recall(text);
    if (!scope) throw new AppError('forbidden', TOKEN_TEXTS.closed);
    if (!scopes.includes(scope)) throw new AppError('forbidden', missingScope(scope));
    return { ...account, token: { id, publishes: scopes.includes('posts:publish') } };
  }

  return {
    async authenticate(req, { strict, evenLeaving = false, freshSignIn = false, scope }) {
      const token = bearerOf(req);
      if (token === null) return null;
      if (token.startsWith(TOKEN_PREFIX)) return withScope(token, scope);

      const { uid, email, email_verified, auth_time } = await verifyToken(token, strict || freshSignIn ? 0 : undefined);
      const user = await accounts.recall({ uid, email, isEmailVerified: email_verified });
      const { leaving } = user;
      if (leaving ? leaving.wasBlocked : user.isBlocked) throw new AppError('blocked');
      if (leaving && !evenLeaving) throw new AppError('leaving', undefined, { body: leavingOf(leaving) });
      // The real clock, which also decides when the token expires.
      const signInAgeMs = Date.now() - auth_time * 1000;
      if (freshSignIn && !(signInAgeMs < PERSONAL_DATA_LIMITS.signInMinutes * 60_000)) {
        throw new AppError('unauthorized', SIGN_IN_AGAIN);
      }
      return user;
    },
  };
}
