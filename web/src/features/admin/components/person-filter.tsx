import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../admin.module.css';

export interface PersonOption {
  readonly value: string;
  readonly label: string;
}

interface PersonFilterProps<T, K extends QueryKey> {
  readonly label: string;
  /** '' means no filter. */
  readonly value: string;
  /** All options; requested when the field is used or has a value. */
  readonly people: UseQueryOptions<T[], Error, T[], K>;
  readonly optionOf: (person: T) => PersonOption;
  /** Listed first, without waiting for the server. */
  readonly first?: PersonOption;
  readonly onChange: (value: string) => void;
  /** Why the filter is disabled. */
  readonly blockedBy?: string | undefined;
}

/** The option that clears the filter. No id contains such a character. */
const ANYBODY: PersonOption = { value: '*', label: 'Anybody' };

/** A filter by person: typing searches the names, arrows and Enter choose. */
export function PersonFilter<T, K extends QueryKey>(props: PersonFilterProps<T, K>) {
  const { label, value, people, optionOf, first, onChange, blockedBy } = props;
  const [isUsed, setUsed] = useState(false);
  const query = useQuery({ ...people, enabled: isUsed || value !== '' });
  const found = (query.data ?? []).map(optionOf).filter((option) => option.value !== first?.value);
  const options = [ANYBODY, ...(first ? [first] : []), ...found.sort((a, b) => a.label.localeCompare(b.label))];
  const isUnknown = value !== '' && !options.some((option) => option.value === value);
  return (
    <Select
      className={styles.filter ?? ''}
      label={label}
      placeholder="Anybody"
      value={value || null}
      data={[...options, ...(isUnknown ? [{ value, label: 'Somebody else' }] : [])]}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage={
        query.isError ? 'People could not be loaded' : query.isSuccess ? 'Nobody with that name' : 'Loading people...'
      }
      maxDropdownHeight={320}
      disabled={blockedBy !== undefined}
      title={blockedBy}
      onFocus={() => setUsed(true)}
      onChange={(chosen) => onChange(chosen === null || chosen === ANYBODY.value ? '' : chosen)}
    />
  );
}
