import { postApi } from '@inkwell/shared/posts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { ToastInput } from '../../../lib/toast.ts';
import { undoPublication } from '../../posts/api/undo.ts';
import type { EditedKind } from '../edited-kind.ts';
import type { EditedPost } from '../post-form.ts';
import { createPost, refreshAfterSave, type SavedPost, type SentBody, updatePost } from './save-post.ts';

/** A save that is done. */
interface Done {
  readonly isNew: boolean;
  readonly wasPublished: boolean;
  /** When it was to be published on schedule. */
  readonly publishAt: string | null;
  readonly onUndone: (after: EditedPost) => void;
}

/** How the editor saves and reads what it edits. */
export interface Edited<Saved extends EditedPost = EditedPost> {
  readonly kind: EditedKind;
  /** Creates it once, however often the call is repeated with the same key. */
  create(body: SentBody & { readonly publishAt?: string }, submissionKey: string): Promise<Saved>;
  /** @throws EditConflict when it was edited since `baseUpdatedAt` and now differs from `body` */
  update(id: string, body: SentBody, baseUpdatedAt: string): Promise<Saved>;
  read(id: string): Promise<Saved>;
  /** Reads again what a save has changed. @returns the button that takes its publication back */
  follow(client: QueryClient, saved: Saved, done: Done): ToastInput['action'];
}

export const editedPost: Edited<SavedPost> = {
  kind: 'post',
  create: createPost,
  update: updatePost,
  read: (id) => call(postApi.byId, { params: { id } }),
  follow(client, post, { isNew, wasPublished, publishAt, onUndone }) {
    refreshAfterSave(client, post, { isNew });
    return post.isPublished && !wasPublished ? undoPublication(client, post, { publishAt, onUndone }) : undefined;
  },
};
