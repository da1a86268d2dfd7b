import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import { failureText } from '../../lib/failure.ts';
import { toastError } from '../../lib/toast.ts';
import { keepStrayFiles } from '../text-editor/stray-files.ts';
import { useEditing } from './api/editing.ts';
import type { Draft, DraftContent, DraftStore } from './drafts/draft.ts';
import { imageUrlOf } from './drafts/draft-body.ts';
import { isAtRisk } from './drafts/draft-writer.ts';
import { type ServerOffer, serverKeyOf, type WantedDraft } from './drafts/server-offer.ts';
import { type Adoption, useDraft } from './drafts/use-draft.ts';
import { useServerDraft } from './drafts/use-server-draft.ts';
import { type EditedPost, formOf, isSavedAs } from './post-form.ts';
import { isSameImage, useDesk } from './use-desk.ts';
import { useSave } from './use-save.ts';
import { useServerOffers } from './use-server-offers.ts';
import { useVersions } from './use-versions.ts';
import { sayWhereDraftIs } from './where-draft-is.ts';

interface EditorInput {
  readonly store: DraftStore;
  readonly userId: string;
  /** The post as it was when editing began; null for a new one. */
  readonly post: EditedPost | null;
  /** Everything is saved; not called when something was written while a save was under way, or when the writer stays. */
  readonly onSaved: () => void;
  /** An earlier draft that the writer has asked for already. */
  readonly wantedDraft?: WantedDraft | null;
}

/** Whether a post holds all that a draft does. */
const isSaved = (draft: Draft, post: EditedPost | null): boolean =>
  post !== null && isSavedAs(formOf(post), draft.form) && isSameImage(draft.image, post.featuredImage);

