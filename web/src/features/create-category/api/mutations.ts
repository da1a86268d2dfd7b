import { type CategoryInput, categoryApi } from '@inkwell/shared/categories';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { tellIfLate } from '../../../lib/tell-if-late.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { statsQueries } from '../../stats/api/queries.ts';

interface Creation {
  readonly body: CategoryInput;
  /** The autosaved text is removed once it is sent, unless it has changed since. */
  readonly attempt: Attempt;
}

/**
 * Creates a category, shows the result, and refreshes lists and figures of categories. Repeating the same input repeats the same category, so that
 * after a lost answer its name is not taken. Product §7.
 */
export function useCreateCategory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, attempt }: Creation) =>
      tellIfLate(
        call(categoryApi.create, { body }, { headers: { 'Idempotency-Key': attempt.key(JSON.stringify(body)) } }),
      ),
    onSuccess: (category, { attempt }) => {
      attempt.sent();
      client.setQueryData(
        categoryQueries.list().queryKey,
        (all) => all && [...all.filter(({ id }) => id !== category.id), category],
      );
      toastSuccess('Success', 'Category created successfully!');
      void client.invalidateQueries({ queryKey: categoryQueries.list().queryKey });
      void client.invalidateQueries({ queryKey: statsQueries.stats().queryKey });
      void client.invalidateQueries({ queryKey: ['admin', 'analytics'] });
    },
    onError: (error) => toastError('Error', ...actionFailure('create category', error)),
    onSettled: (_category, _error, { attempt }) => attempt.release(),
  });
}
