import { type CategoryInput, categoryApi } from '@inkwell/shared/categories';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import type { Held } from '../../../lib/unsent/unsent-texts.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { statsQueries } from '../../stats/api/queries.ts';

/**
 * Creates a category, says how it went, and refreshes the lists and figures that hold categories. Product §7.
 * @param hold holds what was typed while it is on its way, and forgets it once it was created
 */
export function useCreateCategory(hold: () => Held) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CategoryInput) => call(categoryApi.create, { body }),
    onMutate: hold,
    onSuccess: (_category, _body, held) => {
      held.forget();
      toastSuccess('Success', 'Category created successfully!');
      void client.invalidateQueries({ queryKey: categoryQueries.list().queryKey });
      void client.invalidateQueries({ queryKey: statsQueries.stats().queryKey });
      void client.invalidateQueries({ queryKey: ['admin', 'analytics'] });
    },
    onError: (error) => toastError('Error', ...actionFailure('create category', error)),
    onSettled: (_category, _error, _body, held) => held?.release(),
  });
}
