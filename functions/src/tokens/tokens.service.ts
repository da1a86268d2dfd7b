import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { type Actor, canManageAllTokens, canWrite } from '@inkwell/shared/permissions';
import type { TokenScope } from '@inkwell/shared/token-scopes';
import { type NewToken, TOKEN_LIMITS, TOKEN_TEXTS, type Token, type TokenInput } from '@inkwell/shared/tokens';
import type { AccountStanding } from '../common/account-standing.ts';
import type { Clock } from '../common/clock.ts';
import { withoutMeter } from '../common/meter.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import { requestSeed } from '../common/request-seed.ts';
import { underWay } from '../common/under-way.ts';
import type { StoredUser } from '../users/users.converter.ts';
import type { UserRepository } from '../users/users.repository.ts';
import { newTokenText, tokenIdOf } from './token-text.ts';
import { isFirstOfDay, type StoredToken, type TokenRepository } from './tokens.repository.ts';

const DAY_MS = 86_400_000;

interface Dependencies {
  readonly tokens: TokenRepository;
  readonly users: Pick<UserRepository, 'find' | 'findMany'>;
  readonly standing: AccountStanding;
  /** The key that makes repeated requests derive the same token. */
  readonly secret: string;
  readonly clock: Clock;
  readonly onError: (message: string, error: unknown) => void;
}

/** Tokens that let programs act for people who may write. */
export interface TokenService {
  /** Newest first: the actor's tokens, or everybody's for admins. @throws AppError `forbidden`, like the following methods */
  list(actor: Actor, page: PageRequest): Promise<Page<Token>>;
  /**
   * Creates a token, the same one for the same `key`.
   * @throws AppError `bad-request` for an expiry in the past or too far ahead; `conflict` above the limit of an account
   */
  create(actor: StoredUser, input: TokenInput, key: string | null): Promise<NewToken>;
  /** Safe to repeat. @throws AppError `not-found` for another account's token, except for admins */
  remove(actor: Actor, id: string): Promise<void>;
  /**
   * The account and scopes behind the text of a token. Reads 2 documents.
   * @throws AppError `unauthorized` if the token is unknown, expired or deleted, or ended with a block, a lost right or the account
   */
  recall(text: string): Promise<{ id: string; account: StoredUser; scopes: readonly TokenScope[] }>;
}

/** Whether the token has neither expired nor ended with its owner's block, demotion or loss of the right to write. */
function works({ createdAt, expireAt }: StoredToken, owner: StoredUser | null | undefined, now: Date): boolean {
  if (!owner || owner.isBlocked || owner.leaving || !canWrite(owner)) return false;
  const ends = [owner.previewsEndedAt, owner.invitationsEndedAt];
  return (expireAt === null || expireAt > now) && ends.every((end) => end === null || end < createdAt);
}

export function createTokenService(dependencies: Dependencies): TokenService {
  const { tokens, users, standing, secret, clock, onError } = dependencies;

  function toToken(token: StoredToken, owner: StoredUser | null | undefined): Token {
    const { id, name, scopes, ownerId, createdAt, expireAt, lastUsedAt } = token;
    return {
      id,
      name,
      scopes,
      owner: { id: ownerId, name: personName(owner ?? { firstName: null }) },
      createdAt: createdAt.toISOString(),
      expiresAt: expireAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      works: works(token, owner, clock.now()),
    };
  }

  function expiryOf({ expiresAt }: TokenInput, now: Date): Date | null {
    if (expiresAt === undefined) return null;
    const expireAt = new Date(expiresAt);
    if (expireAt <= now) throw new AppError('bad-request', TOKEN_TEXTS.past);
    const isLate = expireAt.getTime() > now.getTime() + TOKEN_LIMITS.days * DAY_MS;
    if (isLate) throw new AppError('bad-request', TOKEN_TEXTS.late);
    return expireAt;
  }

  return {
    async list(actor, page) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      const { items, total } = await tokens.list(page, canManageAllTokens(actor) ? undefined : actor.id);
      const owners = await users.findMany(items.map(({ ownerId }) => ownerId));
      const shown = items.map((item) => toToken(item, owners.get(item.ownerId)));
      return { ...toPage(shown, total, page), documents: 1 + Math.max(1, items.length) + owners.size };
    },

    async create(actor, { name, scopes, ...input }, key) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      const createdAt = clock.now();
      const expireAt = expiryOf({ name, scopes, ...input }, createdAt);
      const text = newTokenText(key === null ? undefined : requestSeed(secret, 'token', actor.id, key));
      const stored = await tokens.create({
        id: String(tokenIdOf(text)),
        ownerId: actor.id,
        name,
        scopes: [...new Set(scopes)],
        createdAt,
        expireAt,
        lastUsedAt: null,
      });
      if (!stored) throw new AppError('conflict', TOKEN_TEXTS.full);
      return { ...toToken(stored, actor), token: text };
    },

    async remove(actor, id) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      const act = { actorId: actor.id, at: clock.now(), isOwner: !canManageAllTokens(actor) };
      if (!(await tokens.remove(id, act))) throw new AppError('not-found');
    },

    async recall(text) {
      const id = tokenIdOf(text);
      const token = id && (await tokens.find(id));
      const account = token && (await users.find(token.ownerId));
      const now = clock.now();
      if (!token || !account || !works(token, account, now)) throw new AppError('unauthorized');
      // Auth ends the sessions of an account that changes its password, but not its tokens; both end with the account.
      await standing.check({ uid: account.id, auth_time: Math.ceil(now.getTime() / 1000) });
      if (isFirstOfDay(token, now)) {
        // Not metered, because all calls of a day share the write.
        const written = withoutMeter(() => tokens.recordUse(token.id, now));
        void underWay(written.catch((error: unknown) => onError('the use of a token was not recorded', error)));
      }
      return { id: token.id, account, scopes: token.scopes };
    },
  };
}
