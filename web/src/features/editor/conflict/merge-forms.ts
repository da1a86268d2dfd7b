import type { PostForm } from '@inkwell/shared/posts';
import { mergeTexts } from './merge.ts';

export interface FormVersions {
  /** What both versions grew out of. */
  readonly base: PostForm;
  readonly mine: PostForm;
  readonly theirs: PostForm;
}

export const FIELD_LABELS = {
  title: 'Title',
  content: 'Content',
  excerpt: 'Excerpt',
  categoryId: 'Category',
  isPublished: 'Status',
} as const satisfies Record<keyof PostForm, string>;

const FIELDS = Object.keys(FIELD_LABELS) as (keyof PostForm)[];

const fieldOf = (form: PostForm, field: keyof PostForm) => form[field] ?? '';

/** The fields in which the two versions differ, in the order of the form. */
export const differingFields = ({ mine, theirs }: Pick<FormVersions, 'mine' | 'theirs'>): (keyof PostForm)[] =>
  FIELDS.filter((field) => fieldOf(mine, field) !== fieldOf(theirs, field));

/** What only one side changed is taken from it; what both changed stays the writer's own, the content with both. */
function pick<K extends keyof PostForm>(field: K, { base, mine, theirs }: FormVersions): PostForm[K] {
  return fieldOf(mine, field) === fieldOf(base, field) ? theirs[field] : mine[field];
}

export interface FormMerge {
  readonly form: PostForm;
  /** Passages of the content that hold both versions. */
  readonly passages: number;
  /** Other fields that both changed and that now hold the writer's version. */
  readonly ownKept: (keyof PostForm)[];
}

/** Joins two versions of a post. */
export function mergeForms(versions: FormVersions): FormMerge {
  const { base, mine, theirs } = versions;
  const content = mergeTexts(base.content, mine.content, theirs.content);
  const form: PostForm = {
    title: pick('title', versions),
    content: content.text,
    excerpt: pick('excerpt', versions),
    categoryId: pick('categoryId', versions),
    isPublished: pick('isPublished', versions),
  };
  const ownKept = differingFields(versions).filter(
    (field) =>
      field !== 'content' &&
      fieldOf(mine, field) !== fieldOf(base, field) &&
      fieldOf(theirs, field) !== fieldOf(base, field),
  );
  return { form, passages: content.conflicts, ownKept };
}
