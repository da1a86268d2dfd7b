import styles from '../admin.module.css';
import { SearchBar } from './search-bar.tsx';
import type { StaffListState } from './use-staff-list.ts';

interface AddressBarProps {
  /** Label of the bar: 'Find redirects'. */
  readonly name: string;
  /** What the field searches, for screen readers. */
  readonly label: string;
  /** Placeholder of the field. */
  readonly placeholder: string;
  /** The number of items, in words; empty until known. */
  readonly count: string;
  readonly list: Omit<StaffListState<'q'>, 'query'>;
  /** The element that the down arrow moves to, in the list. */
  readonly first: string;
}

/** The head of a list of addresses with a search by prefix. */
export function AddressBar({ name, label, placeholder, count, list, first }: AddressBarProps) {
  return (
    <>
      <div className={styles.bar}>
        <h2>Addresses</h2>
        <p role="status">{count}</p>
      </div>
      <SearchBar
        name={name}
        label={label}
        placeholder={placeholder}
        list={list}
        onLeave={() => list.listRef.current?.querySelector<HTMLElement>(first)?.focus()}
        isNarrowed={Boolean(list.values.q)}
      />
    </>
  );
}
