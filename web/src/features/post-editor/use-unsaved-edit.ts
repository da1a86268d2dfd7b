import { useQuery } from '@tanstack/react-query';
import { autosaveStore } from '../../lib/autosave/store.ts';
import { type EditedPost, unfinishedFieldsOf } from './post-form.ts';
import { placeOf, postDraftKind } from './session/post-draft.ts';

/** The post when a draft of this browser began. */
async function findUnsavedEdit(userId: string, postId: string): Promise<{ post: EditedPost; draftId: string } | null> {
  const { records } = await autosaveStore.list(postDraftKind, userId, placeOf(postId));
  const found = records.find(({ state, fields }) => state === 'open' && fields.base);
  if (!found?.fields.base) return null;
  const { form, image, updatedAt } = found.fields.base;
  return {
    post: {
      id: postId,
      authorIds: [],
      publishedAt: null,
      ...unfinishedFieldsOf(form),
      featuredImage: image,
      updatedAt,
    },
    draftId: found.id,
  };
}

/**
 * The newest draft in this browser of a post that cannot be loaded. It stays once found, even if the post can be loaded later, because somebody may
 * be editing it.
 */
export function useUnsavedEdit(userId: string, postId: string, isWanted: boolean) {
  const { data, isPending } = useQuery({
    queryKey: ['unsaved-edit', userId, postId],
    queryFn: () => findUnsavedEdit(userId, postId),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { edit: data ?? null, isLooking: isWanted && isPending };
}
