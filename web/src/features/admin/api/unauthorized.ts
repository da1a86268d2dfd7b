import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { actionFailure } from '../../../lib/action-failure.ts';
import { isUnauthorized } from '../../../lib/api.ts';
import { browserLocation } from '../../../lib/browser-location.ts';
import { paths } from '../../../lib/paths.ts';
import { toastError } from '../../../lib/toast.ts';

/** Product §9. */
const LOGIN_REDIRECT_MS = 500;

let leaving: ReturnType<typeof setTimeout> | undefined;

/** Says that the session has ended and opens the login endpoint; simultaneous refusals count as one. */
export function goToLogin(): void {
  if (leaving !== undefined) return;
  toastError('Unauthorized', 'You are logged out. Logging in again...');
  leaving = setTimeout(() => {
    leaving = undefined;
    browserLocation.leaveFor(paths.login);
  }, LOGIN_REDIRECT_MS);
}

/** Opens the login endpoint when a query was refused because there is no session. */
export function useLoginWhenUnauthorized(error: unknown): void {
  useEffect(() => {
    if (isUnauthorized(error)) goToLogin();
  }, [error]);
}

/** The result of a query of staff, which opens the login endpoint if there is no session. */
export function useStaffQuery<T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>): UseQueryResult<T> {
  const query = useQuery(options);
  useLoginWhenUnauthorized(query.error);
  return query;
}

/** The toast of product §8 for a failed admin action, e.g. 'publish post'. */
export function showActionError(action: string, error: unknown): void {
  if (isUnauthorized(error)) goToLogin();
  else toastError('Error', ...actionFailure(action, error));
}
