import { FORM_FIELDS } from '@inkwell/shared/post-fields';
import { type Post, PostForm } from '@inkwell/shared/posts';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError } from '../../lib/api.ts';
import { toastError, toastSuccess } from '../../lib/toast.ts';
import { createPost, EditConflict, refreshAfterSave, resolveImage, updatePost } from './api/save-post.ts';
import { openPassages, passageAfter } from './conflict/marks.ts';
import { type FormMerge, mergeForms } from './conflict/merge-forms.ts';
import type { Draft, DraftBase, DraftStore } from './drafts/draft.ts';
import { type Adoption, useDraft } from './drafts/use-draft.ts';
import { type ImageChoice, storedImage } from './featured-image.ts';
import { reveal } from './markdown-input/reveal.ts';
import { usePictures } from './markdown-input/use-pictures.ts';
import { bodyOf, EMPTY_POST, formOf, isSameForm } from './post-form.ts';
import { keepStrayFiles } from './stray-files.ts';
import { UPLOAD_FAILED } from './upload-failed.ts';
import { sayWhereDraftIs } from './where-draft-is.ts';

const baseOf = (post: Post): DraftBase => ({
  form: formOf(post),
  image: post.featuredImage,
  updatedAt: post.updatedAt,
});

const MARKS_LEFT = 'The text still holds both versions of a passage. Choose what stays before you publish.';

const isSameImage = (image: ImageChoice, url: string | null): boolean =>
  image.kind === 'none' ? url === null : image.kind === 'stored' && image.url === url;

interface EditorInput {
  readonly store: DraftStore;
  readonly userId: string;
  /** The post as it was when editing began; null for a new one. */
  readonly post: Post | null;
  /** Everything is saved; not called when something was written while a save was under way, or when the writer stays. */
  readonly onSaved: () => void;
  /** An earlier draft that the writer has asked for already. */
  readonly wantedDraftId?: string | null;
}

interface SaveOptions {
  readonly stored: Post | null;
  readonly base: DraftBase | null;
  /** Repeating a save with the same key creates no second post. */
  readonly submissionKey: string;
  /** Stays in the editor, and neither publishes nor unpublishes. */
  readonly isStaying?: boolean;
}

