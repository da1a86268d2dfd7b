import { FORM_FIELDS, type FormField } from '@inkwell/shared/post-fields';
import type { PostForm } from '@inkwell/shared/posts';
import { formWith } from '../post-form.ts';
import { mergeTexts } from './merge.ts';

export interface FormVersions {
  /** The common ancestor of both versions. */
  readonly base: PostForm;
  readonly mine: PostForm;
  readonly theirs: PostForm;
}

const fieldOf = (form: PostForm, field: FormField) => form[field] ?? '';

/** The fields in which the versions differ, in form order. */
export const differingFields = ({ mine, theirs }: Pick<FormVersions, 'mine' | 'theirs'>): FormField[] =>
  FORM_FIELDS.filter((field) => fieldOf(mine, field) !== fieldOf(theirs, field));

/** A field that only one side changed is taken from that side. If both changed it, the writer's value wins, except that the content contains both. */
function pick<K extends FormField>(field: K, { base, mine, theirs }: FormVersions): PostForm[K] {
  return fieldOf(mine, field) === fieldOf(base, field) ? theirs[field] : mine[field];
}

export interface FormMerge {
  readonly form: PostForm;
  /** Number of passages of the content that contain both versions. */
  readonly passages: number;
  /** Other fields that both changed; they have the writer's value. */
  readonly ownKept: FormField[];
}

export function mergeForms(versions: FormVersions): FormMerge {
  const { base, mine, theirs } = versions;
  const content = mergeTexts(base.content, mine.content, theirs.content);
  const form = { ...formWith((field) => pick(field, versions)), content: content.text };
  const ownKept = differingFields(versions).filter(
    (field) =>
      field !== 'content' &&
      fieldOf(mine, field) !== fieldOf(base, field) &&
      fieldOf(theirs, field) !== fieldOf(base, field),
  );
  return { form, passages: content.conflicts, ownKept };
}
