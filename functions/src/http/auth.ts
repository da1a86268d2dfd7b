import type { IncomingMessage } from 'node:http';
import { AppError } from '@inkwell/shared/errors';
import type { Viewer } from '@inkwell/shared/permissions';
import type { VerifyToken } from '../common/id-token.ts';

const MAX_TOKEN_CHARS = 8_192;

/** A signed-in caller. `users` defines the full account. */
export type Actor = NonNullable<Viewer>;

/** Finds the account of a verified token. */
export interface AccountSource<Account extends Actor> {
  recall(identity: { readonly uid: string; readonly email?: string | undefined }): Promise<Account>;
}

export interface Authenticator<Account extends Actor> {
  /**
   * The account of the bearer token, or null without a token. The account is read on each call, so that roles and blocks take effect at
   * once. Auth's answer whether the token was revoked or the account disabled is at most a minute old; with `strict` Auth is asked.
   * @throws AppError `unauthorized` for invalid tokens; `unavailable` if the token cannot be verified; `blocked`
   */
  authenticate(req: IncomingMessage, options: { strict: boolean }): Promise<Account | null>;
}

export function createAuthenticator<Account extends Actor & { readonly isBlocked: boolean }>({
  verifyToken,
  accounts,
}: {
  verifyToken: VerifyToken;
  accounts: AccountSource<Account>;
}): Authenticator<Account> {
  return {
    async authenticate(req, { strict }) {
      const header = req.headers.authorization?.trim();
      if (!header) return null;
      const token = /^Bearer +([\w.~+/=-]+)$/i.exec(header)?.[1];
      if (!token || token.length > MAX_TOKEN_CHARS) throw new AppError('unauthorized');

      const { uid, email } = await verifyToken(token, strict ? 0 : undefined);
      const user = await accounts.recall({ uid, email });
      if (user.isBlocked) throw new AppError('blocked');
      return user;
    },
  };
}
