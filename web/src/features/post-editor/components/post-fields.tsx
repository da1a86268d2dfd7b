import { canSetField } from '@inkwell/shared/own-posts';
import { canCreateCategory } from '@inkwell/shared/permissions';
import type { FormField } from '@inkwell/shared/post-fields';
import { Input, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { GrowingText } from '../../../components/growing-text.tsx';
import { useViewer } from '../../../lib/session.tsx';
import { categoryQueries } from '../../categories/api/queries.ts';
import { ContentField as TextField } from '../../text-editor/content-field/content-field.tsx';
import styles from '../post-editor.module.css';
import type { DetailField } from '../post-form.ts';
import type { PostEditor } from '../use-post-editor.ts';
import { AuthorsField } from './authors-field.tsx';
import { MathField } from './post-details.tsx';
import { SeriesField } from './series-field.tsx';
import { TagsField } from './tags-field.tsx';

interface FieldProps {
  readonly editor: PostEditor;
  readonly surface: Surface;
  /** Whether long texts are shown as a preview. */
  readonly isPreviewing?: boolean;
}

/** The fields, in order, besides the switch in the bar and the details (post-details.tsx). Product §2. */
const PLACES = {
  page: {
    title: 'text',
    content: 'text',
    categoryId: 'settings',
    tagIds: 'settings',
    excerpt: 'settings',
    seriesId: 'more',
    authorIds: 'more',
    math: 'settings',
  },
  dialog: {
    title: 'text',
    content: 'text',
    excerpt: 'settings',
    categoryId: 'settings',
    tagIds: 'settings',
    seriesId: 'settings',
    authorIds: 'settings',
    math: 'settings',
  },
} as const satisfies Record<string, Record<ShownField, string>>;

const INPUTS: Readonly<Record<ShownField, (props: FieldProps) => ReactNode>> = {
  title: TitleField,
  content: ContentField,
  excerpt: ExcerptField,
  categoryId: CategoryField,
  tagIds: TagsField,
  seriesId: SeriesField,
  authorIds: AuthorsField,
  math: MathField,
};

/** The place in the series is part of the series field. */
type ShownField = Exclude<FormField, 'isPublished' | 'seriesPlace' | DetailField>;
type Surface = keyof typeof PLACES;

interface PostFieldsProps extends FieldProps {
  readonly place: 'text' | 'settings' | 'more';
}

/** The inputs in one place of the editor that the viewer may set. */
export function PostFields({ place, ...props }: PostFieldsProps) {
  const places: Readonly<Record<ShownField, string>> = PLACES[props.surface];
  const viewer = useViewer();
  const here = (Object.keys(places) as ShownField[]).filter(
    (field) => places[field] === place && canSetField(viewer, field),
  );
  return here.map((field) => {
    const Input = INPUTS[field];
    return <Input key={field} {...props} />;
  });
}

/** Looks as it will for readers, on as many lines as it needs. */
function TitleField({ editor }: FieldProps) {
  const id = useId();
  const { value, error, 'data-path': dataPath } = editor.field('title');
  const errorId = error ? `${id}-error` : undefined;
  return (
    <Input.Wrapper
      id={id}
      label="Title"
      error={error}
      className={styles.titleField ?? ''}
      labelProps={{ htmlFor: id, className: 'visually-hidden' }}
      errorProps={{ id: `${id}-error` }}
    >
      <GrowingText
        className={styles.title}
        id={id}
        required
        placeholder={`Give your ${editor.state.kind} a title`}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={errorId}
        data-path={dataPath}
        onChange={(title) => editor.set('title', title)}
      />
    </Input.Wrapper>
  );
}

function ContentField({ editor: { state, set, pictures }, isPreviewing = false }: FieldProps) {
  return (
    <TextField
      label="Content"
      value={state.form.content}
      onChange={(value) => set('content', value)}
      error={state.errors.content}
      isPreviewing={isPreviewing}
      pictures={pictures}
      dataPath="content"
      math={state.form.math}
    />
  );
}

/** Three rows high. Product §2. */
function ExcerptField({ editor, surface }: FieldProps) {
  const { value, ...props } = editor.field('excerpt');
  const label = surface === 'dialog' ? 'Excerpt (optional)' : 'Excerpt';
  return <Textarea label={label} rows={3} placeholder="A short summary for lists" value={value ?? ''} {...props} />;
}

/** A deleted category stays selectable, so that opening a post does not change it. */
function CategoryField({ editor }: FieldProps) {
  const { data: categories = [], isPending, isError } = useQuery(categoryQueries.list());
  const current = editor.state.form.categoryId;
  const canCreate = canCreateCategory(useViewer());
  const isKnown = current === '' || categories.some(({ id }) => String(id) === current);
  return (
    <div className={styles.category}>
      <NativeSelect
        label="Category"
        description={isError ? 'Categories could not be loaded.' : undefined}
        {...editor.field('categoryId')}
      >
        <option value="">{isPending ? 'Loading categories...' : 'No category'}</option>
        {!isKnown && <option value={current}>Current category</option>}
        {categories.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </NativeSelect>
      {canCreate && (
        <Button size="small" variant="secondary" onClick={() => editor.setCreatingCategory(true)}>
          New Category...
        </Button>
      )}
    </div>
  );
}