/** Everything the editor page and the Edit Post dialog do: the form, its drafts, saving, and settling versions. */
export function usePostEditor({ store, userId, post, onSaved, wantedDraft = null }: EditorInput) {
  const desk = useDesk(post);
  const { form, written, image, base, stored, submissionKey, isDirty } = desk;
  const postId = stored?.id ?? null;
  const draft = useDraft({
    ...{ store, userId, postId },
    // Saved under the key of what another tab goes on with, it would take the place of that.
    onTakenAway: () => stored ?? desk.setSubmissionKey(crypto.randomUUID()),
  });
  const server = useServerDraft({ userId, postId, serverKey: draft.serverKey, isAtRisk: isAtRisk(draft.status) });
  const fromServer = useServerOffers({ userId, stored, base, draft, server });
  const others = useEditing(postId);

  const { synced, sending } = server;
  const content = useMemo<DraftContent>(
    () => ({
      ...{ form: written, image, base, submissionKey },
      ...(synced && { synced }),
      ...(sending && { sending: { form: sending.form, image: sending.image } }),
    }),
    [written, image, base, submissionKey, synced, sending],
  );

  const saving = useSave({
    desk,
    onSaved,
    onConflict: (theirs) => versions.onConflict(theirs),
    // Nobody waits for the server: what cannot be removed now is removed later.
    onStored() {
      void server.remove();
      void fromServer.forgetBeside();
    },
    forgetDraft: draft.forget,
  });
  const versions = useVersions({ desk, draft, server, content, saveOver: saving.saveOver });

  const { keep, rest } = draft;
  const { isFinished } = saving;
  useEffect(() => {
    if (isFinished()) return;
    if (isDirty) keep(content);
    else rest(content);
  }, [isDirty, content, keep, rest, isFinished]);

  const { change, standing } = server;
  const { setStandingAside } = fromServer;
  useEffect(() => {
    if (!isDirty || isFinished()) return;
    if (standing) void setStandingAside();
    else
      change({ form: content.form, image: imageUrlOf(content.image), baseUpdatedAt: content.base?.updatedAt ?? null });
  }, [isDirty, content, change, standing, setStandingAside, isFinished]);

  const leave = useRef(() => {});
  leave.current = () => {
    if (!isDirty) draft.tidy();
    else if (!saving.isFinished()) sayWhereDraftIs(userId);
  };
  useEffect(() => () => leave.current(), []);
  useEffect(keepStrayFiles, []);

  /** Puts an earlier draft into the form. */
  async function restore(offer: Draft, how: Adoption = 'alone', isKept = true): Promise<void> {
    if (how === 'copy' && isDirty && draft.status === 'failed') {
      toastError(
        'Error',
        'This browser does not keep what you wrote here, so nothing can be put in its place. Save it first.',
      );
      return;
    }
    if (how === 'take') server.takeOver(serverKeyOf(offer));
    const adopted = await draft.adopt(offer, how, isKept);
    if (adopted.draft === null) {
      if (adopted.reason === 'gone') toastError('Draft Not Found', 'It was saved or discarded in another tab.');
      return;
    }
    const found = adopted.draft;
    if (how !== 'copy') fromServer.goOnFrom(found);
    else {
      // What was typed here so far is a draft of its own.
      draft.goOnApart();
      if (postId === null) server.resume(null);
    }
    form.setValues(found.form);
    form.clearErrors();
    desk.setImage(found.image);
    desk.setSubmissionKey(how === 'copy' ? crypto.randomUUID() : found.submissionKey);
    if (found.base && stored) desk.setBase(found.base);
  }

  /** Puts a draft that another device left on the server into the form. */
  async function restoreFromServer({ key }: Pick<ServerOffer, 'key'>): Promise<void> {
    try {
      const brought = await fromServer.bring({ key });
      if (brought) await restore(brought.draft, 'alone', brought.kept !== null);
      else toastError('Draft Not Found', 'It was saved or discarded on another device.');
    } catch (error) {
      // Without a network, what this browser has of it is all there is.
      const here = draft.offers.find((local) => serverKeyOf(local) === key);
      if (here) await restore(here);
      const lacking = here
        ? 'The draft on the server could not be loaded: this is what this browser has of it.'
        : 'The draft could not be loaded.';
      toastError('Error', `${lacking} ${failureText(error)}`);
    }
  }

  const wanted = useRef(wantedDraft);
  useEffect(() => {
    const one = wanted.current;
    if (!draft.known || one === null) return;
    wanted.current = null;
    const here = one.isOnServer ? undefined : draft.known.find(({ id }) => id === one.id);
    if (here) void restore(here);
    else void restoreFromServer({ key: one.id });
  });

  return {
    form,
    image,
    setImage: desk.setImage,
    isDirty,
    /** Whether leaving now would leave unsaved work behind; asked at the moment of leaving. */
    hasUnsavedWork: () => (isDirty || desk.pictures.isBusy()) && !saving.isFinished(),
    stored,
    pictures: desk.pictures,
    isPreviewing: desk.isPreviewing,
    setPreviewing: desk.setPreviewing,
    planned: desk.planned,
    setPlanned: desk.setPlanned,
    merge: desk.merge,
    isSaving: saving.isSaving,
    uploadShare: saving.uploadShare,
    isRestKept: saving.isRestKept,
    isGone: saving.isGone,
    saveAsNew: saving.saveAsNew,
    showPassage: saving.showPassage,
    submit: (event: FormEvent) => {
      event.preventDefault();
      saving.submit();
    },
    saveHere: saving.saveHere,
    draft,
    server,
    serverOffers: fromServer.offers,
    /** Earlier work of this browser, but for what was saved before its tab could hear of it. */
    localOffers: draft.offers.filter((local) => !isSaved(local, stored)),
    discardOnServer: fromServer.discard,
    /** Throws an earlier draft away, here and on the server. */
    discardOffer: async (offer: Draft) => {
      if (await draft.discard(offer)) await fromServer.removeKnown(offer);
    },
    restore,
    restoreFromServer,
    /** Throws away what was written here; the list of drafts has it for a while. */
    discard: async () => {
      saving.finish();
      try {
        await draft.discardOwn(content);
      } catch (error) {
        saving.unfinish();
        throw error;
      }
      void server.remove();
      void fromServer.forgetBeside();
    },
    versions,
    /** Who else edits the post at present. */
    others,
  };
}

export type PostEditor = ReturnType<typeof usePostEditor>;
