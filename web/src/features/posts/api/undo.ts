import { type Post, postApi, type StaffPost } from '@inkwell/shared/posts';
import type { PostStatus } from '@inkwell/shared/schedule';
import type { QueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call, isApiError } from '../../../lib/api.ts';
import { type ToastInput, toastError, toastSuccess } from '../../../lib/toast.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { statsQueries } from '../../stats/api/queries.ts';
import { postQueries } from './queries.ts';

/** Queries derived from posts: lists for readers and staff, revisions, categories, figures. Product §7. */
const refresh = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['admin'] }),
    client.invalidateQueries({ queryKey: ['revisions'] }),
    client.invalidateQueries({ queryKey: postQueries.all }),
    client.invalidateQueries({ queryKey: categoryQueries.list().queryKey }),
    client.invalidateQueries({ queryKey: statsQueries.stats().queryKey }),
  ]);

/**
 * The Undo button of a toast. It also works on another page.
 * @param takeBack resolves to the text of the next toast, or to null if everything was edited since; may reject with 409
 * @param noun the changed item
 */
export function undoButton(
  client: QueryClient,
  takeBack: () => Promise<string | null>,
  noun: 'post' | 'page' = 'post',
): NonNullable<ToastInput['action']> {
  const refuse = () => toastError('Not Undone', `Somebody has changed the ${noun} since. It stays as it is.`);
  const run = async () => {
    try {
      const done = await takeBack();
      if (done === null) refuse();
      else toastSuccess('Undone', done);
    } catch (error) {
      if (isApiError(error, 409)) refuse();
      else toastError('Error', ...actionFailure('undo this', error));
    }
    await refresh(client);
  };
  return { label: 'Undo', run: () => void run() };
}

const AGAIN: Readonly<Record<PostStatus, string>> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  published: 'published',
  trash: 'in the trash',
};

/** The status of a post or page after a change was undone. */
export const statusAgain = (noun: 'post' | 'page', status: PostStatus): string =>
  `The ${noun} is ${AGAIN[status]} again.`;

/** Undoes that a post was published or unpublished. */
export const undoPublication = (
  client: QueryClient,
  after: Pick<StaffPost, 'id' | 'updatedAt' | 'isPublished'>,
  {
    publishAt,
    onUndone,
  }: {
    /** The time for which the post was scheduled. */
    readonly publishAt: string | null;
    readonly onUndone?: (post: Post) => void;
  },
) =>
  undoButton(client, async () => {
    const { id, updatedAt: baseUpdatedAt, isPublished: wasPublished } = after;
    const body = {
      isPublished: !wasPublished,
      baseUpdatedAt,
      undo: true,
      ...(wasPublished && publishAt !== null && { publishAt }),
    };
    const post = await call(postApi.update, { params: { id }, body });
    onUndone?.(post);
    return statusAgain('post', post.status);
  });

/** Undoes the deletion of a post. */
export const undoDeletion = (client: QueryClient, id: string) =>
  undoButton(client, async () => {
    await call(postApi.undelete, { params: { id } });
    return 'The post is restored as a draft.';
  });
