import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { seriesQueries, useSeriesNames } from '../../series/api/queries.ts';
import { tagQueries, useTagNames } from '../../tags/api/queries.ts';

const PAUSE_MS = 200;

/** A character that no id contains. */
const NONE = '*';

interface ListSelectProps {
  readonly label: string;
  readonly of: 'tag' | 'series';
  /** An id; '' for none. */
  readonly value: string;
  /** The option for no list. */
  readonly none: string;
  readonly onChange: (id: string) => void;
  readonly className?: string | undefined;
  /** Why the field is disabled. */
  readonly blockedBy?: string | undefined;
}

/** A tag or a series, found by its name; without a query, the ones with the most posts. */
export function ListSelect({ label, of, value, none, onChange, className, blockedBy }: ListSelectProps) {
  const [words, setWords] = useState('');
  const [isUsed, setUsed] = useState(false);
  const tagNames = useTagNames(of === 'tag' && value ? [[value]] : []);
  const seriesName = useSeriesNames(of === 'series' ? [value] : []);
  const chosen = value && { value, label: of === 'tag' ? tagNames([value]) : seriesName(value) };
  const [paused] = useDebouncedValue(words.trim(), PAUSE_MS);
  // The field shows the selected name, which is not a search query.
  const q = chosen && paused === chosen.label ? '' : paused === none ? '' : paused;
  const found = useQuery({ ...(of === 'tag' ? tagQueries : seriesQueries).found(q), enabled: isUsed });
  const others = (found.data?.items ?? []).filter(({ id }) => id !== value);
  return (
    <Select
      {...(className !== undefined && { className })}
      label={label}
      placeholder={none}
      value={value || null}
      data={[
        { value: NONE, label: none },
        ...(chosen ? [chosen] : []),
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      // Already filtered by the server.
      filter={({ options }) => options}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      nothingFoundMessage={found.isError ? 'The names could not be loaded' : 'Nothing with that name'}
      maxDropdownHeight={280}
      disabled={blockedBy !== undefined}
      title={blockedBy}
      onFocus={() => setUsed(true)}
      onChange={(id) => onChange(id === null || id === NONE ? '' : id)}
    />
  );
}
