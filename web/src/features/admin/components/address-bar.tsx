import styles from '../admin.module.css';
import { SearchBar } from './search-bar.tsx';
import type { StaffListState } from './use-staff-list.ts';

interface AddressBarProps {
  /** Label of the bar: 'Find redirects'. */
  readonly name: string;
  /** What the field searches, for screen readers. */
  readonly label: string;
  /** In the field. */
  readonly placeholder: string;
  /** How many there are, in words; empty until that is known. */
  readonly count: string;
  readonly list: Omit<StaffListState<'q'>, 'query'>;
  /** Where the down arrow leads, in the list. */
  readonly first: string;
}

/** The head of a list of addresses, found by their beginning. */
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
