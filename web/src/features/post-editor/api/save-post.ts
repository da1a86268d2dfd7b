import { isSameValue, WRITTEN_FIELDS } from '@inkwell/shared/post-fields';
import { type Post, type PostBody, PostConflict, postApi } from '@inkwell/shared/posts';
import { IN_REVIEW_TEXT } from '@inkwell/shared/reviews';
import type { SavedDraft } from '@inkwell/shared/sittings';
import { storageApi } from '@inkwell/shared/storage';
import { type QueryClient, type QueryKey, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { call, isApiError } from '../../../lib/api.ts';
import { refusalBody } from '../../../lib/refusal-body.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { categoryQueries } from '../../categories/api/queries.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { statsQueries } from '../../stats/api/queries.ts';
import { UPLOAD_FAILED } from '../../text-editor/upload-failed.ts';
import type { ImageChoice } from '../featured-image.ts';
import type { EditedPost, SentFields } from '../post-form.ts';

/** The post that somebody else stored meanwhile, with that person if known. */
export type Theirs = EditedPost & Pick<PostConflict, 'lastEditedBy'>;

/** Somebody else edited the post meanwhile; `theirs` is the stored version. */
export class EditConflict extends Error {
  constructor(readonly theirs: Theirs) {
    super('This was changed by someone else while you were editing it.');
    this.name = 'EditConflict';
  }
}

/** A post after a save. */
export type SavedPost = Post & { readonly publishAt?: string | null | undefined };

/** Uploaded pictures by file, so that a repeated save does not upload again. */
const uploads = new WeakMap<File, string>();

/**
 * The address of the selected picture; a new one is uploaded first. Product §4.
 * @throws Error 'Failed to upload image'
 */
export async function resolveImage(
  image: ImageChoice,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  if (image.kind === 'none') return null;
  if (image.kind === 'stored') return image.url;
  const known = uploads.get(image.file);
  if (known) return known;
  try {
    const { imageUrl } = await uploadFile(storageApi.upload, image.file, { onProgress, signal });
    uploads.set(image.file, imageUrl);
    return imageUrl;
  } catch (cause) {
    throw new Error(UPLOAD_FAILED, { cause });
  }
}

export type SentBody = SentFields &
  Pick<PostBody, 'featuredImage'> & {
    /** The draft that is being saved. */
    readonly draft?: SavedDraft;
  };

const isSaved = (post: Post, body: SentBody): boolean =>
  WRITTEN_FIELDS.every((field) => body[field] === undefined || isSameValue(post[field] ?? '', body[field] ?? ''));

/**
 * Creates a post once, however often the call is repeated with the same key. A repeat after a lost answer gets the post of the first attempt, and
 * then saves later changes to it.
 */
export async function createPost(
  body: SentBody & { readonly publishAt?: string },
  submissionKey: string,
): Promise<SavedPost> {
  const post = await call(postApi.create, { body }, { headers: { 'Idempotency-Key': submissionKey } });
  if (isSaved(post, body)) return post;
  return call(postApi.update, { params: { id: post.id }, body: { ...body, baseUpdatedAt: post.updatedAt } });
}

/**
 * The stored post, from a conflict that does not contain it.
 * @throws Error for a post in review, which only staff can change: there is nothing of theirs to merge
 */
async function storedVersion(id: string): Promise<Post & Pick<PostConflict, 'lastEditedBy'>> {
  const stored = await call(postApi.byId, { params: { id } });
  if (stored.inReviewSince) throw new Error(IN_REVIEW_TEXT);
  return { ...stored, lastEditedBy: null };
}

/**
 * Saves an edited post.
 * @throws EditConflict when the post was edited since `baseUpdatedAt` and now differs from `body`
 */
export async function updatePost(id: string, body: SentBody, baseUpdatedAt: string): Promise<SavedPost> {
  try {
    return await call(postApi.update, { params: { id }, body: { ...body, baseUpdatedAt } });
  } catch (error) {
    if (!isApiError(error, 409)) throw error;
    const theirs = refusalBody(error, 409, PostConflict) ?? (await storedVersion(id));
    // The answer to an earlier attempt was lost, so the stored post is ours.
    if (isSaved(theirs, body)) return theirs;
    throw new EditConflict(theirs);
  }
}

/** Refetches a query even if a closing dialog would cancel it. The component that shows the answer handles failures. */
async function readAgain<T, K extends QueryKey>(
  client: QueryClient,
  options: QueryObserverOptions<T, Error, T, T, K>,
): Promise<void> {
  const observer = new QueryObserver(client, { ...options, refetchOnMount: false });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch({ cancelRefetch: false });
  stop();
}

/** Invalidates queries of a saved post: lists for readers and staff, the post itself, counts of categories. Product §7. */
export function refreshAfterSave(client: QueryClient, post: Post, { isNew }: { isNew: boolean }): void {
  showAnswer(client, postQueries.byId(post.id).queryKey, post);
  void client.invalidateQueries({ queryKey: postQueries.all });
  void client.invalidateQueries({ queryKey: ['admin'] });
  void client.invalidateQueries({ queryKey: categoryQueries.list().queryKey });
  void client.invalidateQueries({ queryKey: statsQueries.stats().queryKey });
  if (isNew) return;
  void readAgain(client, postQueries.byId(post.id));
  void readAgain(client, categoryQueries.list());
}
