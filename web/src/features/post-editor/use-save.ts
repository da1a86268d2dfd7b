import { CONFLICT_MARKERS_LEFT } from '@inkwell/shared/conflict-markers';
import { FORM_FIELDS } from '@inkwell/shared/post-fields';
import type { PostForm } from '@inkwell/shared/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { actionFailure } from '../../lib/action-failure.ts';
import { isApiError } from '../../lib/api.ts';
import { toastError, toastSuccess } from '../../lib/toast.ts';
import { plannedTime } from '../scheduling/scheduled-time.ts';
import { reveal } from '../text-editor/markdown-input/reveal.ts';
import { UnsentPicture, UPLOAD_FAILED } from '../text-editor/upload-failed.ts';
import { createPost, EditConflict, refreshAfterSave, resolveImage, type Theirs, updatePost } from './api/save-post.ts';
import { openPassages, passageAfter } from './conflict/passages.ts';
import type { DraftBase } from './drafts/draft.ts';
import { type ImageChoice, storedImage } from './featured-image.ts';
import { bodyOf, type EditedPost, isSameForm } from './post-form.ts';
import { baseOf, type Desk } from './use-desk.ts';

function focusFirstError(errors: Record<string, unknown>): void {
  const first = FORM_FIELDS.find((field) => errors[field]);
  document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus();
}

interface SaveInput {
  readonly desk: Desk;
  /** A save has succeeded: the server needs no draft of it any more. */
  readonly onStored: () => void;
  /** All of the form is saved. */
  readonly forgetDraft: () => Promise<void>;
  /** Nothing is left to be saved, and the writer wants to leave. */
  readonly onSaved: () => void;
  readonly onConflict: (theirs: Theirs) => void;
}

/** What a save took along. */
interface Sent {
  readonly form: PostForm;
  readonly image: ImageChoice;
  /** Whether it is still all that is there. */
  readonly isAll: boolean;
}

interface SaveOptions {
  readonly stored: EditedPost | null;
  readonly base: DraftBase | null;
  /** Repeating a save with the same key creates no second post. */
  readonly submissionKey: string;
  /** Stays in the editor, and neither publishes nor unpublishes. */
  readonly isStaying?: boolean;
}

