import { FORM_FIELDS } from '@inkwell/shared/post-fields';
import { type Post, PostForm } from '@inkwell/shared/posts';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toastError, toastSuccess } from '../../lib/toast.ts';
import { createPost, EditConflict, refreshAfterSave, resolveImage, updatePost } from './api/save-post.ts';
import { type FormMerge, mergeForms } from './conflict/merge-forms.ts';
import type { Draft, DraftBase, DraftStore } from './drafts/draft.ts';
import { useDraft } from './drafts/use-draft.ts';
import { type ImageChoice, storedImage } from './featured-image.ts';
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
  readonly onSaved: () => void;
}

/** Everything the editor page and the Edit Post dialog do: the form, its draft, saving, and settling conflicts. */
export function usePostEditor({ store, userId, post, onSaved }: EditorInput) {
  const client = useQueryClient();
  const [base, setBase] = useState<DraftBase | null>(() => post && baseOf(post));
  const [image, setImage] = useState<ImageChoice>(() => storedImage(post?.featuredImage ?? null));
  const [submissionKey, setSubmissionKey] = useState<string>(() => crypto.randomUUID());
  const [uploadShare, setUploadShare] = useState<number | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [theirs, setTheirs] = useState<Post | null>(null);
  const [merge, setMerge] = useState<FormMerge | null>(null);
  const draft = useDraft({ store, userId, postId: post?.id ?? null });
  const running = useRef<AbortController | null>(null);
  const isFinished = useRef(false);
  const form = useForm<PostForm>({
    initialValues: post ? formOf(post) : EMPTY_POST,
    validate: schemaResolver(PostForm, { sync: true }),
  });

  const { values } = form;
  const isDirty = !isSameForm(values, base?.form ?? EMPTY_POST) || !isSameImage(image, base?.image ?? null);

  const { keep, forget } = draft;
  useEffect(() => {
    if (isDirty) keep({ form: values, image, base, submissionKey });
    else void forget();
  }, [isDirty, values, image, base, submissionKey, keep, forget]);

  useEffect(() => () => running.current?.abort(), []);

  async function save(current: PostForm, currentBase: DraftBase | null): Promise<void> {
    if (running.current) return;
    const attempt = new AbortController();
    running.current = attempt;
    setSaving(true);
    try {
      const url = await resolveImage(image, setUploadShare, attempt.signal);
      setUploadShare(null);
      const body = bodyOf(current, { featuredImage: url });
      const saved =
        post && currentBase
          ? await updatePost(post.id, body, currentBase.updatedAt)
          : await createPost(body, submissionKey);
      isFinished.current = true;
      await forget();
      refreshAfterSave(client, saved);
      toastSuccess('Success', post ? 'Post updated successfully!' : 'Post created successfully!');
      if (!attempt.signal.aborted) onSaved();
    } catch (error) {
      const isCancelled = attempt.signal.aborted && error instanceof Error && error.message === UPLOAD_FAILED;
      if (isCancelled) return;
      if (error instanceof EditConflict) setTheirs(error.theirs);
      else toastError('Error', `Failed to ${post ? 'update' : 'create'} post: ${messageOf(error)}`);
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
    void save(form.getValues(), next);
  }

  /** Shows theirs; the writer's own version stays a draft that is offered at once. */
  function takeTheirs(): void {
    if (!theirs) return;
    draft.setAside({ form: form.getValues(), image, base, submissionKey });
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
    hasUnsavedWork: () => isDirty && !isFinished.current,
    isSaving,
    uploadShare,
    draft,
    restore,
    submit: form.onSubmit((valid) => save(valid, base), focusFirstError),
    conflict: theirs && { mine: values, theirs, keepMine, takeTheirs, mergeBoth, dismiss: () => setTheirs(null) },
    merge,
  };
}

export type PostEditor = ReturnType<typeof usePostEditor>;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function focusFirstError(errors: Record<string, unknown>): void {
  const first = FORM_FIELDS.find((field) => errors[field]);
  document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus();
}
