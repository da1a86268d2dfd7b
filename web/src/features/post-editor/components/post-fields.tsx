import type { FormField } from '@inkwell/shared/post-fields';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent, ReactNode } from 'react';
import { categoryQueries } from '../../categories/api/queries.ts';
import { ContentField as TextField } from '../../text-editor/content-field/content-field.tsx';
import type { PostEditor } from '../use-post-editor.ts';

interface FieldProps {
  readonly editor: PostEditor;
  readonly surface: Surface;
  /** Whether long texts are shown as they will look. */
  readonly isPreviewing?: boolean;
}

/** Where each field stands on the editor's page and in its dialog, in their order there. Product §2. */
const PLACES = {
  page: { title: 'text', content: 'text', isPublished: 'text', categoryId: 'settings', excerpt: 'settings' },
  dialog: { title: 'head', content: 'body', excerpt: 'body', categoryId: 'body', isPublished: 'foot' },
} as const satisfies Record<string, Record<FormField, string>>;

const INPUTS: Readonly<Record<FormField, (props: FieldProps) => ReactNode>> = {
  title: TitleField,
  content: ContentField,
  excerpt: ExcerptField,
  categoryId: CategoryField,
  isPublished: PublishField,
};

type Surface = keyof typeof PLACES;

interface PostFieldsProps<S extends Surface> extends FieldProps {
  readonly surface: S;
  readonly place: (typeof PLACES)[S][FormField];
}

/** The inputs that stand in one place of the editor. */
export function PostFields<S extends Surface>({ place, ...props }: PostFieldsProps<S>) {
  const places: Readonly<Record<FormField, string>> = PLACES[props.surface];
  const here = (Object.keys(places) as FormField[]).filter((field) => places[field] === place);
  return here.map((field) => {
    const Input = INPUTS[field];
    return <Input key={field} {...props} />;
  });
}

function TitleField({ editor }: FieldProps) {
  return (
    <TextInput label="Title" placeholder="Give your post a title" withAsterisk size="md" {...editor.field('title')} />
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
    />
  );
}

/** Three rows high. Product §2. */
function ExcerptField({ editor, surface }: FieldProps) {
  const { value, ...props } = editor.field('excerpt');
  const label = surface === 'dialog' ? 'Excerpt (optional)' : 'Excerpt';
  return <Textarea label={label} rows={3} placeholder="A short summary for lists" value={value ?? ''} {...props} />;
}

/** A category that is gone stays choosable, so that opening a post does not silently change it. */
function CategoryField({ editor }: FieldProps) {
  const { data: categories = [], isPending, isError } = useQuery(categoryQueries.list());
  const current = editor.state.form.categoryId;
  const isKnown = current === '' || categories.some(({ id }) => String(id) === current);
  return (
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
  );
}

function PublishField({ editor: { state, set } }: FieldProps) {
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => set('isPublished', currentTarget.checked);
  return <Switch label="Publish immediately" checked={state.form.isPublished} onChange={onChange} />;
}
