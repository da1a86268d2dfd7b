import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, Instant, InstantInput, PageQuery, requiredText } from './fields.ts';
import { TokenScope } from './token-scopes.ts';

/** `perAccount`: tokens per account at a time; `perMinute`: calls per token in one instance; `days`: the latest expiry. */
export const TOKEN_LIMITS = { name: 60, perAccount: 20, perMinute: 300, days: 366 } as const;

/** How the text of a token begins, for scanners of leaked secrets, too. */
export const TOKEN_PREFIX = 'ink_';

export const TOKEN_TEXTS = {
  full: `You have ${TOKEN_LIMITS.perAccount} tokens. Delete one that you no longer use.`,
  closed: 'Tokens cannot make this call',
  past: 'The expiry must be in the future',
  late: `A token can be valid for at most ${TOKEN_LIMITS.days} days`,
} as const;

export const TokenInput = z.object({
  name: requiredText(
    TOKEN_LIMITS.name,
    { required: 'Name is required', tooLong: `Name must be at most ${TOKEN_LIMITS.name} characters` },
    { isName: true },
  ),
  scopes: z
    .array(TokenScope)
    .check(z.minLength(1, 'Select at least one scope'), z.maxLength(TokenScope.options.length)),
  /** Absent: the token does not expire. */
  expiresAt: z.optional(InstantInput),
});
export type TokenInput = z.infer<typeof TokenInput>;

/** A token as shown to its owner and admins, without its text. */
export const Token = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(TokenScope),
  owner: z.object({ id: z.string(), name: z.string() }),
  createdAt: Instant,
  /** Null if it does not expire. */
  expiresAt: z.nullable(Instant),
  /** To the day; null before its first use. */
  lastUsedAt: z.nullable(Instant),
  /** False for a token that has expired, or that a block or a lost right has ended. */
  works: z.boolean(),
});
export type Token = z.infer<typeof Token>;

/** A new token. Its text is returned only once, because only a hash is stored. */
export const NewToken = z.extend(Token, { token: z.string() });
export type NewToken = z.infer<typeof NewToken>;

export const tokenApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/tokens',
    access: 'writer',
    summary: "The caller's tokens, newest first; for admins, everybody's tokens.",
    query: PageQuery,
    response: z.array(Token),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tokens',
    access: 'writer',
    invalidates: 'nothing',
    summary: `Creates a token for programs that act for the caller within its scopes. It is returned only once. 409 above ${TOKEN_LIMITS.perAccount} tokens.`,
    body: TokenInput,
    response: NewToken,
    status: 201,
    mayConflict: true,
    rate: { bucket: 'token-create', by: 'user', perMinute: 30, scope: 'instance' },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/tokens/:id',
    access: 'writer',
    invalidates: 'nothing',
    summary: 'Deletes a token of the caller, or, for admins, anybody’s. Its next call is refused. Safe to repeat.',
    params: z.object({ id: DocumentId }),
    rate: CHANGE_RATE,
  }),
} as const;
