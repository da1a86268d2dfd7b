import type { QueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { isApiError } from '../../../lib/api.ts';
import { tellIfLate } from '../../../lib/tell-if-late.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { UnsentPicture, UPLOAD_FAILED } from '../../text-editor/upload-failed.ts';
import type { Edited } from '../api/edited.ts';
import { EditConflict, resolveImage } from '../api/save-post.ts';
import type { SaveFailure } from './saving.ts';
import type { Event } from './session.ts';
import type { Effect } from './state.ts';

/** The toast's addition about a text that readers do not see. */
const DRAFT_NOTES = {
  draft: 'It is a draft: readers do not see it.',
  scheduled: 'It is a draft: readers see it from its time to publish on.',
};

/** Called after a refusal, for example because the right to write was withdrawn meanwhile. */
const TEXT_IS_KEPT = 'You may not save this, or no longer. Your text stays here and in your drafts.';

type SaveEffect = Extract<Effect, { do: 'save' }>;

export interface SaverInput {
  readonly edited: Edited;
  readonly client: QueryClient;
  readonly pictures: {
    /** Waits for uploads. @throws Error while the text has a picture whose upload failed */
    readonly settled: () => Promise<void>;
    readonly isBusy: () => boolean;
  };
}

/** Sends the saves of one editor and shows their results. */
export function createSaver({ edited, client, pictures }: SaverInput, dispatch: (event: Event) => void) {
  const { kind } = edited;
  let uploading = new AbortController();

  function fail(error: unknown, isNew: boolean): SaveFailure {
    if (error instanceof EditConflict) return { is: 'conflict', theirs: error.theirs };
    if (!isNew && isApiError(error, 404)) return { is: 'gone' };
    const isCancelled = uploading.signal.aborted && error instanceof Error && error.message === UPLOAD_FAILED;
    if (!isCancelled) {
      const [words, reason] = actionFailure(`${isNew ? 'create' : 'update'} ${kind}`, error);
      const cause = error instanceof Error ? error.cause : null;
      toastError(
        'Error',
        words,
        cause instanceof UnsentPicture ? cause.message : isApiError(error, 403) ? TEXT_IS_KEPT : reason,
      );
    }
    return { is: 'told' };
  }

  return {
    /** @returns whether all pictures of the text are there */
    async settlePictures(isNew: boolean): Promise<boolean> {
      try {
        await pictures.settled();
        return true;
      } catch (error) {
        dispatch({ type: 'saveFailed', failure: fail(error, isNew) });
        return false;
      }
    },

    async save({ body, image, carried, over, submissionKey }: SaveEffect): Promise<void> {
      try {
        if (uploading.signal.aborted) uploading = new AbortController();
        const share = (share: number | null) => dispatch({ type: 'uploading', share });
        const featuredImage = await resolveImage(image, share, uploading.signal);
        if (image.kind === 'file') share(null);
        const whole = { ...body, featuredImage, draft: carried };
        const post = await tellIfLate(
          over ? edited.update(over.postId, whole, over.updatedAt) : edited.create(whole, submissionKey),
        );
        const action = edited.follow(client, post, {
          isNew: over === null,
          wasPublished: over?.isPublished ?? false,
          publishAt: over?.publishAt ?? null,
          onUndone: (after) => dispatch({ type: 'publicationUndone', before: post, after }),
        });
        const noun = kind === 'page' ? 'Page' : 'Post';
        toastSuccess('Success', `${noun} ${over ? 'updated' : 'created'} successfully!`, {
          ...(!post.isPublished && { reason: DRAFT_NOTES[post.publishAt ? 'scheduled' : 'draft'] }),
          ...(action && { action }),
          ...edited.offer?.(post, over?.isPublished ?? false),
        });
        dispatch({ type: 'saved', post, isBusy: pictures.isBusy() });
      } catch (error) {
        dispatch({ type: 'saveFailed', failure: fail(error, over === null) });
      }
    },

    /** Reads the post or page to which a closed sitting was saved. */
    async readPost(postId: string): Promise<void> {
      const post = await edited.read(postId).catch((error: unknown) => {
        console.warn('The post of a draft could not be read', error);
        return null;
      });
      dispatch({ type: 'postRead', post });
    },

    /** Cancels the upload of the featured image. */
    leave: () => uploading.abort(),
  };
}
