import { type Token, type TokenInput, tokenApi } from '@inkwell/shared/tokens';
import { call } from '../../../lib/api.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';
import { useStaffChange } from './staff-change.ts';

const TOKENS = ['admin', 'tokens'] as const;

/** The caller's tokens; for admins, everybody's. */
export const tokenQuery = () => staffListQuery(TOKENS, tokenApi.list);

/** @param key the same for each attempt of one form, so that a repeat after a lost answer shows the same token */
export const useCreateToken = (key: string) =>
  useStaffChange({
    send: (body: TokenInput) => call(tokenApi.create, { body }, { headers: { 'Idempotency-Key': key } }),
    action: 'create the token',
    stale: [TOKENS],
  });

export const useDeleteToken = ({ id }: Token) =>
  useStaffChange({
    send: () => call(tokenApi.remove, { params: { id } }),
    done: 'Token deleted',
    action: 'delete the token',
    stale: [TOKENS],
  });