/** Saves what lies on the desk: one save at a time, and what is typed meanwhile stays. */
export function useSave({ desk, onStored, forgetDraft, onSaved, onConflict }: SaveInput) {
  const { form, pictures, chosenImage, stored, base, submissionKey } = desk;
  const client = useQueryClient();
  const [uploadShare, setUploadShare] = useState<number | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isRestKept, setRestKept] = useState(false);
  const [isGone, setGone] = useState(false);
  const running = useRef<AbortController | null>(null);
  const isFinished = useRef(false);
  useEffect(() => () => running.current?.abort(), []);

  /** Brings the next passage that holds both versions into view, selected. */
  function showPassage(): void {
    // A hidden text area can neither be selected nor scrolled.
    flushSync(() => desk.setPreviewing(false));
    const { current: area } = pictures.area;
    const passage = area && passageAfter(openPassages(area.value), area.selectionEnd);
    if (area && passage) reveal(area, passage.start, passage.end);
  }

  /** Whether what stands in the form may be saved; where not, its faults are shown. */
  function isFit(isForReaders: boolean): boolean {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) {
      flushSync(() => desk.setPreviewing(false));
      focusFirstError(errors);
      return false;
    }
    const { content } = form.getValues();
    // Of what shows them already, other fields can be changed.
    const isShown = stored?.isPublished && content === stored.content;
    if (!isForReaders || isShown || openPassages(content).length === 0) return true;
    form.setFieldError('content', CONFLICT_MARKERS_LEFT);
    pictures.area.current?.setSelectionRange(0, 0);
    showPassage();
    return false;
  }

  /**
   * What was written since a save began stays in the form, as changes to what it saved. Texts are trimmed on the way, which makes
   * no change of a form that nobody touched.
   */
  function goOn(saved: EditedPost, { form: sent, image: savedImage, isAll }: Sent): void {
    const base = baseOf(saved);
    desk.setStored(saved);
    desk.setBase(isAll ? { ...base, form: { ...sent, isPublished: saved.isPublished } } : base);
    if (chosenImage() === savedImage) desk.setImage(storedImage(saved.featuredImage));
    desk.setMerge(null);
    setRestKept(!isAll);
  }

  async function save({ stored, base, submissionKey, isStaying = false }: SaveOptions): Promise<void> {
    const willBePublished = () => (isStaying ? (stored?.isPublished ?? false) : form.getValues().isPublished);
    const isPlanned = () => stored === null && plannedTime(desk.planned).publishAt !== undefined;
    if (running.current || !isFit(willBePublished() || isPlanned())) return;
    const attempt = new AbortController();
    running.current = attempt;
    setSaving(true);
    setRestKept(false);
    try {
      await pictures.settled();
      const isPublished = willBePublished();
      if (!isFit(isPublished || isPlanned())) return;
      const sent = form.getValues();
      const sentImage = chosenImage();
      const url = await resolveImage(sentImage, setUploadShare, attempt.signal);
      setUploadShare(null);
      const content = pictures.kept(sent.content);
      const body = bodyOf({ ...sent, content, isPublished }, { featuredImage: url });
      const saved =
        stored && base
          ? await updatePost(stored.id, body, base.updatedAt)
          : await createPost({ ...body, ...(!isPublished && plannedTime(desk.planned)) }, submissionKey);
      refreshAfterSave(client, saved, { isNew: stored === null });
      toastSuccess('Success', stored ? 'Post updated successfully!' : 'Post created successfully!');
      const isTypedOn = () => !isSameForm(form.getValues(), sent) || chosenImage() !== sentImage || pictures.isBusy();
      const stay = () => {
        isFinished.current = false;
        const isAll = !isTypedOn();
        flushSync(() => goOn(saved, { form: { ...sent, content }, image: sentImage, isAll }));
      };
      isFinished.current = true;
      // Of a page that was left nobody sends again what was written since: it stays on the server.
      if (!attempt.signal.aborted || !isTypedOn()) onStored();
      // Begun before the form goes on: a form without changes is taken for one whose words were taken out.
      const forgetting = !isTypedOn() && sent.isPublished === isPublished ? forgetDraft() : null;
      if (isTypedOn() || isStaying) stay();
      await forgetting;
      // Somebody may write while the browser forgets.
      if (isFinished.current && isTypedOn()) stay();
      if (!isFinished.current) return;
      if (!attempt.signal.aborted) onSaved();
    } catch (error) {
      const isCancelled = attempt.signal.aborted && error instanceof Error && error.message === UPLOAD_FAILED;
      if (isCancelled) return;
      if (error instanceof EditConflict) onConflict(error.theirs);
      else if (stored && isApiError(error, 404)) setGone(true);
      else {
        const [words, reason] = actionFailure(stored ? 'update post' : 'create post', error);
        const cause = error instanceof Error ? error.cause : null;
        toastError('Error', words, cause instanceof UnsentPicture ? cause.message : reason);
      }
    } finally {
      running.current = null;
      setUploadShare(null);
      setSaving(false);
    }
  }

  /** The post was deleted elsewhere: what stands here becomes another one. */
  function saveAsNew(): void {
    const key = crypto.randomUUID();
    setGone(false);
    desk.setStored(null);
    desk.setBase(null);
    desk.setSubmissionKey(key);
    void save({ stored: null, base: null, submissionKey: key });
  }

  return {
    isSaving,
    uploadShare,
    /** Whether a save has left out what was written while it was under way. */
    isRestKept: isRestKept && desk.isDirty,
    /** Whether the post was deleted by somebody else. */
    isGone,
    saveAsNew,
    showPassage,
    /** What the button does: saves as the switch says, then leaves. */
    submit: () => void save({ stored, base, submissionKey }),
    /** Saves and stays, and changes nothing about who can read it. */
    saveHere: () => void save({ stored, base, submissionKey, isStaying: true }),
    /** Saves over another version of the post. */
    saveOver: (theirs: DraftBase) => void save({ stored, base: theirs, submissionKey }),
    /** Whether nothing here is unsaved work any more; asked at the moment. */
    isFinished: useCallback(() => isFinished.current, []),
    /** From now on nothing here is unsaved work, whatever the form holds. */
    finish: () => {
      isFinished.current = true;
    },
    unfinish: () => {
      isFinished.current = false;
    },
  };
}
