import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { SearchBox, type SearchBoxProps } from '../../../components/search-box.tsx';
import styles from '../admin.module.css';

interface FilterProps {
  readonly label: string;
  /** '' means no filter. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  /** Why the filter is disabled. */
  readonly blockedBy?: string | undefined;
}

/** One filter in a list's bar. */
export function Filter({ label, value, options, onChange, blockedBy }: FilterProps) {
  return (
    <NativeSelect
      className={styles.filter ?? ''}
      label={label}
      value={value}
      data={[...options]}
      disabled={blockedBy !== undefined}
      title={blockedBy}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface SearchBarProps extends Omit<SearchBoxProps, 'className'> {
  /** Label of the bar: 'Find posts'. */
  readonly name: string;
  readonly children: ReactNode;
  /** Whether there is a filter to clear. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
  /** Below the bar: why a filter is disabled. */
  readonly note?: string | undefined;
}

/** The search field, filters and order above a list; `/` moves to the field. */
export function SearchBar({ name, children, isNarrowed, onClear, note, ...box }: SearchBarProps) {
  return (
    <section className={styles.findBar} aria-label={name}>
      <SearchBox {...box} className={styles.findBox} />
      <div className={styles.filters}>{children}</div>
      {isNarrowed && (
        <Button variant="quiet" size="small" className={styles.clear} onClick={onClear}>
          Clear filters
        </Button>
      )}
      {note && <p className={styles.findNote}>{note}</p>}
    </section>
  );
}
