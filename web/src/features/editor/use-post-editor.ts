import { FORM_FIELDS } from '@inkwell/shared/post-fields';
import { type Post, PostForm } from '@inkwell/shared/posts';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { actionFailure } from '../../lib/action-failure.ts';
import { toastError, toastSuccess } from '../../lib/toast.ts';
import { createPost, EditConflict, refreshAfterSave, resolveImage, updatePost } from './api/save-post.ts';
import { type FormMerge, mergeForms } from './conflict/merge-forms.ts';
import type { Draft, DraftBase, DraftStore } from './drafts/draft.ts';
import { useDraft } from './drafts/use-draft.ts';
import { type ImageChoice, storedImage } from './featured-image.ts';
import { usePictures } from './markdown-input/use-pictures.ts';
import { bodyOf, EMPTY_POST, formOf, isSameForm } from './post-form.ts';
import { UPLOAD_FAILED } from './upload-failed.ts';

const baseOf = (post: Post): DraftBase => ({
  form: formOf(post),
  image: post.featuredImage,
  updatedAt: post.updatedAt,
});

const isSameImage = (image: ImageChoice, url: string | null): boolean =>
  image.kind === 'none' ? url === null : image.kind === 'stored' && image.url === url;

interface EditorInput {
  readonly store: DraftStore;
  readonly userId: string;
  /** The post as it was when editing began; null for a new one. */
  readonly post: Post | null;
  /** Everything is saved; not called when something was written while a save was under way. */
  readonly onSaved: () => void;
}

