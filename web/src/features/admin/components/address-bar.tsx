import type { SearchBoxProps } from '../../../components/search-box.tsx';
import styles from '../admin.module.css';
import { SearchBar } from './search-bar.tsx';

interface AddressBarProps extends Pick<SearchBoxProps, 'onLeave'> {
  /** Label of the bar: 'Find redirects'. */
  readonly name: string;
  /** How many there are, in words; empty until that is known. */
  readonly count: string;
  /** What the addresses begin with; empty for all. */
  readonly q: string | undefined;
  readonly change: (values: { q: string }, options?: Parameters<SearchBoxProps['onFind']>[1]) => void;
}

/** The head of a list of addresses, found by their beginning. */
export function AddressBar({ name, count, q = '', change, onLeave }: AddressBarProps) {
  return (
    <>
      <div className={styles.bar}>
        <h2>Addresses</h2>
        <p role="status">{count}</p>
      </div>
      <SearchBar
        name={name}
        label="Address begins with"
        value={q}
        onFind={(beginning, options) => change({ q: beginning }, options)}
        onLeave={onLeave}
        isNarrowed={false}
        onClear={() => change({ q: '' })}
      >
        {null}
      </SearchBar>
    </>
  );
}