/** Everything the editor page and the Edit Post dialog do: the form, its draft, saving, and settling conflicts. */
export function usePostEditor({ store, userId, post, onSaved, wantedDraftId = null }: EditorInput) {
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
  const [isGone, setGone] = useState(false);
  const [isPreviewing, setPreviewing] = useState(false);
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

  const { keep, rest, forget } = draft;
  useEffect(() => {
    if (isDirty) keep({ form: written, image, base, submissionKey });
    else rest();
  }, [isDirty, written, image, base, submissionKey, keep, rest]);

  const leaving = useRef(() => {});
  leaving.current = () => {
    if (!isDirty) draft.tidy();
    else if (!isFinished.current) sayWhereDraftIs(userId);
  };
  useEffect(() => () => leaving.current(), []);

  const wanted = useRef(wantedDraftId);
  useEffect(() => {
    const offer = draft.known?.find(({ id }) => id === wanted.current);
    if (!draft.known) return;
    wanted.current = null;
    if (offer) void restore(offer);
  });

  useEffect(() => () => running.current?.abort(), []);
  useEffect(keepStrayFiles, []);

  /** What was written since a save began stays in the form, as changes to what it saved. */
  function goOn(saved: Post, savedImage: ImageChoice, isAll: boolean): void {
    setStored(saved);
    setBase(baseOf(saved));
    if (chosen.current === savedImage) setImage(storedImage(saved.featuredImage));
    setMerge(null);
    setRestKept(!isAll);
  }

  /** Brings the next passage that holds both versions into view, selected. */
  function showPassage(): void {
    // A hidden text area can neither be selected nor scrolled.
    flushSync(() => setPreviewing(false));
    const { current: area } = pictures.area;
    const passage = area && passageAfter(openPassages(area.value), area.selectionEnd);
    if (area && passage) reveal(area, passage.start, passage.end);
  }

  /** Whether what stands in the form may be saved; where not, its faults are shown. */
  function isFit(isPublished: boolean): boolean {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) {
      flushSync(() => setPreviewing(false));
      focusFirstError(errors);
      return false;
    }
    if (!isPublished || openPassages(form.getValues().content).length === 0) return true;
    form.setFieldError('content', MARKS_LEFT);
    pictures.area.current?.setSelectionRange(0, 0);
    showPassage();
    return false;
  }

  async function save({ stored, base, submissionKey, isStaying = false }: SaveOptions): Promise<void> {
    const willBePublished = () => (isStaying ? (stored?.isPublished ?? false) : form.getValues().isPublished);
    if (running.current || !isFit(willBePublished())) return;
    const attempt = new AbortController();
    running.current = attempt;
    setSaving(true);
    setRestKept(false);
    try {
      await pictures.settled();
      const sent = form.getValues();
      const isPublished = willBePublished();
      if (!isFit(isPublished)) return;
      const sentImage = chosen.current;
      const url = await resolveImage(sentImage, setUploadShare, attempt.signal);
      setUploadShare(null);
      const body = bodyOf({ ...sent, content: kept(sent.content), isPublished }, { featuredImage: url });
      const saved =
        stored && base ? await updatePost(stored.id, body, base.updatedAt) : await createPost(body, submissionKey);
      refreshAfterSave(client, saved, { isNew: stored === null });
      toastSuccess('Success', stored ? 'Post updated successfully!' : 'Post created successfully!');
      const isAllSaved = () =>
        isSameForm(form.getValues(), { ...sent, isPublished }) && chosen.current === sentImage && !pictures.isBusy();
      if (isAllSaved()) await forget();
      if (!isAllSaved() || isStaying) return goOn(saved, sentImage, isSameForm(form.getValues(), sent));
      isFinished.current = true;
      if (!attempt.signal.aborted) onSaved();
    } catch (error) {
      const isCancelled = attempt.signal.aborted && error instanceof Error && error.message === UPLOAD_FAILED;
      if (isCancelled) return;
      if (error instanceof EditConflict) setTheirs(error.theirs);
      else if (stored && isApiError(error, 404)) setGone(true);
      else toastError('Error', `Failed to ${stored ? 'update' : 'create'} post: ${messageOf(error)}`);
    } finally {
      running.current = null;
      setUploadShare(null);
      setSaving(false);
    }
  }

  /** The post was deleted elsewhere: what stands here becomes another one. Its picture was deleted with it. */
  function saveAsNew(): void {
    const key = crypto.randomUUID();
    setGone(false);
    setStored(null);
    setBase(null);
    setSubmissionKey(key);
    if (image.kind !== 'file') setImage({ kind: 'none' });
    void save({ stored: null, base: null, submissionKey: key });
  }

  /** Puts the writer's own version in the place of theirs. */
  function keepMine(): void {
    if (!theirs) return;
    const next = baseOf(theirs);
    setBase(next);
    setTheirs(null);
    void save({ stored, base: next, submissionKey });
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

  /** Puts an earlier draft into the form. */
  async function restore(offer: Draft, how: Adoption = 'alone'): Promise<void> {
    const adopted = await draft.adopt(offer, how);
    if (adopted.draft === null) {
      if (adopted.reason === 'gone') toastError('Draft Not Found', 'It was saved or discarded in another tab.');
      return;
    }
    const found = adopted.draft;
    form.setValues(found.form);
    form.clearErrors();
    setImage(found.image);
    setSubmissionKey(how === 'copy' ? crypto.randomUUID() : found.submissionKey);
    if (found.base && stored) setBase(found.base);
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
    /** What the button does: saves as the switch says, then leaves. */
    submit: (event: FormEvent) => {
      event.preventDefault();
      void save({ stored, base, submissionKey });
    },
    /** Saves and stays, and changes nothing about who can read it. */
    saveHere: () => void save({ stored, base, submissionKey, isStaying: true }),
    /** Throws away what was written here; the list of drafts has it for a while. */
    discard: async () => {
      isFinished.current = true;
      await draft.discardOwn({ form: written, image, base, submissionKey });
    },
    conflict: theirs && { mine: values, theirs, keepMine, takeTheirs, mergeBoth, dismiss: () => setTheirs(null) },
    merge,
    showPassage,
    isPreviewing,
    setPreviewing,
    /** Whether the post was deleted by somebody else. */
    isGone,
    saveAsNew,
  };
}

export type PostEditor = ReturnType<typeof usePostEditor>;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function focusFirstError(errors: Record<string, unknown>): void {
  const first = FORM_FIELDS.find((field) => errors[field]);
  document.querySelector<HTMLElement>(`[data-path="${first}"]`)?.focus();
}
