import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../../lib/toast.ts';
import { showActionError } from './unauthorized.ts';

interface StaffChange<Input, Answer> {
  readonly send: (input: Input) => Promise<Answer>;
  /** The success toast; none for changes that are visible. */
  readonly done?: string | ((answer: Answer, input: Input) => string);
  /** The failed action, for a toast: 'delete page'. None if a form shows failures. */
  readonly action?: string;
  /** Explains a failure in other words. @returns whether it did */
  readonly explain?: (error: unknown) => boolean;
  /** Keys of queries to refetch, also after a failure. */
  readonly stale: readonly QueryKey[];
  /** Changes with the same scope are sent one after another. */
  readonly scope?: string;
}

/** A change by staff: toasts report the result, and affected queries are refetched. */
export function useStaffChange<Input = void, Answer = unknown>(change: StaffChange<Input, Answer>) {
  const { send, done, action, explain, stale, scope } = change;
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    ...(scope && { scope: { id: scope } }),
    onSuccess: (answer, input) => {
      if (done) toastSuccess('Success', typeof done === 'string' ? done : done(answer, input));
    },
    onError: (error) => {
      if (action && !explain?.(error)) showActionError(action, error);
    },
    onSettled: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
