import { type LibraryPicture, PictureUse, pictureLibraryApi } from '@inkwell/shared/picture-library';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { pictureQueries } from '../../../lib/picture-queries.ts';
import { refusalBody } from '../../../lib/refusal-body.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { useStaffChange } from '../api/staff-change.ts';

interface Description {
  readonly description: string;
  /** The autosaved text is removed once it is sent, unless it has changed since. */
  readonly attempt: Attempt;
}

/** Saves the description of a picture. The form shows failures. */
export function useDescribePicture({ name }: Pick<LibraryPicture, 'name'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ description }: Description) =>
      call(pictureLibraryApi.describe, { params: { name }, body: { description } }),
    onSuccess: (_picture, { attempt }) => {
      attempt.sent();
      toastSuccess('Success', 'Description saved');
      return client.invalidateQueries({ queryKey: pictureQueries.all });
    },
    onSettled: (_picture, _error, { attempt }) => attempt.release(),
  });
}

/** The places that show a picture, if they prevented its deletion; null for other failures. */
export const placesIn = (error: unknown): PictureUse | null => refusalBody(error, 409, PictureUse);

/** Deletes an unused picture. The card of a used one shows its places. */
export const useDeletePicture = ({ name, fileName }: Pick<LibraryPicture, 'name' | 'fileName'>) =>
  useStaffChange({
    send: () => call(pictureLibraryApi.remove, { params: { name } }),
    done: `Picture ${fileName} deleted`,
    action: 'delete picture',
    explain: (error) => placesIn(error) !== null,
    stale: [pictureQueries.all],
  });
