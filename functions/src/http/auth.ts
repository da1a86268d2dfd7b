import type { IncomingMessage } from 'node:http';
import { AppError } from '@inkwell/shared/errors';
import type { Accounts } from '../users/accounts.service.ts';
import type { StoredUser } from '../users/users.converter.ts';
import type { VerifyToken } from './id-token.ts';

const MAX_TOKEN_CHARS = 8_192;

export interface Authenticator {
  /**
   * Who is asking: the account behind the bearer token, read anew on each call, so that roles and blocks count at once;
   * null when there is no token. `strict` also asks Auth whether the token was revoked, which costs a call to it.
   * @throws AppError `unauthorized` for any token that is not good; `unavailable` when that cannot be told; `blocked`
   */
  authenticate(req: IncomingMessage, options: { strict: boolean }): Promise<StoredUser | null>;
}

export function createAuthenticator({
  verifyToken,
  accounts,
}: {
  verifyToken: VerifyToken;
  accounts: Accounts;
}): Authenticator {
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
