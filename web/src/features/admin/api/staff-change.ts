import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../../lib/toast.ts';
import { showActionError } from './unauthorized.ts';

interface StaffChange<Input, Answer> {
  readonly send: (input: Input) => Promise<Answer>;
  /** The toast of success; none for changes that are seen. */
  readonly done?: string | ((answer: Answer, input: Input) => string);
  /** What failed, for a toast: 'delete page'. None where a form shows failures. */
  readonly action?: string;
  /** Says in other words why it failed. @returns whether it did */
  readonly explain?: (error: unknown) => boolean;
  /** Keys of what is read again, also after a failure. */
  readonly stale: readonly QueryKey[];
  /** Changes of one scope are sent one after another. */
  readonly scope?: string;
}

/** A change by staff: toasts say how it went, and what shows it is read again. */
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
