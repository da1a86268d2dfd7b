import type { IncomingMessage } from 'node:http';
import { AppError } from '@inkwell/shared/errors';
import type { Viewer } from '@inkwell/shared/permissions';
import type { VerifyToken } from '../common/id-token.ts';

const MAX_TOKEN_CHARS = 8_192;

/** Somebody who calls, signed in. What else is known of them is the caller's own account: a matter of `users`. */
export type Actor = NonNullable<Viewer>;

/** Knows the account behind a verified token. */
export interface AccountSource<Account extends Actor> {
  recall(identity: { readonly uid: string; readonly email?: string | undefined }): Promise<Account>;
}

export interface Authenticator<Account extends Actor> {
  /**
   * Who is asking: the account behind the bearer token, read anew on each call, so that roles and blocks count at once;
   * null when there is no token. `strict` also asks Auth whether the token was revoked, which costs a call to it.
   * @throws AppError `unauthorized` for any token that is not good; `unavailable` when that cannot be told; `blocked`
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

      const { uid, email } = await verifyToken(token, strict);
      const user = await accounts.recall({ uid, email });
      if (user.isBlocked) throw new AppError('blocked');
      return user;
    },
  };
}
