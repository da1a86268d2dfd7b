import { type LibraryPicture, PictureUse, pictureLibraryApi } from '@inkwell/shared/picture-library';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, isApiError } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { pictureQueries } from '../../../lib/picture-queries.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { showActionError } from '../api/unauthorized.ts';

interface Description {
  readonly description: string;
  /** The autosaved text is removed once it was sent, unless it has changed since. */
  readonly attempt: Attempt;
}

/** Describes a picture. The form shows failures. */
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

/** The places of a picture that could not be deleted because of them; null for other failures. */
export function placesIn(error: unknown): PictureUse | null {
  if (!isApiError(error, 409)) return null;
  try {
    return PictureUse.parse(JSON.parse(error.body));
  } catch {
    return null;
  }
}

/** Deletes a picture that nothing shows. The card shows the places of one that is used. */
export function useDeletePicture({ name, fileName }: Pick<LibraryPicture, 'name' | 'fileName'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(pictureLibraryApi.remove, { params: { name } }),
    onSuccess: () => toastSuccess('Success', `Picture ${fileName} deleted`),
    onError: (error) => placesIn(error) === null && showActionError('delete picture', error),
    onSettled: () => client.invalidateQueries({ queryKey: pictureQueries.all }),
  });
}