/** Everything the editor page and the Edit Post dialog do: the form, its draft, saving, and settling conflicts. */
export function usePostEditor({ store, userId, post, onSaved }: EditorInput) {
  const client = useQueryClient();
  const [stored, setStored] = useState(post);
  const [base, setBase] = useState<DraftBase | null>(() => post && baseOf(post));
  const [image, setImage] = useState<ImageChoice>(() => storedImage(post?.featuredImage ?? null));
  const [submissionKey, setSubmissionKey] = useState<string>(() => crypto.randomUUID());
  const [uploadShare, setUploadShare] = useState<number | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isRestKept, setRestKept] = useState(false);
  const [theirs, setTheirs] = useState<Post | null>(null);
  const [merge, setMerge] = useState<FormMerge | null>(null);
  const draft = useDraft({ store, userId, postId: stored?.id ?? null });
  const pictures = usePictures();
  const chosen = useRef(image);
  chosen.current = image;
  const running = useRef<AbortController | null>(null);
  const isFinished = useRef(false);
  const form = useForm<PostForm>({
    initialValues: post ? formOf(post) : EMPTY_POST,
    validate: schemaResolver(PostForm, { sync: true }),
  });

  const { values } = form;
  const { kept } = pictures;
  const written = useMemo(() => ({ ...values, content: kept(values.content) }), [values, kept]);
  const isDirty = !isSameForm(written, base?.form ?? EMPTY_POST) || !isSameImage(image, base?.image ?? null);

  const { keep, forget } = draft;
  useEffect(() => {
    if (isDirty) keep({ form: written, image, base, submissionKey });
    else void forget();
  }, [isDirty, written, image, base, submissionKey, keep, forget]);

  useEffect(() => () => running.current?.abort(), []);
  useEffect(keepStrayFiles, []);

  /** What was written since a save began stays in the form, as changes to what it saved. */
  function goOn(saved: Post, savedImage: ImageChoice): void {
    setStored(saved);
    setBase(baseOf(saved));
    if (chosen.current === savedImage) setImage(storedImage(saved.featuredImage));
    setMerge(null);
    setRestKept(true);
  }

  async function save(currentBase: DraftBase | null): Promise<void> {
    if (running.current) return;
    const attempt = new AbortController();
    running.current = attempt;
    setSaving(true);
    setRestKept(false);
    try {
      await pictures.settled();
      const errors = form.validate();
      if (errors.hasErrors) return focusFirstError(errors.errors);
      const sent = form.getValues();
      const sentImage = chosen.current;
      const url = await resolveImage(sentImage, setUploadShare, attempt.signal);
      setUploadShare(null);
      const body = bodyOf({ ...sent, content: kept(sent.content) }, { featuredImage: url });
      const saved =
        stored && currentBase
          ? await updatePost(stored.id, body, currentBase.updatedAt)
          : await createPost(body, submissionKey);
      refreshAfterSave(client, saved, { isNew: stored === null });
      toastSuccess('Success', stored ? 'Post updated successfully!' : 'Post created successfully!');
      const isAllSaved = () => isSameForm(form.getValues(), sent) && chosen.current === sentImage && !pictures.isBusy();
      if (isAllSaved()) await forget();
      if (!isAllSaved()) return goOn(saved, sentImage);
      isFinished.current = true;
      if (!attempt.signal.aborted) onSaved();
    } catch (error) {
      const isCancelled = attempt.signal.aborted && error instanceof Error && error.message === UPLOAD_FAILED;
      if (isCancelled) return;
      if (error instanceof EditConflict) setTheirs(error.theirs);
      else toastError('Error', ...actionFailure(stored ? 'update post' : 'create post', error));
    } finally {
      running.current = null;
      setUploadShare(null);
      setSaving(false);
    }
  }

  /** Puts the writer's own version in the place of theirs. */
  function keepMine(): void {
    if (!theirs) return;
    const next = baseOf(theirs);
    setBase(next);
    setTheirs(null);
    void save(next);
  }

  /** Shows theirs; the writer's own version stays a draft that is offered at once. */
  function takeTheirs(): void {
    if (!theirs) return;
    draft.setAside({ form: written, image, base, submissionKey });
    setBase(baseOf(theirs));
    setImage(storedImage(theirs.featuredImage));
    form.setValues(formOf(theirs));
    setTheirs(null);
    setMerge(null);
  }

  /** Joins both in the form, for the writer to look through and save. */
  function mergeBoth(): void {
    if (!theirs || !base) return;
    const merged = mergeForms({ base: base.form, mine: form.getValues(), theirs: formOf(theirs) });
    form.setValues(merged.form);
    if (isSameImage(image, base.image)) setImage(storedImage(theirs.featuredImage));
    setBase(baseOf(theirs));
    setMerge(merged);
    setTheirs(null);
  }

  function restore(offer: Draft): void {
    draft.adopt(offer);
    form.setValues(offer.form);
    form.clearErrors();
    setImage(offer.image);
    setSubmissionKey(offer.submissionKey);
    if (offer.base) setBase(offer.base);
  }

  return {
    form,
    image,
    setImage,
    isDirty,
    /** Whether leaving now would leave unsaved work behind; asked at the moment of leaving. */
    hasUnsavedWork: () => (isDirty || pictures.isBusy()) && !isFinished.current,
    /** The post as it was last read or saved here; null while it is new. */
    stored,
    /** Whether a save has left out what was written while it was under way. */
    isRestKept: isRestKept && isDirty,
    pictures,
    isSaving,
    uploadShare,
    draft,
    restore,
    submit: form.onSubmit(() => save(base), focusFirstError),
    conflict: theirs && { mine: values, theirs, keepMine, takeTheirs, mergeBoth, dismiss: () => setTheirs(null) },
    merge,
  };
}

export type PostEditor = ReturnType<typeof usePostEditor>;

/** A file dropped beside the fields that take one would make the browser leave for it. */
function keepStrayFiles(): () => void {
  const keep = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  window.addEventListener('dragover', keep);
  window.addEventListener('drop', keep);
  return () => {
    window.removeEventListener('dragover', keep);
    window.removeEventListener('drop', keep);
  };
}

function focusFirstError(errors: Record<string, unknown>): void {
  const first = FORM_FIELDS.find((field) => errors[field]);
  document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus();
}
