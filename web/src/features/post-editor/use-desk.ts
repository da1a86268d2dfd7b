import { PostForm } from '@inkwell/shared/posts';
import { schemaResolver, useForm } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import { usePictures } from '../text-editor/markdown-input/use-pictures.ts';
import type { FormMerge } from './conflict/merge-forms.ts';
import type { DraftBase } from './drafts/draft.ts';
import { type ImageChoice, storedImage } from './featured-image.ts';
import { type EditedPost, EMPTY_POST, formOf, isSameForm } from './post-form.ts';
import { usePlanned } from './use-planned.ts';

export const baseOf = (post: EditedPost): DraftBase => ({
  form: formOf(post),
  image: post.featuredImage,
  updatedAt: post.updatedAt,
});

export const isSameImage = (image: ImageChoice, url: string | null): boolean =>
  image.kind === 'none' ? url === null : image.kind === 'stored' && image.url === url;

/** What lies before a writer: the form, the picture, and what both began with. */
export function useDesk(post: EditedPost | null) {
  /** The post as it was last read or saved here; null while it is new. */
  const [stored, setStored] = useState(post);
  const [base, setBase] = useState<DraftBase | null>(() => post && baseOf(post));
  const [image, setImage] = useState<ImageChoice>(() => storedImage(post?.featuredImage ?? null));
  const [submissionKey, setSubmissionKey] = useState<string>(() => crypto.randomUUID());
  /** What was joined last, for as long as it has not been saved. */
  const [merge, setMerge] = useState<FormMerge | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const [planned, setPlanned] = usePlanned();
  const pictures = usePictures();
  const chosen = useRef(image);
  chosen.current = image;
  const form = useForm<PostForm>({
    initialValues: post ? formOf(post) : EMPTY_POST,
    validate: schemaResolver(PostForm, { sync: true }),
  });

  const { values } = form;
  const { kept } = pictures;
  /** The form as it may be kept or sent: without the places of pictures that are on their way. */
  const written = useMemo(() => ({ ...values, content: kept(values.content) }), [values, kept]);
  const isDirty = !isSameForm(written, base?.form ?? EMPTY_POST) || !isSameImage(image, base?.image ?? null);

  return {
    form,
    written,
    isDirty,
    pictures,
    image,
    setImage,
    /** The picture at the moment of asking. */
    chosenImage: () => chosen.current,
    stored,
    setStored,
    base,
    setBase,
    submissionKey,
    setSubmissionKey,
    merge,
    setMerge,
    isPreviewing,
    setPreviewing,
    planned,
    setPlanned,
  };
}

export type Desk = ReturnType<typeof useDesk>;
