import { useEffect, useState } from 'react';
import { offersFor } from './drafts/draft.ts';
import { draftStore } from './drafts/draft-store.ts';
import { type EditedPost, unfinishedFieldsOf } from './post-form.ts';

/** A post as it was when a draft of this browser began. */
interface KeptEdit {
  readonly post: EditedPost;
  readonly draftId: string;
}

async function findKeptEdit(userId: string, postId: string): Promise<KeptEdit | null> {
  for (const { id, base } of offersFor(await draftStore.list(userId), postId)) {
    if (!base) continue;
    const { form, image, updatedAt } = base;
    return { post: { id: postId, ...unfinishedFieldsOf(form), featuredImage: image, updatedAt }, draftId: id };
  }
  return null;
}

/**
 * What somebody can go on with when a post cannot be loaded: the newest draft of it in this browser. Once there is one it stays, whatever
 * becomes of the post, because somebody writes in it.
 */
export function useKeptEdit(userId: string, postId: string, isWanted: boolean) {
  const [edit, setEdit] = useState<KeptEdit | null>(null);
  const [isLooked, setLooked] = useState(false);

  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    findKeptEdit(userId, postId)
      .then((found) => !isLeft && setEdit(found))
      .catch((error: unknown) => console.warn('Drafts could not be read', error))
      .finally(() => !isLeft && setLooked(true));
    return () => {
      isLeft = true;
    };
  }, [userId, postId, isWanted]);

  return { edit, isLooking: isWanted && !isLooked };
}
