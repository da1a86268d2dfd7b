import {
  filterControls,
  isNarrowed,
  readSearchChoice,
  SEARCH_TEXTS,
  type SearchChoice,
  searchPath,
} from '@inkwell/shared/search-key';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { useTypedBefore } from '../../../hooks/use-typed-before.ts';
import { useRendered } from '../../../lib/rendered.ts';
import { searchQueries } from '../api/queries.ts';
import styles from '../pages/search-page.module.css';

/**
 * The filters of the results. A choice applies at once; without the app, the form has a button. The form stays, with the focus in it, while other
 * results load.
 */
export function SearchFilters({ choice }: { readonly choice: SearchChoice }) {
  const navigate = useNavigate();
  const { data } = useQuery({ ...searchQueries.find(choice), placeholderData: (before) => before });
  const controls = data ? filterControls(choice, data.filters) : [];
  const address = searchPath(choice);
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [changedAt, setChangedAt] = useState(address);
  const form = useRef<HTMLFormElement>(null);
  const isServed = useRendered() !== null;
  useTypedBefore(form, (name, value) => setChanged((all) => ({ ...all, [name]: value })));

  if (changedAt !== address) {
    setChangedAt(address);
    setChanged({});
  }
  const apply = useEffectEvent(() => {
    if (!form.current || controls.every(({ name, value }) => (changed[name] ?? value) === value)) return;
    const values = new FormData(form.current);
    const next = readSearchChoice((name) => String(values.get(name) ?? ''));
    void navigate(searchPath({ ...next, q: choice.q, sort: choice.sort }), { preventScrollReset: true });
  });
  // Also applies choices made before the app was ready.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice
  useEffect(() => {
    if (!isServed) apply();
  }, [changed, isServed]);
  if (controls.length === 0) return null;

  return (
    <form
      ref={form}
      // Without the app, the browser submits it.
      action="/search"
      className={styles.filters}
      aria-label={SEARCH_TEXTS.filters}
    >
      <input type="hidden" name="q" value={choice.q} />
      {choice.sort && <input type="hidden" name="sort" value={choice.sort} />}
      {controls.map(({ name, label, all, value, options }) => (
        <label key={name}>
          <span className="visually-hidden">{label}</span>
          <select
            name={name}
            className={styles.select}
            data-chosen={value !== '' || undefined}
            value={changed[name] ?? value}
            onChange={({ target }) => setChanged({ ...changed, [name]: target.value })}
          >
            <option value="">{all}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
      ))}
      {isNarrowed(choice) && (
        <ButtonLink
          variant="quiet"
          size="small"
          className={styles.chip}
          to={searchPath({ q: choice.q, sort: choice.sort })}
          preventScrollReset
        >
          {SEARCH_TEXTS.remove}
        </ButtonLink>
      )}
      {isServed && (
        <Button type="submit" variant="secondary" size="small" className={`${styles.chip} ${styles.apply}`}>
          {SEARCH_TEXTS.apply}
        </Button>
      )}
    </form>
  );
}
