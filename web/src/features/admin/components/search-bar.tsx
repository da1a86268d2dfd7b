import { NativeSelect } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import styles from '../admin.module.css';
import { focusFirstRow } from './row-keys.tsx';
import type { AddressFilters } from './use-address-filters.ts';

interface FilterProps {
  readonly label: string;
  /** '' means no filter. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Label of the option without a filter. */
  readonly any?: string;
  readonly onChange: (value: string) => void;
  /** Why the filter is disabled. */
  readonly blockedBy?: string | undefined;
}

/** One filter in a list's bar. */
export function Filter({ label, value, options, any = 'Any', onChange, blockedBy }: FilterProps) {
  return (
    <NativeSelect
      className={styles.filter ?? ''}
      label={label}
      value={value}
      data={[{ value: '', label: any }, ...options]}
      disabled={blockedBy !== undefined}
      title={blockedBy}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A shorter list needs no search. */
const FEW = 8;

interface SearchBarProps<Name extends string> {
  /** Label of the bar: 'Find posts'. */
  readonly name: string;
  /** What the field searches, for screen readers. */
  readonly label: string;
  /** Placeholder of the field: 'Search posts'. */
  readonly placeholder: string;
  /** The list below the bar. */
  readonly list: AddressFilters<Name | 'q'> & {
    readonly listRef: RefObject<HTMLElement | null>;
    /** Null if unknown. */
    readonly total: number | null;
  };
  /** The filters. */
  readonly children?: ReactNode;
  /** Whether a filter is set. */
  readonly isNarrowed: boolean;
  /** Whether a filter shows entries that are otherwise not listed, such as the trash. */
  readonly hasOtherEntries?: boolean;
  /** Shown below the bar: why a filter is disabled. */
  readonly note?: string | undefined;
  /** Filters that are removed by a search for this text. */
  readonly droppedBy?: (q: string) => Partial<Record<Name, undefined>>;
  /** The element that the down arrow moves to; the first row by default. */
  readonly onLeave?: () => void;
}

/** The search field, filters and order above a list, unless the list is short; `/` focuses the field. */
export function SearchBar<Name extends string>(props: SearchBarProps<Name>) {
  const { name, label, placeholder, list, children, isNarrowed, hasOtherEntries = false } = props;
  const { note, droppedBy, onLeave } = props;
  const { values, change, clear, listRef, total } = list;
  /** Stays visible once it was shown, because somebody may be using it. */
  const [isUsed, setUsed] = useState(false);
  const isShort = total !== null && total < FEW;
  if (isShort && !(isNarrowed || isUsed || hasOtherEntries)) return null;
  return (
    <section className={styles.findBar} aria-label={name} onFocus={() => setUsed(true)}>
      <SearchBox
        label={label}
        placeholder={placeholder}
        value={values.q ?? ''}
        onFind={(q, options) => change({ q, ...droppedBy?.(q) } as Partial<Record<Name | 'q', string>>, options)}
        onLeave={onLeave ?? (() => focusFirstRow(listRef.current))}
        className={styles.findBox}
      />
      <div className={styles.filters}>{children}</div>
      {isNarrowed && (
        <Button variant="quiet" size="small" className={styles.clear} onClick={clear}>
          Clear filters
        </Button>
      )}
      {note && <p className={styles.findNote}>{note}</p>}
    </section>
  );
}
