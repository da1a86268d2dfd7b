import { TokenScope } from '@inkwell/shared/token-scopes';
import { TOKEN_LIMITS } from '@inkwell/shared/tokens';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageRequest } from '../common/paging.ts';
import { decoderOf } from '../firestore/decoder.ts';
import { Moment } from '../firestore/moment.ts';
import { readNewest } from '../firestore/newest.ts';
import { runTransaction } from '../firestore/transaction.ts';

const TokenDocument = z.object({
  ownerId: z.string(),
  name: z.string(),
  scopes: z.array(TokenScope),
  createdAt: Moment,
  /** Null for a token that does not expire. */
  expireAt: z.nullable(Moment),
  lastUsedAt: z.nullable(Moment),
});

/** A token without its text. The id is a hash of the text. */
export type StoredToken = z.infer<typeof TokenDocument> & { readonly id: string };

const DAY_MS = 86_400_000;
const dayOf = (at: Date | null): number => (at ? Math.floor(at.getTime() / DAY_MS) : 0);

/** Whether a use at this time is the first of its day in UTC. Only first uses are recorded. */
export const isFirstOfDay = ({ lastUsedAt }: StoredToken, at: Date): boolean => dayOf(lastUsedAt) < dayOf(at);

export interface TokenRepository {
  /** Reads 1 document. */
  find(id: string): Promise<StoredToken | null>;
  /**
   * Stores a token with an audit entry. A repeat changes nothing.
   * @returns the stored token; null above the limit of its owner. Reads 1 document, and for a new token the others of its owner; writes 2
   */
  create(token: StoredToken): Promise<StoredToken | null>;
  /**
   * Deletes a token with an audit entry. Safe to repeat. Reads 1 document, writes 2.
   * @param isOwner whether only a token of the actor is deleted
   * @returns false for another account's token
   */
  remove(id: string, act: { actorId: string; at: Date; isOwner: boolean }): Promise<boolean>;
  /** Records the first use of a day, with an audit entry. Safe under parallel calls. Reads 1 document, writes 2. */
  recordUse(id: string, at: Date): Promise<void>;
  /** A page, newest first, of one owner or of all. Reads the page and 1 aggregation. */
  list(page: PageRequest, ownerId?: string): Promise<{ items: StoredToken[]; total: number }>;
}

export function createTokenRepository(db: Firestore): TokenRepository {
  const tokens = db.collection('tokens');
  const entryOf = ({ id, name }: StoredToken) => ({ target: `tokens/${id}`, name });

  return {
    find: async (id) => decode(await tokens.doc(id).get()),

    create: (token) =>
      runTransaction(db, async (transaction) => {
        const { id, ownerId: actorId, scopes, createdAt: at, expireAt } = token;
        const earlier = decode(await transaction.get(tokens.doc(id)));
        if (earlier) return earlier;
        const others = tokens.where('ownerId', '==', actorId).limit(TOKEN_LIMITS.perAccount).select();
        if ((await transaction.get(others)).size >= TOKEN_LIMITS.perAccount) return null;
        transaction.create(tokens.doc(id), encode(token));
        const after = { scopes, expireAt };
        appendAudit(db, transaction, { ...entryOf(token), actorId, action: 'token.create', before: null, after }, at);
        return token;
      }),

    remove: (id, { actorId, at, isOwner }) =>
      runTransaction(db, async (transaction) => {
        const token = decode(await transaction.get(tokens.doc(id)));
        if (!token) return true;
        if (isOwner && token.ownerId !== actorId) return false;
        transaction.delete(tokens.doc(id));
        const before = { scopes: token.scopes, expireAt: token.expireAt };
        appendAudit(db, transaction, { ...entryOf(token), actorId, action: 'token.delete', before, after: null }, at);
        return true;
      }),

    recordUse: (id, at) =>
      runTransaction(db, async (transaction) => {
        const token = decode(await transaction.get(tokens.doc(id)));
        if (!token || !isFirstOfDay(token, at)) return;
        transaction.update(tokens.doc(id), { lastUsedAt: at });
        const entry = { ...entryOf(token), actorId: token.ownerId, action: 'token.use' } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: null }, at);
      }),

    list: (page, ownerId) =>
      readNewest(ownerId === undefined ? tokens : tokens.where('ownerId', '==', ownerId), 'createdAt', page, decode),
  };
}

const decode = decoderOf(TokenDocument);

const encode = ({ id: _id, ...fields }: StoredToken) => ({ ...fields, schemaVersion: 1 });
