import { canSetField } from '@inkwell/shared/own-posts';
import { canPublish, isAdmin, isStaff, type Viewer } from '@inkwell/shared/permissions';
import { WRITTEN_FIELDS } from '@inkwell/shared/post-fields';
import { postApi } from '@inkwell/shared/posts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { ToastInput } from '../../../lib/toast.ts';
import type { WayBack } from '../../../lib/way-back.ts';
import { newsletterOffer } from '../../../lib/writing-paths.ts';
import { undoPublication } from '../../posts/api/undo.ts';
import type { EditedKind } from '../edited-kind.ts';
import type { EditedPost } from '../post-form.ts';
import { createPost, refreshAfterSave, type SavedPost, type SentBody, updatePost } from './save-post.ts';

/** A completed save. */
interface Done {
  readonly isNew: boolean;
  readonly wasPublished: boolean;
  /** The time at which it was scheduled. */
  readonly publishAt: string | null;
  readonly onUndone: (after: EditedPost) => void;
}

/** How the editor saves and reads a post or page. */
export interface Edited<Saved extends EditedPost = EditedPost> {
  readonly kind: EditedKind;
  /** Creates it once, however often it is called with the same key. */
  create(body: SentBody & { readonly publishAt?: string }, submissionKey: string): Promise<Saved>;
  /** @throws EditConflict when it was edited since `baseUpdatedAt` and now differs from `body` */
  update(id: string, body: SentBody, baseUpdatedAt: string): Promise<Saved>;
  read(id: string): Promise<Saved>;
  /** Refetches what a save has changed. @returns the button that undoes the publication */
  follow(client: QueryClient, saved: Saved, done: Done): ToastInput['action'];
  /** The next step in the toast about a save. */
  offer?(saved: EditedPost, wasPublished: boolean): Pick<ToastInput, 'link' | 'linkLabel'>;
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

/**
 * Sends only the fields that the viewer may set. A draft from a former role may contain other values, which the editor no longer shows and for which
 * the server would refuse the whole text.
 */
export function sentBy(edited: Edited, viewerNow: () => Viewer, wayBack: WayBack | null = null): Edited {
  const allowed = <Body extends SentBody>(body: Body): Body => {
    const viewer = viewerNow();
    if (isStaff(viewer)) return body;
    const isLeftOut = (name: string) =>
      name !== 'isPublished' && WRITTEN_FIELDS.some((field) => field === name && !canSetField(viewer, field));
    const sent = Object.fromEntries(Object.entries(body).filter(([name]) => !isLeftOut(name)));
    // Saves do not change omitted fields.
    return { ...sent, ...(!canPublish(viewer) && { isPublished: false }) } as Body;
  };
  return {
    ...edited,
    create: (body, submissionKey) => edited.create(allowed(body), submissionKey),
    update: (id, body, baseUpdatedAt) => edited.update(id, allowed(body), baseUpdatedAt),
    offer({ id, isPublished }, wasPublished) {
      if (edited.kind === 'post' && isPublished && !wasPublished && isAdmin(viewerNow())) return newsletterOffer(id);
      return wayBack ? { link: wayBack.to, linkLabel: `Back to ${wayBack.label}` } : {};
    },
  };
}
