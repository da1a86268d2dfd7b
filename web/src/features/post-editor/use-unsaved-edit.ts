import { useEffect, useState } from 'react';
import { autosaveStore } from '../../lib/autosave/store.ts';
import { type EditedPost, unfinishedFieldsOf } from './post-form.ts';
import { placeOf, postDraftKind } from './session/post-draft.ts';

/** A post as it was when a draft of this browser began. */
interface UnsavedEdit {
  readonly post: EditedPost;
  readonly draftId: string;
}

async function findUnsavedEdit(userId: string, postId: string): Promise<UnsavedEdit | null> {
  const { records } = await autosaveStore.list(postDraftKind, userId, placeOf(postId));
  for (const { id, state, fields } of records) {
    if (!fields.base || state !== 'open') continue;
    const { form, image, updatedAt } = fields.base;
    return { post: { id: postId, ...unfinishedFieldsOf(form), featuredImage: image, updatedAt }, draftId: id };
  }
  return null;
}

/**
 * What somebody can go on with when a post cannot be loaded: the newest draft of it in this browser. Once there is one it stays, whatever
 * becomes of the post, because somebody writes in it.
 */
export function useUnsavedEdit(userId: string, postId: string, isWanted: boolean) {
  const [edit, setEdit] = useState<UnsavedEdit | null>(null);
  const [isLooked, setLooked] = useState(false);

  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    findUnsavedEdit(userId, postId)
      .then((found) => !isLeft && setEdit(found))
      .catch((error: unknown) => console.warn('Drafts could not be read', error))
      .finally(() => !isLeft && setLooked(true));
    return () => {
      isLeft = true;
    };
  }, [userId, postId, isWanted]);

  return { edit, isLooking: isWanted && !isLooked };
}
