import type { Menu } from '@inkwell/shared/menu';
import { servedKeys } from '@inkwell/shared/served-keys';
import { settingsApi } from '@inkwell/shared/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { moderationQueries } from './moderation.ts';
import { showActionError } from './unauthorized.ts';

/** Saves the links of header or footer, and shows them at once. */
export function useSaveMenu() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (menu: Partial<Menu>) => call(settingsApi.change, { body: { menu } }),
    // One after the other: each replaces the whole list.
    scope: { id: 'menu' },
    onSuccess(settings) {
      client.setQueryData(moderationQueries.settings().queryKey, settings);
      client.setQueryData(servedKeys.menu(), settings.menu);
    },
    onError: (error) => showActionError('save the menu', error),
  });
}
