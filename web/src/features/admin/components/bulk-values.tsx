import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import type { BulkAction } from '@inkwell/shared/bulk-actions';
import type { Category } from '@inkwell/shared/categories';
import { personName } from '@inkwell/shared/format';
import { TAG_LIMITS } from '@inkwell/shared/tags';
import { NativeSelect, TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { tagQueries } from '../../tags/api/queries.ts';
import { adminQueries } from '../api/queries.ts';
import styles from './bulk-bar.module.css';
import { ListSelect } from './list-select.tsx';

export type Action = Exclude<BulkAction['action'], 'undo'>;

/** The input of an action, before anything is entered. */
export const NO_VALUES = {
  categoryId: '',
  add: [] as readonly string[],
  remove: [] as readonly string[],
  authorId: '',
  seriesId: '',
  isFeatured: true,
};
type Values = Readonly<typeof NO_VALUES>;

/** The action with its input; a text if something is missing. */
export function actionWith(action: Action, { add, remove, authorId, ...values }: Values) {
  if (action === 'category') return { action, categoryId: values.categoryId === '' ? null : Number(values.categoryId) };
  if (action === 'tags')
    return add.length + remove.length > 0 ? { action, add: [...add], remove: [...remove] } : 'Enter a tag.';
  if (action === 'authors') return authorId ? { action, authorIds: [authorId] } : 'Choose an author.';
  if (action === 'series') return { action, seriesId: values.seriesId || null };
  return action === 'featured' ? { action, isFeatured: values.isFeatured } : { action };
}

interface ValueFieldsProps {
  readonly action: Action;
  readonly values: Values;
  readonly onChange: (changes: Partial<Values>) => void;
  readonly error: string | undefined;
  readonly categories: readonly Category[];
}

const selectOf =
  (onChange: (value: string) => void) =>
  ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }) =>
    onChange(currentTarget.value);

/** The fields of an action, if it has any. */
export function ValueFields({ action, values, onChange, error, categories }: ValueFieldsProps): ReactNode {
  if (action === 'category')
    return (
      <NativeSelect
        data-autofocus
        label="Category"
        value={values.categoryId}
        data={[
          { value: '', label: 'No category' },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={selectOf((categoryId) => onChange({ categoryId }))}
      />
    );
  if (action === 'tags')
    return (
      <>
        <Tags label="Add" isFirst value={values.add} error={error} onChange={(add) => onChange({ add })} />
        <Tags label="Remove" value={values.remove} onChange={(remove) => onChange({ remove })} />
      </>
    );
  if (action === 'authors')
    return <Author value={values.authorId} error={error} onChange={(authorId) => onChange({ authorId })} />;
  if (action === 'series')
    return (
      <ListSelect
        label="Series"
        of="series"
        none="No series"
        value={values.seriesId}
        onChange={(seriesId) => onChange({ seriesId })}
      />
    );
  if (action !== 'featured') return null;
  return (
    <NativeSelect
      data-autofocus
      label="Featured"
      value={values.isFeatured ? 'yes' : 'no'}
      data={[
        { value: 'yes', label: 'Featured' },
        { value: 'no', label: 'Not featured' },
      ]}
      onChange={selectOf((value) => onChange({ isFeatured: value === 'yes' }))}
    />
  );
}

interface TagsProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (names: string[]) => void;
  readonly error?: string | undefined;
  /** Whether the field has the initial focus. */
  readonly isFirst?: boolean;
}

/** Tag names: typing completes existing ones, and a new name creates a tag. */
function Tags({ label, value, onChange, error, isFirst }: TagsProps) {
  const [words, setWords] = useState('');
  const [isUsed, setUsed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [q] = useDebouncedValue(words.trim(), 200);
  const found = useQuery({ ...tagQueries.found(q), enabled: isUsed });
  return (
    <TagsInput
      label={label}
      value={[...value]}
      data={(found.data?.items ?? []).map(({ name }) => name).filter((name) => !value.includes(name))}
      searchValue={words}
      onSearchChange={setWords}
      onFocus={() => setUsed(true)}
      // Closed while the field is empty: the list would cover the dialog's buttons.
      dropdownOpened={isOpen && words.trim() !== ''}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onChange={onChange}
      error={error}
      maxTags={TAG_LIMITS.perPost}
      maxLength={TAG_LIMITS.name}
      splitChars={[',']}
      maxDropdownHeight={200}
      dir="auto"
      className={styles.tags ?? ''}
      classNames={{ input: 'ringed' }}
      data-autofocus={isFirst || undefined}
    />
  );
}

interface AuthorProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
}

/** A person who can be author of a post. */
function Author({ value, error, onChange }: AuthorProps) {
  const { data = [], isError } = useQuery(adminQueries.postAuthors());
  const people = data.map((author) => ({ value: author.id, label: personName(author) }));
  return (
    <NativeSelect
      data-autofocus
      label="Author"
      value={value}
      error={error ?? (isError && 'The authors could not be loaded.')}
      data={[{ value: '', label: 'Choose an author' }, ...people.sort((a, b) => a.label.localeCompare(b.label))]}
      onChange={selectOf(onChange)}
    />
  );
}
