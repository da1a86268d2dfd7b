import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { categoryQueries } from '../../categories/api/queries.ts';
import { MarkdownInput } from '../markdown-input/markdown-input.tsx';
import type { PostEditor } from '../use-post-editor.ts';

type Form = PostEditor['form'];

export function TitleField({ form }: { readonly form: Form }) {
  return (
    <TextInput
      label="Title"
      placeholder="Give your post a title"
      withAsterisk
      size="md"
      {...form.getInputProps('title')}
    />
  );
}

export function ContentField({ form, isPreviewing }: { readonly form: Form; readonly isPreviewing: boolean }) {
  const { value, onChange, error } = form.getInputProps('content');
  return (
    <MarkdownInput
      label="Content"
      value={value}
      onChange={onChange}
      error={error}
      isPreviewing={isPreviewing}
      dataPath="content"
    />
  );
}

/** Three rows high. Product §2. */
export function ExcerptField({ form, label = 'Excerpt' }: { readonly form: Form; readonly label?: string }) {
  const { value, ...props } = form.getInputProps('excerpt');
  return <Textarea label={label} rows={3} placeholder="A short summary for lists" value={value ?? ''} {...props} />;
}

/** A category that is gone stays choosable, so that opening a post does not silently change it. */
export function CategoryField({ form }: { readonly form: Form }) {
  const { data: categories = [], isPending, isError } = useQuery(categoryQueries.list());
  const current = form.values.categoryId;
  const isKnown = current === '' || categories.some(({ id }) => String(id) === current);
  return (
    <NativeSelect
      label="Category"
      description={isError ? 'Categories could not be loaded.' : undefined}
      {...form.getInputProps('categoryId')}
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

export function PublishField({ form }: { readonly form: Form }) {
  return <Switch label="Publish immediately" {...form.getInputProps('isPublished', { type: 'checkbox' })} />;
}
